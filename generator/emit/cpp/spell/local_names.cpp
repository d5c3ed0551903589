#include "emit/cpp/spell/local_names.h"

#include <algorithm>
#include <array>
#include <set>

#include "model/spelling.h"
#include "model/system_names.h"

namespace schemac::emit::cpp {
namespace {

// What functions of generated code call their own: parameters and locals, members, functions and
// namespaces that they name without what these are in. In the order of the alphabet; left as it is,
// since the formatter would give each word a line.
const std::set<std::string_view>& own_words() {
  // clang-format off
  static const std::set<std::string_view> words = {
      "Body", "Emit", "Item", "Kind", "Layout", "List", "Out", "Text", "Visit", "Whole", "access",
      "add", "after", "again", "array", "array_bytes", "ascends", "asked", "asked_members", "at",
      "before", "begin", "begin_of", "blob", "bytes", "check", "check_all",
      "check_arrays", "check_each", "check_elements", "check_places",
      "check_quickly", "check_rules", "check_starts", "choices", "chosen", "closed", "code", "codec_of",
      "content", "context", "copy", "count", "data", "depth", "derived", "detail", "done", "each",
      "element", "element_before", "element_view", "elements", "emit", "emit_elements", "encode",
      "end", "entry", "error", "errors", "extent", "fact", "facts", "failure", "field", "file",
      "fill", "filled", "first", "fits", "form", "found", "frame", "has_late_rules", "has_slack",
      "head", "head_end", "held", "i", "index", "inner", "inside", "is_dim", "is_known",
      "is_large", "is_last", "is_number", "is_offset", "is_ok", "is_open", "is_over", "is_place",
      "is_placed", "is_sized", "is_tag", "is_there", "item", "joined_array", "joiner",
      "json_records", "keeps_rest", "key", "keys", "keys_ascend", "kind", "known",
      "known_version", "last", "lay_out", "layout", "least", "left", "limit", "limits", "list",
      "made", "may_be_part", "measure", "message", "most", "name_of", "needed", "next",
      "next_view", "number", "opened", "order", "ordered", "origin", "origin_frame", "other",
      "out", "own", "part", "parts", "payload", "piece", "piece_size", "place", "position", "put",
      "quick", "read", "read_file", "read_head", "read_value", "reader", "record", "refused",
      "region", "reject", "reject_at", "rejection", "report", "rest", "result", "room",
      "room_after", "run", "schemac", "scope", "section", "sections", "seen", "seen_element", "self", "several",
      "sink", "size", "size_of", "size_of_element", "space", "starts", "stated", "std", "stop", "stored",
      "swallowed", "table_of", "target", "text", "text_frame", "text_of", "there", "total",
      "turn", "unknown", "use", "validate", "value", "values", "version", "view", "view_of",
      "violation", "visit", "visit_members", "walk", "whole", "with", "word", "write", "written"};
  // clang-format on
  return words;
}

// What a local about a field has before and after the field's name.
constexpr auto beginnings = std::to_array<std::string_view>(
    {"after_",   "end_of_",      "left_for_", "unseen_",   "given_",     "each_",
     "own_",     "at_",          "check_",    "begin_of_", "has_",       "all_of_",
     "part_of_", "parts_of_",    "put_",      "set_",      "careful_",   "encode_",
     "emit_",    "told_",        "bytes_of_", "bits_of_",  "length_of_", "read_",
     "walk_",    "digester_of_", "size_of_",  "is_whole_", "key_of_",    "goes_on_after_"});
constexpr auto endings = std::to_array<std::string_view>(
    {"_product", "_extent", "_head",     "_bytes",   "_at",     "_table",   "_parts",
     "_text",    "_hold",   "_elements", "_code",    "_view",   "_passed",  "_members",
     "_fields",  "_keys",   "_list",     "_section", "_places", "_value",   "_known",
     "_element", "_checks", "_file",     "_dims",    "_begin",  "_limit",   "_section_end",
     "_region",  "_after",  "_after_it", "_next",    "_errors", "_claimed", "_target",
     "_end",     "_index",  "_size",     "_key",     "_content"});

bool is_field(const plan::Record& record, std::string_view name) {
  const auto is_it = [name](const auto& each) { return model::snake_case(each.name) == name; };
  const auto is_section = [name](const std::string& each) {
    return model::snake_case(each) == name;
  };
  return name.starts_with("padding") || name == "file" ||
         record.identifiers.contains(std::string(name)) ||
         std::ranges::any_of(record.fields, is_it) || std::ranges::any_of(record.params, is_it) ||
         std::ranges::any_of(record.sections, is_it) ||
         std::ranges::any_of(record.section_params, is_section);
}

bool is_made_of_field(const plan::Record& record, std::string_view name) {
  const auto is_beginning = [&](std::string_view text) {
    return name.starts_with(text) && is_field(record, name.substr(text.size()));
  };
  const auto is_ending = [&](std::string_view text) {
    return name.ends_with(text) && is_field(record, name.substr(0, name.size() - text.size()));
  };
  return std::ranges::any_of(beginnings, is_beginning) || std::ranges::any_of(endings, is_ending);
}

// What constants about a whole record are called after its name.
constexpr auto about_records = std::to_array<std::string_view>(
    {"trailing", "depth", "message", "message_fields", "malformed", "members", "text", "duplicate",
     "characters", "elements", "cause", "padding"});

// Whether a constant about the record may begin with its name, then `rest`.
bool is_about_record(const plan::Record& record, std::string_view rest) {
  if (rest.ends_with("_condition") ||
      std::ranges::find(about_records, rest) != about_records.end() || is_field(record, rest))
    return true;
  for (std::size_t end = rest.find('_'); end != rest.npos; end = rest.find('_', end + 1))
    if (is_field(record, rest.substr(0, end))) return true;
  return false;
}

// Constants are called after a record and after a field or rule of it: "header_count_valid". So
// would be what is made of the local's name, where that is "header_count".
bool is_like_constant(const plan::Plan& plan, std::string_view name) {
  for (std::size_t end = name.find('_'); end != name.npos; end = name.find('_', end + 1)) {
    const auto found = plan.small_names.find(name.substr(0, end));
    if (found != plan.small_names.end() &&
        is_about_record(plan.records[found->second], name.substr(end + 1)))
      return true;
  }
  return false;
}

bool is_other_field(const plan::Record& record, std::string_view name) {
  return std::ranges::any_of(record.params, [&](const auto& each) { return each.name == name; }) ||
         std::ranges::any_of(
             record.sections,
             [&](const auto& each) { return model::snake_case(each.name) == name; }) ||
         std::ranges::any_of(record.section_params, [&](const std::string& each) {
           return model::snake_case(each) == name;
         });
}

}  // namespace

std::string local_name(const plan::Plan& plan, const plan::Record& record,
                       std::string_view identifier) {
  const bool is_taken = own_words().contains(identifier) || model::is_system_name(identifier) ||
                        identifier.starts_with("field_") || identifier.starts_with("run_") ||
                        identifier.starts_with("any_") || identifier.starts_with("names_of_") ||
                        is_made_of_field(record, identifier) ||
                        is_other_field(record, identifier) || is_like_constant(plan, identifier);
  return (is_taken ? "field_" : "") + std::string(identifier);
}

std::string param_name(const plan::Param& param) {
  return "given_" + model::snake_case(param.name);
}

std::string length_name(const plan::Record& record, const std::string& identifier) {
  const auto is_free = [&](const std::string& name) {
    return !own_words().contains(name) && !record.identifiers.contains(name);
  };
  if (is_free(identifier + "_size")) return identifier + "_size";
  return is_free(identifier + "_length") ? identifier + "_length" : "length_of_" + identifier;
}

std::string param_type(const plan::Param& param) {
  if (param.is_list) return "const schemac::impl::NumberList&";
  return param.range.min < 0 ? "std::int64_t" : "std::uint64_t";
}
std::string param_types(const plan::Record& record) {
  std::string types;
  for (const plan::Param& param : record.params) types += ", " + param_type(param);
  return types;
}

}  // namespace schemac::emit::cpp
