// The rows of an explanation as a page carries them: in columns, what is equal said once.
//
// Rows are in order of offset without gaps, so a row needs its size alone; path, type and words are
// those of many rows, so they are said once, as a sort of row. Most elements of a list consist of
// rows of the same sorts and sizes: their shape. What an element needs of its own is its index, the
// number of its shape and its values.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "direct/explain/explain.h"

namespace schemac::pages {

using Json = nlohmann::ordered_json;

/// "items[3].dims[0]" as "items[].dims[]" and {3, 0}.
struct SplitPath {
  std::string pattern;
  std::vector<std::uint64_t> indices;
};
[[nodiscard]] SplitPath split_path(std::string_view path);

/// A value for the page: whole numbers that JavaScript would round are {"$n": "..."}, what is long
/// is cut: {"$s": begin, "of": bytes}, {"$a": [...], "of": elements}.
[[nodiscard]] Json shown_value(const Json& value);

/// A number for each text.
class TextTable {
 public:
  [[nodiscard]] std::uint64_t number_of(const std::string& text);
  [[nodiscard]] const Json& texts() const { return texts_; }

 private:
  std::unordered_map<std::string, std::uint64_t> numbers_;
  Json texts_ = Json::array();
};

class RowTable {
 public:
  /// Adds what lies after everything added before.
  void add(const direct::Row& row);
  /// Adds elements [from, to] of the list `path`, which the page doesn't show.
  void add_cut(const std::string& path, std::uint64_t offset, std::uint64_t size,
               std::uint64_t from, std::uint64_t to);
  /// Rows added so far.
  [[nodiscard]] std::uint64_t size() const { return count_; }

  /// {"texts", "sorts", "shapes", "runs", "values", "composites", "links", "inner"}: see model.js,
  /// which reads it.
  [[nodiscard]] Json take();

 private:
  void add(const direct::Row& row, const SplitPath& split, std::uint64_t kind);
  std::uint64_t sort_of(const direct::Row& row, const std::string& pattern, std::uint64_t kind);
  void set_indices(const std::vector<std::uint64_t>& indices);
  void end_run();
  [[nodiscard]] Json compact(const Json& value);
  /// Rows within a row; if they are too many, the last item is the number of those left out.
  [[nodiscard]] Json inner_of(const direct::Row& row, const direct::Row& whole);

  TextTable texts_;
  TextTable composites_;  // lists and objects, as JSON texts
  TextTable shapes_;      // likewise
  std::unordered_map<std::string, std::uint64_t> sorts_;
  std::vector<std::uint64_t> indices_;
  std::uint64_t count_ = 0;
  Json shape_ = Json::array();  // of the run at hand
  Json sort_list_ = Json::array(), runs_ = Json::array(), values_ = Json::array(),
       links_ = Json::array(), inner_ = Json::object();
};

}  // namespace schemac::pages
