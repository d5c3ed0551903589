// Datasets in many files by generated code: reading, ranges across files, growing and shrinking by
// a writer that may be killed at any time.
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "blaze_folder.h"
#include "direct/byte_text.h"
#include "formats/bytes_of_file.h"
#include "formats/datasets.h"
#include "schemac/io/save_folder.h"
#include "scratch_folder.h"

using namespace schemac;

namespace {

namespace fs = std::filesystem;

const fs::path sets = SCHEMAC_TEST_DATA "/vectors/blaze_chunked";

DatasetArray array_of(const blaze::DatasetFolder& dataset) {
  const auto data = dataset.data();
  REQUIRE(data);
  const auto array = data->array();
  REQUIRE(array);
  return *array;
}

std::vector<double> doubles_of(const blaze::DatasetFolder& dataset, std::uint64_t first,
                               std::size_t count) {
  std::vector<double> numbers(count);
  REQUIRE(array_of(dataset).read(first, std::span(numbers)));
  return numbers;
}

// What counts: the length that meta/sizes says.
std::uint64_t length_of(const blaze::DatasetFolder& dataset) {
  const auto meta = dataset.meta();
  REQUIRE(meta);
  const auto sizes = meta->read_sizes();
  REQUIRE(sizes);
  REQUIRE(sizes->content.shape.size() == 1);
  return sizes->content.shape.front();
}

TEST_CASE("a dataset is opened, and ranges of it are read across its files") {
  const auto dataset = blaze::DatasetFolder::open((sets / "chunked_simple").string());
  REQUIRE(dataset);
  CHECK(dataset->validate().empty());
  CHECK(length_of(*dataset) == 10000);
  const auto meta = dataset->meta();
  REQUIRE(meta);
  CHECK(meta->has_attributes());
  const auto storage = meta->read_storage();
  REQUIRE(storage);
  CHECK(storage->content.dtype.name == "float64");
  CHECK(storage->content.chunklen == 1024u);
  const auto data = dataset->data();
  REQUIRE(data);
  CHECK(data->superchunks().size() == 4);
  CHECK(data->superchunks().name(3) == "__4__.bin");
  const auto second = data->superchunks().at(1);
  REQUIRE(second);
  CHECK(second->view.nchunks() == 3);

  // The first and the last three of the manifest, and the whole.
  const std::vector<double> all = doubles_of(*dataset, 0, 10000);
  CHECK(all[0] == -1.2786794213781092);
  CHECK(all[2] == 0.39662384182234334);
  CHECK(all[9997] == -96.8629344732457);
  CHECK(all[9999] == -94.61384974549024);
  for (const auto& [first, count] : {std::pair<std::uint64_t, std::size_t>{0, 1},
                                     {1023, 2},
                                     {2999, 3},
                                     {2990, 4000},
                                     {9999, 1},
                                     {5, 0}})
    CHECK(doubles_of(*dataset, first, count) ==
          std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(first),
                              all.begin() + static_cast<std::ptrdiff_t>(first + count)));
  std::vector<double> room(2);
  CHECK(array_of(*dataset).read(9999, std::span(room)).error().rule == Rule::bad_value);
}

TEST_CASE("the arrays of datasets are those of the manifest") {
  std::uint64_t count = 0;
  const nlohmann::json manifest = tests::json_of_file(sets / "manifest.json");
  for (const nlohmann::json& set : manifest.at("files"))
    for (const nlohmann::json& tensor : set.at("decoded").at("tensors")) {
      INFO(set.at("path") << ": " << tensor.at("name"));
      const auto dataset =
          blaze::DatasetFolder::open((sets / set.at("path").get<std::string>()).string());
      REQUIRE(dataset);
      auto column = dataset->data();
      // A dataset without columns has a name that stands nowhere in it.
      const bool has_columns = dataset->meta()->read_storage()->content.dtype.columns.size() > 0;
      std::istringstream path(has_columns ? tensor.at("name").get<std::string>() : std::string());
      for (std::string name; std::getline(path, name, '/');) {
        REQUIRE(column);
        column = column->columns(name);
      }
      REQUIRE(column);
      const auto array = column->array();
      REQUIRE(array);
      CHECK(array->dims() == tensor.at("shape").get<std::vector<std::uint64_t>>());
      CHECK(array->element().name == tensor.at("dtype").get<std::string>());
      CHECK(array->byte_size() == tensor.at("nbytes").get<std::uint64_t>());
      CHECK_FALSE(array->is_column_major());
      // From its end on, in ranges that end nowhere in particular.
      std::vector<std::byte> all(static_cast<std::size_t>(array->byte_size()));
      for (std::size_t end = all.size(); end > 0;) {
        const std::size_t size = std::min<std::size_t>(end, 1237);
        end -= size;
        REQUIRE(array->read_bytes(end, MutableBytes(all).subspan(end, size)));
      }
      CHECK(direct::sha256(all) == tensor.at("sha256").get<std::string>());
      ++count;
    }
  CHECK(count == 5);
}

TEST_CASE("columns are opened by their names") {
  const auto dataset = blaze::DatasetFolder::open((sets / "chunked_nested").string());
  REQUIRE(dataset);
  CHECK(dataset->validate().empty());
  const auto meta = dataset->meta();
  REQUIRE(meta);
  const auto storage = meta->read_storage();
  REQUIRE(storage);
  const auto& columns = storage->content.dtype.columns;
  REQUIRE(columns.size() == 3);
  const auto data = dataset->data();
  REQUIRE(data);
  const auto outer = data->columns(columns[1].name);
  REQUIRE(outer);
  const auto inner = outer->columns(columns[1].dtype.columns.at(0).name);
  REQUIRE(inner);
  std::vector<std::int32_t> numbers(3);
  REQUIRE(inner->array()->read(2497, std::span(numbers)));
  CHECK(numbers == std::vector<std::int32_t>{2497, 2498, 2499});
  CHECK(data->array().error().message.find("nothing says what type") != std::string::npos);
  CHECK_FALSE(data->columns("../meta"));
  CHECK_FALSE(data->columns(".."));
  CHECK_FALSE(data->columns(""));
  CHECK(data->columns("col4").error().rule == Rule::missing_file);
}

TEST_CASE("violations name their files") {
  const auto bad = blaze::DatasetFolder::open((sets / "invalid/dir_bad_superchunk").string());
  REQUIRE(bad);
  const auto found = bad->validate();
  REQUIRE(found.size() == 1);
  CHECK(found[0].file == "data/col2/sc1/__1__.bin");
  CHECK(found[0].violation.rule == Rule::bad_type);
  CHECK(found[0].violation.offset == 6);
}

TEST_CASE("a range says which piece of which file can't be decoded") {
  const tests::ScratchFolder scratch;
  fs::copy(sets / "chunked_simple", scratch.path("set"), fs::copy_options::recursive);
  const auto dataset = blaze::DatasetFolder::open(scratch.path("set"));
  REQUIRE(dataset);
  const auto data = dataset->data();
  REQUIRE(data);
  const auto files = data->superchunks();
  std::uint64_t place = 0;
  {
    const auto file = files.at(1);
    REQUIRE(file);
    auto chunks = file->view.chunks();
    const Bytes stored = (*chunks.begin()).content().stored();
    place = static_cast<std::uint64_t>(stored.data() - file->bytes().data());
  }
  {
    std::fstream file(scratch.path("set/data/" + files.name(1)), std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(place));
    file.write("\xff\xff\xff\xff", 4);  // the head of what is encoded
  }
  const DatasetArray array = array_of(*dataset);
  std::vector<double> room(3000);
  CHECK(array.read(0, std::span(room)));
  const auto done = array.read(1, std::span(room));
  REQUIRE_FALSE(done);
  CHECK(done.error().path == "chunks[0].content");
  CHECK(done.error().offset == place);
  CHECK(done.error().message == "'" + files.path(1) + "': can't be decoded");
}

TEST_CASE("files are never looked for elsewhere") {
  const tests::ScratchFolder scratch;
  fs::copy(sets / "chunked_simple", scratch.path("set"), fs::copy_options::recursive);
  fs::rename(scratch.path("set/data/__2__.bin"), scratch.path("moved"));
  fs::create_symlink(scratch.path("moved"), scratch.path("set/data/__2__.bin"));
  const auto dataset = blaze::DatasetFolder::open(scratch.path("set"));
  REQUIRE(dataset);
  CHECK(dataset->data()->superchunks().at(1).error().rule == Rule::out_of_bounds);
  CHECK(dataset->data()->superchunks().size() == 1);
  fs::rename(scratch.path("set/meta"), scratch.path("meta"));
  fs::create_directory_symlink(scratch.path("meta"), scratch.path("set/meta"));
  CHECK(dataset->meta().error().rule == Rule::out_of_bounds);
}

// ---- writing ----

// A superchunk with the numbers from `first` on.
blaze::File superchunk(std::uint64_t first, std::uint64_t count) {
  std::vector<double> numbers(count);
  for (std::uint64_t i = 0; i < count; ++i) numbers[i] = static_cast<double>(first + i);
  blaze::File file;
  file.typesize = 8;
  file.chunk_size = static_cast<std::int32_t>(8 * count);
  blaze::Chunk chunk;
  chunk.content = Coded(Blob::copy(std::as_bytes(std::span(numbers))));
  file.chunks.push_back(std::move(chunk));
  return file;
}

blaze::SizesFile sizes_of(std::uint64_t length) {
  blaze::SizesFile file;
  file.content.shape = {length};
  file.content.nbytes = 8 * length;
  return file;
}

constexpr std::uint64_t in_one = 100;  // elements of a superchunk

void create(const std::string& path, std::uint64_t superchunks) {
  auto made = FolderReplacement::begin(path);
  REQUIRE(made);
  blaze::StorageFile storage;
  storage.content.dtype.name = "float64";
  REQUIRE(made->save("meta/storage", storage));
  REQUIRE(made->save("meta/sizes", sizes_of(in_one * superchunks)));
  for (std::uint64_t i = 0; i < superchunks; ++i)
    REQUIRE(
        made->save("data/__" + std::to_string(i + 1) + "__.bin", superchunk(in_one * i, in_one)));
  const auto done = made->commit(&blaze::DatasetFolder::may_be_part);
  REQUIRE(done);
}

// Whether the dataset has `length` elements, each of which is its number.
bool is_whole(const std::string& path, std::uint64_t length) {
  const auto dataset = blaze::DatasetFolder::open(path);
  REQUIRE(dataset);
  if (length_of(*dataset) != length) return false;
  const std::vector<double> numbers = doubles_of(*dataset, 0, length);
  for (std::uint64_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != static_cast<double>(i)) return false;
  return numbers.size() == length && dataset->validate().empty();
}

Result<void> grow(const std::string& path) {
  const auto dataset = blaze::DatasetFolder::open(path);
  if (!dataset) return dataset.error();
  const auto data = dataset->data();
  if (!data) return data.error();
  const auto array = data->array();
  if (!array) return array.error();
  return blaze::DatasetFolder::grow(
      [&]() -> Result<void> {
        // What a writer had no time to count.
        const auto counted = array->counted_files();
        if (!counted) return counted.error();
        if (auto done = data->superchunks().shrink(*counted); !done) return done;
        return data->superchunks().append(superchunk(2 * in_one, in_one));
      },
      [&] { return dataset->meta()->save_sizes(sizes_of(3 * in_one)); });
}
Result<void> shrink(const std::string& path) {
  const auto dataset = blaze::DatasetFolder::open(path);
  if (!dataset) return dataset.error();
  return blaze::DatasetFolder::shrink(
      [&] { return dataset->data()->superchunks().shrink(1); },
      [&] { return dataset->meta()->save_sizes(sizes_of(in_one)); });
}

TEST_CASE("what a stopped writer left of a dataset isn't counted by the next one") {
  const tests::ScratchFolder scratch;
  const std::string path = scratch.path("set");
  create(path, 2);
  const auto superchunks = blaze::DatasetFolder::open(path)->data()->superchunks();
  REQUIRE(superchunks.append(superchunk(6000, in_one)));
  REQUIRE(superchunks.append(superchunk(7000, in_one)));
  CHECK(is_whole(path, 200));
  const auto counted = blaze::DatasetFolder::open(path)->data()->array()->counted_files();
  REQUIRE(counted);
  CHECK(*counted == 2);
  REQUIRE(grow(path));
  CHECK(is_whole(path, 300));
  CHECK_FALSE(fs::exists(path + "/data/__4__.bin"));
}

TEST_CASE("a dataset begins without elements, and ends so") {
  const tests::ScratchFolder scratch;
  const std::string path = scratch.path("set");
  create(path, 0);
  const auto dataset = blaze::DatasetFolder::open(path);
  REQUIRE(dataset);
  REQUIRE(dataset->make_data());  // no file made it
  CHECK(is_whole(path, 0));
  const auto early = dataset->data()->superchunks().save(1, superchunk(in_one, in_one));
  REQUIRE_FALSE(early);
  CHECK(early.error().message.ends_with("/data/__2__.bin': can't be there without '__1__.bin'"));
  REQUIRE(dataset->data()->superchunks().save(0, superchunk(0, in_one)));
  REQUIRE(dataset->meta()->save_sizes(sizes_of(in_one)));
  CHECK(is_whole(path, in_one));
  REQUIRE(dataset->meta()->save_sizes(sizes_of(0)));
  REQUIRE(dataset->data()->superchunks().shrink(0));
  CHECK(is_whole(path, 0));
}

TEST_CASE("a shape that no dataset has is refused") {
  const tests::ScratchFolder scratch;
  const std::string path = scratch.path("set");
  create(path, 1);
  const auto with_shape = [&](const std::string& shape) {
    tests::put_file(path + "/meta/sizes", R"({"shape": )" + shape + R"(, "nbytes": 800})");
    std::vector<std::string> found;
    for (const auto& [file, violation] : blaze::DatasetFolder::open(path)->validate())
      found.push_back(file + " " + violation.path + " " + std::string(id(violation.rule)));
    return found;
  };
  CHECK(with_shape("[100]").empty());
  using Found = std::vector<std::string>;
  for (const char* shape : {"[4611686018427387904, 4611686018427387904]",
                            "[18446744073709551615, 18446744073709551615]",
                            "[9223372036854775807, 9223372036854775807, 9223372036854775807]"}) {
    INFO(shape);
    const Found found = with_shape(shape);
    CHECK(std::find(found.begin(), found.end(), "meta/sizes content.shape size-mismatch") !=
          found.end());
  }
  CHECK(with_shape("[9223372036854775807, 9223372036854775807, 9223372036854775807, 0]") ==
        Found{"meta/sizes content.nbytes size-mismatch"});
}

TEST_CASE("a dataset is made, grown, changed and shrunk") {
  const tests::ScratchFolder scratch;
  const std::string path = scratch.path("set");
  create(path, 2);
  CHECK(is_whole(path, 200));
  REQUIRE(grow(path));
  CHECK(is_whole(path, 300));
  const auto dataset = blaze::DatasetFolder::open(path);
  REQUIRE(dataset);
  REQUIRE(dataset->data()->superchunks().save(1, superchunk(5000, in_one)));
  CHECK(doubles_of(*dataset, 99, 3) == std::vector<double>{99, 5000, 5001});
  REQUIRE(shrink(path));
  CHECK(is_whole(path, 100));
  CHECK_FALSE(fs::exists(path + "/data/__2__.bin"));
  create(path, 3);  // in place of it
  CHECK(is_whole(path, 300));
  std::ofstream(path + "/data/thesis.txt") << "years of work";
  auto again = FolderReplacement::begin(path);
  REQUIRE(again);
  REQUIRE(again->save("meta/sizes", sizes_of(0)));
  const auto refused = again->commit(&blaze::DatasetFolder::may_be_part);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("data/thesis.txt") != std::string::npos);
}

// Runs `change` in a process of its own, which is killed before its system call number `most`.
// Whether it came to its end.
bool run_and_kill(const std::function<Result<void>()>& change, unsigned most) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(3);
    ::raise(SIGSTOP);
    ::_exit(change() ? 0 : 2);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) return true;
  for (unsigned stops = 0; stops < 2 * most; ++stops) {  // one before each call, one after
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) {
      CHECK(WEXITSTATUS(status) == 0);
      return true;
    }
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return false;
}

bool can_trace() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 3);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void kill_at_each_step(const std::function<Result<void>(const std::string&)>& change,
                       std::uint64_t before, std::uint64_t after) {
  const tests::ScratchFolder scratch;
  create(scratch.path("first"), before / in_one);
  unsigned seen_before = 0, seen_after = 0;
  for (unsigned step = 0; step < 2000; ++step) {
    const std::string path = scratch.path("set");
    fs::remove_all(path);
    fs::copy(scratch.path("first"), path, fs::copy_options::recursive);
    const bool is_done = run_and_kill([&] { return change(path); }, step);
    INFO("killed before system call " << step);
    const bool is_before = is_whole(path, before), is_over = is_whole(path, after);
    CHECK(is_before != is_over);
    ++(is_before ? seen_before : seen_after);
    REQUIRE(change(path));  // what was left doesn't disturb the next one
    CHECK(is_whole(path, after));
    if (!is_done) continue;
    CHECK(is_over);
    CHECK(seen_before > 10);
    CHECK(seen_after > 2);
    return;
  }
  FAIL("it never came to its end");
}

TEST_CASE("a writer that is killed leaves the old length or the new one, whole") {
  if (!can_trace()) {
    WARN("processes can't be traced here");
    return;
  }
  SECTION("growing") { kill_at_each_step(&grow, 200, 300); }
  SECTION("shrinking") { kill_at_each_step(&shrink, 200, 100); }
}

}  // namespace
