// What replaces a file or folder keeps what that one had besides its content.
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "schemac/io/save.h"
#include "schemac/io/save_folder.h"
#include "scratch_folder.h"

namespace {

using schemac::FolderReplacement;
using schemac::Replacement;
using schemac::tests::ScratchFolder;

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::size_t entries_of(const ScratchFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}
// The error, or nothing.
std::string replace(const std::string& path, std::string_view text) {
  auto made = Replacement::begin(path);
  if (!made) return made.error().message;
  if (::write(made->descriptor(), text.data(), text.size()) < 0) return "not written";
  const auto done = made->commit();
  return done ? "" : done.error().message;
}
struct stat status_of(const std::string& path) {
  struct stat status = {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status;
}
bool is_root() { return ::geteuid() == 0; }

// The same, by a user that may do nothing special.
template <class Work>
bool holds_for_others(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (is_root() && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(2);
    ::_exit(work() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("a file that replaces another has its mode, without rights of its owner") {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  write_text(path, "old");
  for (const mode_t mode : {0600u, 0640u, 0604u, 0777u, 04755u, 02755u, 06711u}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    CHECK(replace(path, "new").empty());
    CHECK((status_of(path).st_mode & 07777) == (mode & 0777));
  }
  CHECK(entries_of(folder) == 1);
}

TEST_CASE("a new file has the mode that the system gives it") {
  const ScratchFolder folder;
  for (const mode_t mask : {0022u, 0077u, 0002u}) {
    const mode_t before = ::umask(mask);
    CHECK(replace(folder.path("new"), "text").empty());
    auto made = FolderReplacement::begin(folder.path("set"));
    CHECK(made.has_value());
    CHECK(made->commit([](const std::string&, schemac::FolderEntry) { return true; }).has_value());
    CHECK(::umask(before) == mask);
    CHECK((status_of(folder.path("new")).st_mode & 07777) == (0666 & ~mask));
    CHECK((status_of(folder.path("set")).st_mode & 07777) == (0777 & ~mask));
    std::filesystem::remove(folder.path("new"));
    std::filesystem::remove(folder.path("set"));
  }
}

TEST_CASE("owner and group are kept, or what can't keep them is refused") {
  if (!is_root()) return;
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  write_text(path, "old");
  REQUIRE(::chown(path.c_str(), 1234, 2345) == 0);
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  CHECK(replace(path, "new").empty());
  CHECK(status_of(path).st_uid == 1234);
  CHECK(status_of(path).st_gid == 2345);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  CHECK(holds_for_others([&] {
    return replace(path, "other") ==
           "cannot keep the owner of '" + path +
               "': Operation not permitted (user 1234, group 2345); remove it first if the new "
               "one may be yours";
  }));
  CHECK(content_of(path) == "new");
  CHECK(entries_of(folder) == 1);
}

TEST_CASE("extended attributes and access lists are kept") {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  write_text(path, "old");
  if (::setxattr(path.c_str(), "user.origin", "station 7", 9, 0) != 0) return;  // not supported
  // Version 2: the owner may read and write, user 1234 may read, the group nothing; the mask.
  const std::string list(
      "\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\xd2\x04\0\0"
      "\x04\0\0\0\xff\xff\xff\xff\x10\0\x04\0\xff\xff\xff\xff"
      "\x20\0\0\0\xff\xff\xff\xff",
      44);
  const char* const access = "system.posix_acl_access";
  const bool has_lists = ::setxattr(path.c_str(), access, list.data(), list.size(), 0) == 0;
  CHECK(replace(path, "new").empty());
  char value[100] = {};
  REQUIRE(::getxattr(path.c_str(), "user.origin", value, sizeof value) == 9);
  CHECK(std::string_view(value, 9) == "station 7");
  if (has_lists) {
    REQUIRE(::getxattr(path.c_str(), access, value, sizeof value) == 44);
    CHECK(std::string_view(value, 44) == list);
  }
  CHECK(content_of(path) == "new");
}

TEST_CASE("a symbolic link is followed") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path("store"));
  write_text(folder.path("store/a"), "old");
  std::filesystem::create_symlink("store/a", folder.path("a"));
  CHECK(replace(folder.path("a"), "new").empty());
  CHECK(std::filesystem::is_symlink(folder.path("a")));
  CHECK(content_of(folder.path("store/a")) == "new");
  std::filesystem::create_symlink("nowhere", folder.path("b"));
  CHECK(replace(folder.path("b"), "new") ==
        "cannot replace '" + folder.path("b") + "': it is a symbolic link to nothing");
  std::filesystem::create_symlink("c", folder.path("c"));
  CHECK(replace(folder.path("c"), "new") ==
        "cannot follow '" + folder.path("c") + "': Too many levels of symbolic links");
}

TEST_CASE("a file that may not be written to is not replaced") {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  write_text(path, "old");
  REQUIRE(::chmod(path.c_str(), 0444) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  CHECK(holds_for_others(
      [&] { return replace(path, "new") == "cannot replace '" + path + "': Permission denied"; }));
  CHECK(content_of(path) == "old");
}

TEST_CASE("a dataset that replaces another keeps what its files had") {
  const ScratchFolder folder;
  const std::string path = folder.path("set");
  const auto save = [&](const std::string& at) {
    auto made = FolderReplacement::begin(at);
    REQUIRE(made.has_value());
    REQUIRE(made->write("data/1.bin", {}).has_value());
    REQUIRE(made->write("meta", {}).has_value());
    return made->commit([](const std::string&, schemac::FolderEntry) { return true; });
  };
  REQUIRE(save(path).has_value());
  REQUIRE(::chmod(path.c_str(), 0750) == 0);
  REQUIRE(::chmod((path + "/data").c_str(), 0710) == 0);
  REQUIRE(::chmod((path + "/data/1.bin").c_str(), 0640) == 0);
  std::filesystem::create_symlink("set", folder.path("link"));
  const ino_t before = status_of(path).st_ino;
  REQUIRE(save(folder.path("link")).has_value());
  CHECK(status_of(path).st_ino != before);
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  CHECK((status_of(path).st_mode & 07777) == 0750);
  CHECK((status_of(path + "/data").st_mode & 07777) == 0710);
  CHECK((status_of(path + "/data/1.bin").st_mode & 07777) == 0640);
  CHECK(entries_of(folder) == 2);
}

TEST_CASE("what killed writers have left is removed; what is being written is not") {
  const ScratchFolder folder;
  const auto killed = [&](const std::string& path) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto made = FolderReplacement::begin(path);
      const bool is_written = made && made->write("data/1.bin", {});
      ::raise(is_written ? SIGKILL : SIGTERM);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WTERMSIG(status) == SIGKILL);
  };
  killed(folder.path("set"));
  CHECK(std::filesystem::exists(folder.path("set.schemac-0/data/1.bin")));
  auto first = FolderReplacement::begin(folder.path("set"));
  REQUIRE(first.has_value());
  CHECK(entries_of(folder) == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path("set.schemac-0/data")));
  REQUIRE(first->write("meta", {}).has_value());
  {
    auto second = FolderReplacement::begin(folder.path("set"));
    REQUIRE(second.has_value());
    CHECK(second->folder() == folder.path("set.schemac-1"));
    CHECK(std::filesystem::exists(folder.path("set.schemac-0/meta")));
  }
  CHECK(entries_of(folder) == 1);
  // Of a file, in the moment between its name and the rename.
  write_text(folder.path("a.schemac-0"), "left");
  CHECK(replace(folder.path("a"), "new").empty());
  CHECK_FALSE(std::filesystem::exists(folder.path("a.schemac-0")));
  CHECK(content_of(folder.path("a")) == "new");
}

}  // namespace
