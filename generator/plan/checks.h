// Every kind of check, once: its class, its level and its sentence. Whoever makes a plan says which
// kind belongs where; how grave a broken relation is, and in which words it is reported, is decided
// here for all formats, and a schema overrides it with `class`, `level` and `name`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "plan/identifiers.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Where a check belongs.
struct CheckSite {
  std::string scope;        ///< begin of its identifier: record and field, "tensor_data_offset"
  std::string path;         ///< Check::field
  std::string noun;         ///< what sentences call the thing: "data_offset"
  model::CheckStyle style;  ///< what the schema overrides
  bool is_signed = false;   ///< how its values are shown
  bool is_list = false;     ///< the value is the number of its elements
};

/// What the schema says of `inner`, and where that is silent of `outer`.
[[nodiscard]] model::CheckStyle merged(const model::CheckStyle& inner,
                                       const model::CheckStyle& outer);
/// The level that a class has where nothing else is said.
[[nodiscard]] Level default_level(Rule rule);
/// The sentence of `elements` where they may have no bytes.
void limit_empty_elements(Check& elements);
/// `text` with what would be a placeholder in a sentence made harmless.
[[nodiscard]] std::string quoted(std::string_view text);

/// "since version 2"; not of those that are all.
[[nodiscard]] std::string in_words(const model::Versions& versions);

/// Collects the checks of a plan. One function a CheckKind; each adds one check and returns its
/// number.
class Checks {
 public:
  explicit Checks(std::vector<Check>& out) : out_(out) {}

  CheckId constant(const CheckSite& site, model::Int128 value, bool is_first);
  CheckId constant_bytes(const CheckSite& site, const std::vector<std::uint8_t>& bytes,
                         bool is_first);
  /// `section` is the section or region whose bytes run out; may be empty.
  CheckId cause(const CheckSite& site, std::string_view section);
  CheckId minimum_count(const CheckSite& site, std::uint64_t least);
  CheckId maximum_count(const CheckSite& site, std::uint64_t most);
  CheckId padding(const CheckSite& site);
  CheckId charset(const CheckSite& site, std::string_view characters);
  CheckId empty_text(const CheckSite& site);
  CheckId encoding(const CheckSite& site, std::string_view name);
  CheckId unknown_member(const CheckSite& site, std::string_view enumeration);
  CheckId early_member(const CheckSite& site, std::string_view enumeration);
  CheckId late_member(const CheckSite& site, std::string_view enumeration);
  /// A field of other versions.
  CheckId other_version(const CheckSite& site, const model::Versions& versions);
  /// `limited` are the flags that some versions don't have: "fast since version 2".
  CheckId unknown_flag(const CheckSite& site, std::string_view limited);
  CheckId boolean(const CheckSite& site);
  CheckId no_case(const CheckSite& site, std::string_view field, bool may_be_no_number);
  CheckId absent_value(const CheckSite& site, model::Int128 value, std::string_view absent_field);
  /// A condition of the schema; `rule` is the class that it has by default.
  CheckId condition(const CheckSite& site, Rule rule, std::string sentence);
  /// `before` is what ends or begins at {b}: "where 'metadata' begins".
  CheckId section_order(const CheckSite& site, std::string_view before);
  CheckId section_align(const CheckSite& site, std::uint64_t multiple);
  CheckId section_bounds(const CheckSite& site);
  CheckId gap(const CheckSite& site, Level level);
  /// `has_least`: some bytes of the content have to be there.
  CheckId outside(const CheckSite& site, std::string_view content, std::string_view section,
                  bool has_least);
  CheckId misaligned(const CheckSite& site, std::uint64_t multiple);
  CheckId overlap(const CheckSite& site, Level level);
  /// The same of what may lie anywhere in the file: the other may be what stands in line.
  CheckId overlap_in_file(const CheckSite& site);
  /// An offset before the end of what a writer has put so far.
  CheckId too_early(const CheckSite& site);
  /// An offset so far after what is written that a writer refuses.
  CheckId too_far(const CheckSite& site);
  /// One known late that isn't where a writer puts it.
  CheckId elsewhere(const CheckSite& site);
  CheckId unclaimed(const CheckSite& site);
  CheckId place(const CheckSite& site);
  CheckId section_end(const CheckSite& site);
  CheckId fill(const CheckSite& site, std::string_view content);
  CheckId array_size(const CheckSite& site, std::string_view needing);
  CheckId array_overflow(const CheckSite& site, std::string_view dims);
  CheckId duplicate(const CheckSite& site);
  CheckId depth(const CheckSite& site);
  CheckId elements(const CheckSite& site);
  CheckId trailing(const CheckSite& site, Level level);
  /// `covered` are the fields that it is made of: "'size', 'text'".
  CheckId digest(const CheckSite& site, std::string_view covered);
  CheckId codec(const CheckSite& site);
  CheckId codec_limit(const CheckSite& site);
  CheckId codec_size(const CheckSite& site, std::string_view content);
  CheckId begin(const CheckSite& site, std::string_view list);
  CheckId empty_element(const CheckSite& site);
  CheckId joined_size(const CheckSite& site);
  CheckId part_outside(const CheckSite& site);
  CheckId part_overlap(const CheckSite& site);
  CheckId part_gap(const CheckSite& site);
  CheckId text(const CheckSite& site, const std::string& flaw, Rule rule);
  CheckId malformed(const CheckSite& site);
  CheckId missing(const CheckSite& site);
  CheckId missing_member(const CheckSite& site, Rule rule);
  CheckId pieces(const CheckSite& site);
  CheckId order(const CheckSite& site, Level level);
  /// `expected` says what the byte should be or begin: "; u32 begins with 0xce".
  CheckId form(const CheckSite& site, std::string_view expected);
  CheckId unfit(const CheckSite& site, std::string_view type);

  /// What the schema says about a check.
  void document(CheckId check, std::string doc) { out_[check].doc = std::move(doc); }

 private:
  CheckId add(const CheckSite& site, CheckKind kind, std::string_view kind_name, Rule rule,
              std::string sentence);
  /// The same, of level `rule` whatever the class.
  CheckId add_rule(CheckSite site, CheckKind kind, std::string_view kind_name, Rule rule,
                   std::string sentence);

  std::vector<Check>& out_;
  UniqueNames identifiers_;
};

}  // namespace schemac::plan
