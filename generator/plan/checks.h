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

/// What a check is about, as its identifier, its path and its sentence call it.
struct CheckSubject {
  std::string prefix;       ///< begin of its identifier: record and field, "tensor_data_offset"
  std::string path;         ///< Check::field
  std::string noun;         ///< what sentences call the thing: "data_offset"
  model::CheckStyle style;  ///< what the schema overrides
  bool is_signed = false;   ///< how its values are shown
  bool is_list = false;     ///< the value is the number of its elements
};

/// What the schema says of `inner`, and where that is silent of `outer`.
[[nodiscard]] model::CheckStyle merged(const model::CheckStyle& inner,
                                       const model::CheckStyle& outer);
/// Gives each check the name of its constant in generated code: one for all that say the same.
void name_constants(std::vector<Check>& checks);
/// The sentence of `elements` where they may have no bytes.
void limit_empty_elements(Check& elements);
/// `text` with what would be a placeholder in a sentence made harmless.
[[nodiscard]] std::string quoted(std::string_view text);

/// "since version 2"; not for all versions.
[[nodiscard]] std::string in_words(const model::Versions& versions);

/// Collects the checks of a plan. One function a CheckKind; each adds one check and returns its
/// number.
class Checks {
 public:
  explicit Checks(std::vector<Check>& out) : out_(out) {}

  CheckId constant(const CheckSubject& subject, model::Int128 value, bool is_first);
  CheckId constant_bytes(const CheckSubject& subject, const std::vector<std::uint8_t>& bytes,
                         bool is_first);
  /// `section` is the section or region whose bytes run out; may be empty.
  CheckId cause(const CheckSubject& subject, std::string_view section);
  CheckId minimum_count(const CheckSubject& subject, std::uint64_t least);
  CheckId maximum_count(const CheckSubject& subject, std::uint64_t most);
  CheckId padding(const CheckSubject& subject);
  CheckId charset(const CheckSubject& subject, std::string_view characters);
  CheckId empty_text(const CheckSubject& subject);
  CheckId encoding(const CheckSubject& subject, std::string_view name);
  CheckId unknown_member(const CheckSubject& subject, std::string_view enumeration);
  CheckId early_member(const CheckSubject& subject, std::string_view enumeration);
  CheckId late_member(const CheckSubject& subject, std::string_view enumeration);
  /// A field of other versions.
  CheckId other_version(const CheckSubject& subject, const model::Versions& versions);
  /// `limited` are the flags that some versions don't have: "fast since version 2".
  CheckId unknown_flag(const CheckSubject& subject, std::string_view limited);
  CheckId boolean(const CheckSubject& subject);
  CheckId no_case(const CheckSubject& subject, std::string_view field, bool may_be_no_number);
  CheckId absent_value(const CheckSubject& subject, model::Int128 value,
                       std::string_view absent_field);
  /// A condition of the schema; `rule` is the class that it has by default.
  CheckId condition(const CheckSubject& subject, Rule rule, std::string sentence);
  /// `before` is what ends or begins at {b}: "where 'metadata' begins".
  CheckId section_order(const CheckSubject& subject, std::string_view before);
  CheckId section_align(const CheckSubject& subject, std::uint64_t multiple);
  CheckId section_bounds(const CheckSubject& subject);
  CheckId gap(const CheckSubject& subject, Level level);
  /// `has_least`: some bytes of the content have to be there.
  CheckId outside(const CheckSubject& subject, std::string_view content, std::string_view section,
                  bool has_least);
  CheckId misaligned(const CheckSubject& subject, std::uint64_t multiple);
  CheckId overlap(const CheckSubject& subject, Level level);
  /// The same of what may lie anywhere in the file: what it overlaps may be inline.
  CheckId overlap_in_file(const CheckSubject& subject);
  /// An offset before the end of what a writer has put so far.
  CheckId too_early(const CheckSubject& subject);
  /// An offset so far after what is written that a writer refuses.
  CheckId too_far(const CheckSubject& subject);
  /// One known late that isn't where a writer puts it.
  CheckId elsewhere(const CheckSubject& subject);
  CheckId unclaimed(const CheckSubject& subject);
  CheckId place(const CheckSubject& subject);
  CheckId section_end(const CheckSubject& subject);
  CheckId fill(const CheckSubject& subject, std::string_view content);
  CheckId array_size(const CheckSubject& subject, std::string_view needing);
  CheckId array_overflow(const CheckSubject& subject, std::string_view dims);
  CheckId duplicate(const CheckSubject& subject);
  CheckId depth(const CheckSubject& subject);
  CheckId elements(const CheckSubject& subject);
  CheckId trailing(const CheckSubject& subject, Level level);
  /// `covered` are the fields that it is made of: "'size', 'text'".
  CheckId digest(const CheckSubject& subject, std::string_view covered);
  CheckId codec(const CheckSubject& subject);
  CheckId codec_limit(const CheckSubject& subject);
  CheckId codec_size(const CheckSubject& subject, std::string_view content);
  CheckId begin(const CheckSubject& subject, std::string_view list);
  CheckId empty_element(const CheckSubject& subject);
  CheckId joined_size(const CheckSubject& subject);
  CheckId part_outside(const CheckSubject& subject);
  CheckId part_overlap(const CheckSubject& subject);
  CheckId part_gap(const CheckSubject& subject);
  CheckId text(const CheckSubject& subject, const std::string& flaw, Rule rule);
  CheckId malformed(const CheckSubject& subject);
  CheckId missing(const CheckSubject& subject);
  CheckId missing_member(const CheckSubject& subject, Rule rule);
  CheckId pieces(const CheckSubject& subject);
  CheckId order(const CheckSubject& subject, Level level);
  /// `expected` says what the byte should be or begin: "; u32 begins with 0xce".
  CheckId form(const CheckSubject& subject, std::string_view expected);
  CheckId unfit(const CheckSubject& subject, std::string_view type);
  /// The same of a spelled number, at one of its bytes.
  CheckId unfit_byte(const CheckSubject& subject, std::string_view sentence);
  CheckId wide(const CheckSubject& subject);
  CheckId respelled(const CheckSubject& subject);

  /// What the schema says about a check.
  void document(CheckId check, std::string doc) { out_[check].doc = std::move(doc); }

 private:
  CheckId add(const CheckSubject& subject, CheckKind kind, std::string_view kind_name, Rule rule,
              std::string sentence);
  /// The same, of level `rule` whatever the class.
  CheckId add_rule(CheckSubject subject, CheckKind kind, std::string_view kind_name, Rule rule,
                   std::string sentence);

  std::vector<Check>& out_;
  UniqueNames identifiers_;
};

}  // namespace schemac::plan
