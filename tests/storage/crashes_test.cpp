// What a system that goes down may leave of a change: writes that nobody has waited for may be on
// the disk or not, whole or in part, whatever of those before them is; likewise names that were
// made or removed.
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "schemac/io/journal.h"
#include "scratch_folder.h"
#include "storage/system_calls.h"
#include "storage/works.h"

namespace {

using namespace schemac::tests;
using Kind = SystemCall::Kind;

// The names and files of a folder, as they are on the disk.
using Names = std::map<std::string, std::uint64_t>;
using Files = std::map<std::uint64_t, File>;
using Found = std::map<std::string, File>;

void apply(const SystemCall& call, Names& names, Files& files) {
  File& file = files[call.file];
  if (call.kind == Kind::write) {
    file.resize(std::max<std::size_t>(file.size(), call.at + call.bytes.size()));
    std::copy(call.bytes.begin(), call.bytes.end(),
              file.begin() + static_cast<std::ptrdiff_t>(call.at));
  }
  if (call.kind == Kind::cut) file.resize(call.at);
  if (call.kind == Kind::create) names[call.path] = call.file;
  if (call.kind == Kind::unname) names.erase(call.path);
}
bool is_of_names(const SystemCall& call) {
  return call.kind == Kind::create || call.kind == Kind::unname;
}

class Disk {
 public:
  Disk(std::string folder, const std::string& path, File content) : folder_(std::move(folder)) {
    names_[path] = 1;
    files_[1] = std::move(content);
  }

  void take(const SystemCall& call) {
    if (call.kind == Kind::synchronise) return synchronise(call);
    if (call.kind != Kind::write || call.bytes.size() < 2) return pending_.push_back(call);
    // A write may be torn.
    SystemCall first = call, second = call;
    const auto half = static_cast<std::ptrdiff_t>(call.bytes.size() / 2);
    first.bytes.erase(first.bytes.begin() + half, first.bytes.end());
    second.bytes.erase(second.bytes.begin(), second.bytes.begin() + half);
    second.at += static_cast<std::uint64_t>(half);
    pending_.push_back(first);
    pending_.push_back(second);
  }
  // Calls `visit` with what may be found.
  template <class Visit>
  void each_state(const Visit& visit) const {
    constexpr std::size_t all_of = 9;
    const bool takes_all = pending_.size() <= all_of;
    std::minstd_rand random(static_cast<unsigned>(pending_.size()));
    const std::uint64_t states = std::uint64_t{1} << std::min(pending_.size(), all_of);
    for (std::uint64_t state = 0; state < states; ++state) {
      const std::uint64_t subset = takes_all || state == 0 ? state
                                   : state == 1            ? ~std::uint64_t{0}
                                                           : random() * std::uint64_t{random()};
      Names names = names_;
      Files files = files_;
      for (std::size_t i = 0; i < pending_.size(); ++i)
        if ((subset >> i % 64 & 1) != 0) apply(pending_[i], names, files);
      Found found;
      for (const auto& [name, number] : names) found[name] = files[number];
      visit(found);
    }
  }

 private:
  void synchronise(const SystemCall& call) {
    const bool is_folder = call.path == folder_ + "/";
    std::vector<SystemCall> rest;
    for (const SystemCall& each : pending_)
      if (is_folder ? is_of_names(each) : !is_of_names(each) && each.file == call.file)
        apply(each, names_, files_);
      else
        rest.push_back(each);
    pending_ = std::move(rest);
  }

  std::string folder_;
  Names names_;
  Files files_;
  std::vector<SystemCall> pending_;
};

// A journal names its file by what a copy of it hasn't.
void adopt(const std::string& path, File& journal) {
  using schemac::impl::JournalForm;
  JournalForm::Header header = {};
  if (journal.size() < sizeof header) return;
  std::memcpy(header.data(), journal.data(), sizeof header);
  if (header[5] != JournalForm::check_of(std::as_bytes(std::span(header)).first(40))) return;
  const schemac::impl::Descriptor file(schemac::impl::open_path(path, O_RDONLY));
  header = JournalForm::header_of(file, header[4]);
  std::memcpy(journal.data(), header.data(), sizeof header);
}

TEST_CASE("a change in place is made or undone, whatever the disk has of it") {
  const ScratchFolder worked, crashed;
  const std::string folder = std::filesystem::canonical(worked.path()).string();
  const std::string path = folder + "/file", copy = crashed.path("file");
  for_each_work([&](const auto& work) {
    CAPTURE(work.name);
    put(path, written(work.before));
    start_trace();
    REQUIRE(work.change(path));
    const std::vector<SystemCall> calls = take_trace();
    Disk disk(folder, path, written(work.before));
    std::set<Found> seen;
    const auto look = [&](bool is_done) {
      disk.each_state([&](Found found) {
        if (!seen.insert(found).second && !is_done) return;
        REQUIRE(found.contains(path));
        std::filesystem::remove(schemac::impl::journal_of(copy));
        put(copy, found[path]);
        const std::string journal = schemac::impl::journal_of(path);
        CHECK(found.size() == (found.contains(journal) ? 2 : 1));
        if (found.contains(journal)) {
          adopt(copy, found[journal]);
          put(schemac::impl::journal_of(copy), found[journal]);
        }
        judge(work, copy, is_done);
      });
    };
    for (const SystemCall& call : calls) {
      disk.take(call);
      look(false);
    }
    look(true);
    CHECK(seen.size() > calls.size());  // more than whoever stops between two calls leaves
  });
}

}  // namespace
