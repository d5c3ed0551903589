// Changes in place and replacements, while each of their system calls fails or is the last one.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "growth/growing.h"
#include "journal.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"
#include "schemac/io/save_folder.h"
#include "schemac/io/update.h"
#include "scratch_folder.h"
#include "storage/system_calls.h"
#include "storage/works.h"

namespace {

using namespace schemac::tests;

constexpr Fault faults[] = {Fault::killed,      Fault::killed_within, Fault::io_error,
                            Fault::broken,      Fault::no_space,      Fault::full,
                            Fault::interrupted, Fault::short_count};

struct Outcome {
  bool has_struck = false;
  bool is_done = false;
};
// In a program of its own, whose call of that number gets the fault.
Outcome run(const std::function<bool()>& work, Fault fault, std::uint64_t number) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    arm(fault, number);
    const bool is_done = work();
    disarm();
    ::_exit((is_done ? 1 : 0) + (has_struck() ? 2 : 0));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) {
    CHECK(WTERMSIG(status) == SIGKILL);
    return {true, false};
  }
  return {(WEXITSTATUS(status) & 2) != 0, (WEXITSTATUS(status) & 1) != 0};
}

// Calls `judge(is_done)` after each run that a fault has struck; the number of these.
std::uint64_t strike_everywhere(const std::function<void()>& prepare,
                                const std::function<bool()>& work,
                                const std::function<void(bool)>& judge) {
  std::uint64_t runs = 0;
  for (const Fault fault : faults)
    for (std::uint64_t number = 0;; ++number) {
      prepare();
      const Outcome outcome = run(work, fault, number);
      CAPTURE(static_cast<int>(fault), number);
      // What is only slower goes on.
      if (!outcome.has_struck || fault == Fault::interrupted || fault == Fault::short_count)
        CHECK(outcome.is_done);
      judge(outcome.is_done);
      if (!outcome.has_struck) break;
      ++runs;
    }
  return runs;
}

TEST_CASE("a change in place is made or undone, whichever call fails") {
  const ScratchFolder folder;
  for_each_work([&](const auto& work) {
    using Value = std::decay_t<decltype(work.before)>;
    CAPTURE(work.name);
    const std::string path = folder.path("file");
    const std::uint64_t runs = strike_everywhere(
        [&] {
          std::filesystem::remove(schemac::impl::journal_of(path));
          put(path, written(work.before));
        },
        [&] { return work.change(path); },
        [&](bool is_done) { judge<Value>(work, path, is_done); });
    CHECK(runs > 50);
  });
}

TEST_CASE("a stream keeps what was whole when its writer was interrupted") {
  const ScratchFolder folder;
  const std::string path = folder.path("file");
  pieces::File whole = pieces_head();
  for (std::uint64_t i = 0; i < 3; ++i) whole.pieces.push_back(piece(i));
  const auto stream = [&] {
    auto file = schemac::create<pieces::File>(path, pieces_head());
    if (!file) return false;
    for (std::uint64_t i = 0; i < 3; ++i)
      if (!file->append(piece(i))) return false;
    return file->commit().has_value();
  };
  std::uint64_t unfinished = 0;
  strike_everywhere([&] { std::filesystem::remove(path); }, stream,
                    [&](bool is_done) {
                      if (!std::filesystem::exists(path)) {
                        CHECK_FALSE(is_done);
                        return;
                      }
                      auto file = schemac::update<pieces::File>(path, {.resumes = true});
                      if (!file) {  // not even its head was written
                        CHECK_FALSE(is_done);
                        return;
                      }
                      const std::uint64_t size = file->size();
                      CHECK((size == 3 || !is_done));
                      unfinished += size < 3 ? 1 : 0;
                      for (std::uint64_t i = size; i < 3; ++i) require(file->append(piece(i)));
                      require(file->commit());
                      CHECK(content_of(path) == written(whole));
                    });
  CHECK(unfinished > 20);
}

TEST_CASE("a file is replaced or stays, whichever call fails") {
  const ScratchFolder folder;
  const std::string path = folder.path("file");
  const File before = written(roll_of({"one"}, 1));
  const roll::File after = roll_of({"two", "three"}, 0);
  const std::uint64_t runs = strike_everywhere(
      [&] { put(path, before); }, [&] { return schemac::save(after, path).has_value(); },
      [&](bool is_done) {
        const File found = content_of(path);
        CHECK((found == before || found == written(after)));
        CHECK((found == written(after) || !is_done));
        REQUIRE(schemac::save(after, path));
        CHECK(content_of(path) == written(after));
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
      });
  CHECK(runs > 30);
}

TEST_CASE("a dataset is replaced or stays, whichever call fails") {
  const ScratchFolder folder;
  const std::string path = folder.path("set");
  const File before = written(roll_of({"one"}, 1)), after = written(roll_of({"two"}, 0));
  const auto save = [&](const File& content) {
    auto made = schemac::FolderReplacement::begin(path);
    return made && made->write("data/1.bin", content) && made->write("meta", content) &&
           made->commit([](const std::string&, schemac::FolderEntry) { return true; });
  };
  const std::uint64_t runs = strike_everywhere(
      [&] { REQUIRE(save(before)); }, [&] { return save(after); },
      [&](bool is_done) {
        const File found = content_of(path + "/meta");
        CHECK((found == before || found == after));
        CHECK((found == after || !is_done));
        CHECK(content_of(path + "/data/1.bin") == found);
        REQUIRE(save(after));
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
      });
  CHECK(runs > 50);
}

}  // namespace
