// The laws, held to one file of one root: generated code and the direct executor say and do the
// same, and nothing is lost.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "direct/write/encode.h"
#include "plan/plan.h"
#include "random/handle.h"
#include "random/made_values.h"
#include "random/mutations.h"
#include "random/placed_lists.h"

namespace net {

/// A law that is broken.
struct Find {
  std::string law;   ///< "executors differ"
  std::string what;  ///< what one side says, and what the other
  std::string file;  ///< in hexadecimal
};

/// How often what was done.
using Counts = std::map<std::string, std::uint64_t>;

/// Enough for any file at random, and little enough to try many.
[[nodiscard]] schemac::Limits limits();
/// "items[2].name 17 bad-value error what is wrong"
[[nodiscard]] std::string line_of(const schemac::Violation& violation);

class Laws {
 public:
  Laws(const schemac::plan::Plan& plan, const schemac::plan::Root& root, const Handle& handle)
      : plan_(plan), root_(root), handle_(handle), placed_(placed_lists(plan)) {}

  /// Whether `file` is valid, without a remark.
  bool check(const File& file);
  /// Values that a person says: the bytes that they become, if they can be written.
  [[nodiscard]] std::vector<schemac::direct::Problem> check_values(const Json& values, File& out);

  /// What is known to be right.
  void check_verdict(const File& file, bool is_valid);
  void check_answer(const Json& values, bool is_written, bool is_right);

  [[nodiscard]] const std::vector<Find>& finds() const { return finds_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

  void found(const std::string& law, const std::string& what);

 private:
  void check_reports(const schemac::Report& generated, const schemac::Report& direct);
  bool check_read(const File& file, const schemac::Report& report);
  void check_view(const File& file, const schemac::Report& report, const Shown* value);
  void check_arrays(const Shown& value, const Shown& view);
  void check_plain(const Json& values, const Shown& shown);
  void check_written(const File& file, const AnyValue& value, const Json& values,
                     const schemac::Report& report);
  void check_written_values(const Json& values, const schemac::direct::Encoded& encoded);
  void check_read_back(const AnyValue& value, const File& written, const std::string& said);
  [[nodiscard]] bool may_be_starts(std::string_view path) const;
  [[nodiscard]] bool is_same(const File& file, const File& written) const;
  void check_same_again(const File& written, const Shown& shown);
  void check_explained(const File& file);
  void check_growth(const File& file, const Shown& value);
  void check_grown(const File& file, const std::vector<Shown>& expected, const std::string& steps);
  void check_interrupted(const File& file, const std::vector<Shown>& elements, Dice& dice);
  void check_extended(const File& file, Dice& dice);

  const schemac::plan::Plan& plan_;
  const schemac::plan::Root& root_;
  const Handle& handle_;
  std::set<std::string> placed_;  // lists that lie at offsets, or in what does
  const File* file_ = nullptr;
  bool is_grown_ = false;  // the file at hand: it isn't made to grow once more
  std::vector<Find> finds_;
  std::set<std::string> known_;
  Counts counts_;
};

}  // namespace net
