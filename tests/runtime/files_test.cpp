// Files of the system: opened both ways, saved as a whole or not at all.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"
#include "schemac/write/writer.h"
#include "scratch_folder.h"

namespace sample {

// A format of the simplest kind, as a generated header would present it: all bytes of the file.
struct File {
  schemac::Blob data;
  int writes = 1;                              // how often `data` is written
  bool is_invalid = false;                     // refused before anything is written
  std::uint64_t fails_at = ~std::uint64_t{0};  // bytes after which writing breaks off
};
template <schemac::impl::AnyConst<File> Value, class Visit>
void visit_members(Value& value, Visit&& visit) {
  visit("data", value.data);
}
struct FileView {
  schemac::Bytes bytes;
};

}  // namespace sample

namespace schemac {

template <>
struct impl::Format<sample::File> {
  static Result<sample::File> read(Bytes bytes, const Limits&) {
    sample::File file;
    file.data = Blob::borrow(bytes);
    return file;
  }
  static Result<std::uint64_t> write(const sample::File& file, Sink& sink) {
    if (file.is_invalid) return Violation{"data", 0, Rule::bad_value, Level::error, {}, "invalid"};
    Writer out(sink);
    for (int i = 0; i < file.writes; ++i) {
      out.put(file.data.bytes());
      if (out.position() >= file.fails_at)
        return Violation{{}, 0, Rule::io_error, Level::error, {}, "no space"};
    }
    if (!out.finish()) return sink.failure();
    return out.position();
  }
  static Report validate(Bytes bytes, const Limits&) {
    Report report;
    if (bytes.empty()) report.add({{}, 0, Rule::truncated, Level::error, {}, "empty"});
    return report;
  }
};
template <>
struct impl::Format<sample::FileView> {
  static Result<sample::FileView> view(Bytes bytes, const Limits&) {
    if (bytes.empty()) return Violation{{}, 0, Rule::truncated, Level::error, {}, "empty"};
    return sample::FileView{bytes};
  }
};

}  // namespace schemac

namespace {

using schemac::Access;
using schemac::Blob;

class Folder : public schemac::tests::ScratchFolder {
 public:
  std::string file(const std::string& name) const { return path(name); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path()), {}));
  }
};

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
std::string text_of(schemac::Bytes bytes) {
  return std::string(schemac::impl::text_at(bytes.data(), bytes.size()));
}
sample::File file_of(const std::string& text) {
  sample::File file;
  file.data = Blob::copy(std::span(text.data(), text.size()));
  return file;
}

TEST_CASE("a file is read or mapped, as its size or the caller says") {
  const Folder folder;
  const std::string small(1000, 's'), large(300'000, 'l');
  write_text(folder.file("small"), small);
  write_text(folder.file("large"), large);
  struct Row {
    std::string name;
    const std::string& text;
    Access access;
    bool is_mapped;
  };
  const Row rows[] = {
      {"small", small, Access::automatic, false},
      {"large", large, Access::automatic, true},
      {"small", small, Access::map, true},
      {"large", large, Access::read, false},
  };
  for (const Row& row : rows) {
    schemac::OpenOptions options;
    options.access = row.access;
    auto opened = schemac::open<sample::FileView>(folder.file(row.name), options);
    REQUIRE(opened.has_value());
    CHECK(opened->is_mapped() == row.is_mapped);
    const auto moved = std::move(*opened);
    CHECK(text_of(moved.view.bytes) == row.text);
    CHECK(moved.bytes().size() == row.text.size());
  }
}

TEST_CASE("what can't be opened says why") {
  const Folder folder;
  write_text(folder.file("empty"), "");
  const auto missing = schemac::open<sample::FileView>(folder.file("missing"));
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().rule == schemac::Rule::missing_file);
  CHECK(missing.error().message ==
        "cannot open '" + folder.file("missing") + "': No such file or directory");
  const auto directory = schemac::read_file<sample::File>(folder.file("."));
  REQUIRE_FALSE(directory.has_value());
  CHECK(directory.error().rule == schemac::Rule::io_error);
  CHECK(directory.error().message.find("Is a directory") != std::string::npos);
  CHECK(schemac::open<sample::FileView>(folder.file("empty")).error().rule ==
        schemac::Rule::truncated);
  schemac::OpenOptions mapped;
  mapped.access = Access::map;  // nothing to map
  CHECK(schemac::open<sample::FileView>(folder.file("empty"), mapped).error().rule ==
        schemac::Rule::truncated);
  CHECK(schemac::validate_file<sample::File>(folder.file("empty"))->violations().size() == 1);
}

TEST_CASE("a copy of a file stays what it was") {
  const Folder folder;
  const std::string path = folder.file("large"), before(300'000, 'b');
  write_text(path, before);
  const auto copied = schemac::open<sample::FileView>(path, {.access = Access::read});
  const auto mapped = schemac::open<sample::FileView>(path);
  REQUIRE((copied && mapped));
  std::ofstream(path, std::ios::binary | std::ios::in) << "changed";
  CHECK(text_of(copied->view.bytes) == before);
  CHECK(text_of(mapped->view.bytes).starts_with("changedb"));
  std::filesystem::resize_file(path, 10);
  CHECK(text_of(copied->view.bytes) == before);
}

TEST_CASE("values keep the bytes of their file alive") {
  const Folder folder;
  write_text(folder.file("large"), std::string(200'000, 'x'));
  auto file = schemac::read_file<sample::File>(folder.file("large"));
  REQUIRE(file.has_value());
  CHECK(file->data.is_owner());
  const Blob kept = file->data;
  *file = sample::File();
  CHECK(text_of(kept.bytes()) == std::string(200'000, 'x'));
}

TEST_CASE("saving creates and replaces files") {
  const Folder folder;
  const std::string path = folder.file("a");
  REQUIRE(schemac::save(file_of("first"), path).value() == 5);
  CHECK(content_of(path) == "first");
  ::chmod(path.c_str(), 0640);
  const std::string large(1'000'000, 'y');
  REQUIRE(schemac::save(file_of(large), path).value() == large.size());
  CHECK(content_of(path) == large);
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a file that others look at keeps its content while it is replaced") {
  const Folder folder;
  const std::string path = folder.file("a");
  const std::string before(200'000, 'b');
  write_text(path, before);
  const auto opened = schemac::open<sample::FileView>(path);
  REQUIRE(opened.has_value());
  REQUIRE(schemac::save(file_of("new"), path).has_value());
  CHECK(text_of(opened->view.bytes) == before);
  CHECK(content_of(path) == "new");
}

TEST_CASE("what fails leaves the old file as it was, and nothing beside it") {
  const Folder folder;
  const std::string path = folder.file("a");
  write_text(path, "old");
  sample::File invalid = file_of("new");
  invalid.is_invalid = true;
  sample::File breaks = file_of(std::string(100'000, 'z'));
  breaks.writes = 3;
  breaks.fails_at = 150'000;
  for (const sample::File& file : {invalid, breaks}) {
    CHECK_FALSE(schemac::save(file, path).has_value());
    CHECK(content_of(path) == "old");
    CHECK(folder.entries() == 1);
  }
  CHECK(schemac::save(invalid, path).error().message == "invalid");
}

TEST_CASE("a program that is killed while it writes leaves nothing after") {
  const Folder folder;
  const std::string path = folder.file("a");
  write_text(path, "old");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto replacement = schemac::Replacement::begin(path);
    const bool is_written = replacement && ::write(replacement->descriptor(), "new", 3) == 3;
    ::raise(is_written ? SIGKILL : SIGTERM);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WTERMSIG(status) == SIGKILL);
  CHECK(content_of(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a disk that is full is an error with its reason") {
  std::ofstream probe("/dev/full");
  if (!probe) return;
  schemac::impl::Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  schemac::FileSink sink(full.number(), "/dev/full");
  schemac::impl::Writer out(sink);
  out.put_zeros(200'000);
  CHECK_FALSE(out.finish());
  CHECK(sink.failure().message == "cannot write '/dev/full': No space left on device");
  CHECK(sink.failure().rule == schemac::Rule::io_error);
}

TEST_CASE("folders and devices are not replaced by files") {
  const Folder folder;
  const std::string path = folder.file("sub");
  std::filesystem::create_directory(path);
  CHECK(schemac::save(file_of("x"), path).error().message ==
        "cannot replace '" + path + "': Is a directory");
  CHECK(schemac::save(file_of("x"), "/dev/null").error().message ==
        "cannot replace '/dev/null': Operation not supported");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a folder that isn't there is an error of its own") {
  const Folder folder;
  const auto saved = schemac::save(file_of("x"), folder.file("nowhere/a"));
  REQUIRE_FALSE(saved.has_value());
  CHECK(saved.error().rule == schemac::Rule::missing_file);
  CHECK(folder.entries() == 0);
}

TEST_CASE("a pipe is read to its end") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string text(30'000, 'p');
  REQUIRE(::write(ends[1], text.data(), text.size()) == 30'000);
  ::close(ends[1]);
  const auto opened = schemac::open<sample::FileView>("/dev/fd/" + std::to_string(ends[0]));
  ::close(ends[0]);
  REQUIRE(opened.has_value());
  CHECK(text_of(opened->view.bytes) == text);
}

}  // namespace
