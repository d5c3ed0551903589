// What is wrong with a file: one violation, and the classes and levels that violations have.
//
// The same struct comes from `read`, `validate`, the direct executor and the JSON of the command,
// so a place or a sentence that one of them states holds for all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace schemac {

/// The class of a violation: what kind of rule is broken, independent of the format.
enum class Rule : std::uint8_t {
  truncated,
  trailing_data,
  bad_magic,
  bad_version,
  bad_type,
  bad_value,
  bad_count,
  bad_order,
  bad_charset,
  bad_checksum,
  bad_form,  ///< spelled in another way than a writer's
  bad_json,
  bad_protobuf,
  bad_python,
  duplicate_name,
  misaligned,
  missing_file,
  negative_dim,
  nesting_limit,
  nonzero_padding,
  nonzero_reserved,
  out_of_bounds,
  overflow,
  overlap,
  resource_limit,
  size_mismatch,
  unclaimed,  ///< bytes that no field claims
  io_error,   ///< nothing of the format: the system refused to open, read or write
};

inline constexpr std::array<std::string_view, 28> rule_ids = {
    "truncated",        "trailing-data", "bad-magic",    "bad-version",   "bad-type",
    "bad-value",        "bad-count",     "bad-order",    "bad-charset",   "bad-checksum",
    "bad-form",         "bad-json",      "bad-protobuf", "bad-python",    "duplicate-name",
    "misaligned",       "missing-file",  "negative-dim", "nesting-limit", "nonzero-padding",
    "nonzero-reserved", "out-of-bounds", "overflow",     "overlap",       "resource-limit",
    "size-mismatch",    "unclaimed",     "io-error"};

/// The id that documents and JSON use: "nonzero-padding".
[[nodiscard]] constexpr std::string_view id(Rule rule) {
  return rule_ids[static_cast<std::size_t>(rule)];
}

/// Who insists on a check, from what safe reading needs to what is only worth a remark.
enum class Level : std::uint8_t {
  error,      ///< safe reading needs it: read, open and validate refuse
  rule,       ///< the document demands it: validate and write refuse, read on request
  canonical,  ///< what a writer produces: normalised on writing, only noted elsewhere
  warn,       ///< worth a remark
};

inline constexpr std::array<std::string_view, 4> level_ids = {"error", "rule", "canonical", "warn"};

[[nodiscard]] constexpr std::string_view id(Level level) {
  return level_ids[static_cast<std::size_t>(level)];
}

/// Who insists on a check of that class, unless its schema says otherwise.
[[nodiscard]] constexpr Level default_level(Rule rule) {
  switch (rule) {
    case Rule::truncated:
    case Rule::bad_magic:
    case Rule::bad_version:
    case Rule::bad_type:
    case Rule::bad_count:
    case Rule::bad_order:
    case Rule::bad_charset:
    case Rule::bad_checksum:
    case Rule::bad_json:
    case Rule::bad_python:
    case Rule::bad_protobuf:
    case Rule::misaligned:
    case Rule::missing_file:
    case Rule::negative_dim:
    case Rule::nesting_limit:
    case Rule::out_of_bounds:
    case Rule::overflow:
    case Rule::resource_limit:
    case Rule::size_mismatch:
    case Rule::io_error:
      return Level::error;
    case Rule::trailing_data:
    case Rule::bad_value:
    case Rule::duplicate_name:
    case Rule::nonzero_padding:
    case Rule::nonzero_reserved:
    case Rule::overlap:
    case Rule::unclaimed:
      return Level::rule;
    case Rule::bad_form:
      return Level::canonical;
  }
  return Level::error;
}

/// One broken rule of one file.
struct Violation {
  std::string path;          ///< the field at fault: "tensors[3].data_offset"
  std::uint64_t offset = 0;  ///< where the smallest explained part at fault begins, in bytes
  Rule rule = Rule::truncated;
  Level level = Level::error;
  std::string name;     ///< the schema's own name of the rule, where it has one
  std::string message;  ///< a sentence with the values that clash

  bool operator==(const Violation&) const = default;
};

/// "tensors[3].data_offset at byte 276: ... [overlap]", for people.
[[nodiscard]] inline std::string to_string(const Violation& violation) {
  std::string text = violation.path.empty() ? std::string("file") : violation.path;
  text += " at byte " + std::to_string(violation.offset) + ": " + violation.message + " [";
  text += id(violation.rule);
  return text + "]";
}

}  // namespace schemac
