// Changes in place, each with what it makes of what, and what has to hold after it was interrupted.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "growth/growing.h"
#include "journal.h"
#include "schemac/io/open.h"
#include "schemac/io/update.h"

namespace schemac::tests {

template <class Value>
struct Work {
  const char* name;
  Value before, after;
  std::function<bool(const std::string& path)> change;
  std::function<bool(Update<Value>& file)> append;  ///< one more, whatever is there
};

inline void put(const std::string& path, const File& content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(content.data()),
            static_cast<std::streamsize>(content.size()));
}
inline File content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// Readers see the old content or the new one, and so does whoever opens it to append; then
/// nothing is left of the interruption.
template <class Value>
void judge(const Work<Value>& work, const std::string& path, bool is_done) {
  const auto check_content = [&](const Value& found) {
    CHECK((found == work.before || found == work.after));
    CHECK((found == work.after || !is_done));
  };
  for (const Access access : {Access::read, Access::map}) {
    const auto seen = schemac::read_file<Value>(path, {.access = access});
    if (!seen) FAIL(to_string(seen.error()));
    check_content(*seen);
    const auto report = schemac::validate_file<Value>(path, {.access = access});
    REQUIRE(report);
    for (const Violation& each : report->violations()) CHECK(each.level > Level::rule);
  }
  const auto seen = schemac::read_file<Value>(path);
  {
    auto file = schemac::update<Value>(path);
    if (!file) FAIL(to_string(file.error()));
    CHECK_FALSE(std::filesystem::exists(impl::journal_of(path)));
    check_content(read_back<Value>(content_of(path)));
    CHECK(read_back<Value>(content_of(path)) == *seen);
    CHECK(work.append(*file));
    require(file->commit());
  }
  CHECK(problems<Value>(content_of(path)).empty());
  CHECK_FALSE(std::filesystem::exists(impl::journal_of(path)));
}

/// Calls `visit(work)` for each.
template <class Visit>
void for_each_work(const Visit& visit) {
  // A table and a count in the head, which are two writes.
  visit(Work<roll::File>{
      "append to a table", roll_of({"one", "two"}, 4), roll_of({"one", "two", "three", "four"}, 2),
      [](const std::string& path) {
        auto file = schemac::update<roll::File>(path);
        return file && file->append(line("three")) && file->append(line("four")) && file->commit();
      },
      [](Update<roll::File>& file) { return file.append(line("more")).has_value(); }});
  // No totals: what is written can be seen.
  visit(Work<journal::File>{"append without totals", journal::File{{{1, 2}, {3, 4}}},
                            journal::File{{{1, 2}, {3, 4}, {5, 6}, {7, 8}}},
                            [](const std::string& path) {
                              auto file = schemac::update<journal::File>(path);
                              return file && file->append(journal::Entry{5, 6}) &&
                                     file->append(journal::Entry{7, 8}) && file->commit();
                            },
                            [](Update<journal::File>& file) {
                              return file.append(journal::Entry{9, 9}).has_value();
                            }});
  // Bytes that are in use, and others after them.
  visit(Work<shelf::File>{
      "replace", shelf_of({item("abc"), item("defghi"), item("j")}, false),
      shelf_of({item("abc"), item("DEFGHI"), item("klmno"), item("p")}, false),
      [](const std::string& path) {
        auto file = schemac::update<shelf::File>(path);
        return file && file->replace(1, item("DEFGHI")) && file->replace(2, item("klmno")) &&
               file->append(item("p")) && file->commit();
      },
      [](Update<shelf::File>& file) { return file.append(item("more")).has_value(); }});
  // The last one gets shorter, and with it the file.
  visit(Work<shelf::File>{
      "shorten", shelf_of({item("abc"), item("defghi")}, false),
      shelf_of({item("abc"), item("d")}, false),
      [](const std::string& path) {
        auto file = schemac::update<shelf::File>(path);
        return file && file->replace(1, item("d")) && file->commit();
      },
      [](Update<shelf::File>& file) { return file.append(item("more")).has_value(); }});
  // Elements that say by their codec whether they are whole.
  pieces::File some = pieces_head(), more = pieces_head();
  for (std::uint64_t i = 0; i < 2; ++i) some.pieces.push_back(piece(i));
  for (std::uint64_t i = 0; i < 4; ++i) more.pieces.push_back(piece(i));
  visit(Work<pieces::File>{
      "append pieces", some, more,
      [](const std::string& path) {
        auto file = schemac::update<pieces::File>(path);
        return file && file->append(piece(2)) && file->append(piece(3)) && file->commit();
      },
      [](Update<pieces::File>& file) { return file.append(piece(5)).has_value(); }});
}

}  // namespace schemac::tests
