#include "emit/cpp/local_names.h"

#include <algorithm>
#include <array>
#include <set>

#include "model/spelling.h"
#include "model/system_names.h"

namespace schemac::emit::cpp {
namespace {

// What functions of generated code call their own: parameters and locals, members, functions and
// namespaces that they name without what these are in.
const std::set<std::string_view>& own_words() {
  static const std::set<std::string_view> words = {
      "context",   "frame",     "begin",    "end",          "left",          "at",        "size",
      "key",       "file",      "element",  "count",        "index",         "fits",      "needed",
      "code",      "behind",    "first",    "keys",         "next",          "own",       "place",
      "region",    "room",      "section",  "target",       "text",          "sections",  "std",
      "out",       "reader",    "check",    "emit",         "held",          "inner",     "layout",
      "run",       "value",     "last",     "seen",         "kind",          "origin",    "schemac",
      "detail",    "view",      "view_of",  "measure",      "lay_out",       "encode",    "extent",
      "is_known",  "is_sized",  "is_there", "is_placed",    "known",         "stated",    "each",
      "rejection", "quick",     "sink",     "limits",       "report",        "bytes",     "visit",
      "read",      "write",     "validate", "name_of",      "written",       "head",      "made",
      "is_ok",     "done",      "entry",    "elements",     "item",          "number",    "total",
      "content",   "space",     "payload",  "piece",        "part",          "parts",     "array",
      "other",     "result",    "found",    "limit",        "visit_members", "walk",      "choices",
      "self",      "position",  "record",   "field",        "data",          "list",      "failure",
      "before",    "after",     "version",  "closed",       "opened",        "stop",      "put",
      "check_all", "read_file", "copy",     "error",        "violation",     "message",   "scope",
      "i",         "errors",    "unknown",  "derived",      "begins",        "values",    "filled",
      "turn",      "size_of",   "Kind",     "json_records", "inside",        "Out",       "Body",
      "Emit",      "Layout",    "List",     "Text",         "Visit",         "Whole",     "Item",
      "text_of",   "table_of",  "codec_of", "read_head",    "is_open",       "read_value"};
  return words;
}

constexpr std::array<std::string_view, 63> longer_words = {"size_of_element",
                                                           "check_rules",
                                                           "check_elements",
                                                           "seen_element",
                                                           "element_before",
                                                           "room_behind",
                                                           "check_places",
                                                           "check_begins",
                                                           "check_arrays",
                                                           "emit_elements",
                                                           "asked_members",
                                                           "element_view",
                                                           "known_version",
                                                           "text_frame",
                                                           "is_last",
                                                           "next_view",
                                                           "is_over",
                                                           "swallowed",
                                                           "word",
                                                           "head_end",
                                                           "ordered",
                                                           "is_place",
                                                           "is_offset",
                                                           "is_number",
                                                           "is_dim",
                                                           "fill",
                                                           "access",
                                                           "add",
                                                           "again",
                                                           "array_bytes",
                                                           "ascends",
                                                           "asked",
                                                           "begin_of",
                                                           "blob",
                                                           "check_each",
                                                           "check_quickly",
                                                           "chosen",
                                                           "depth",
                                                           "fact",
                                                           "facts",
                                                           "form",
                                                           "has_late_rules",
                                                           "has_slack",
                                                           "is_large",
                                                           "is_tag",
                                                           "joiner",
                                                           "keeps_rest",
                                                           "keys_ascend",
                                                           "least",
                                                           "may_be_part",
                                                           "most",
                                                           "order",
                                                           "origin_frame",
                                                           "piece_size",
                                                           "refused",
                                                           "reject",
                                                           "reject_at",
                                                           "several",
                                                           "stored",
                                                           "there",
                                                           "use",
                                                           "whole",
                                                           "with"};

// What stands before and after the name of a part where something about it has a local.
constexpr std::array<std::string_view, 29> beginnings = {
    "after_",   "behind_",      "left_for_", "unseen_",   "given_",     "each_",
    "own_",     "at_",          "check_",    "begin_of_", "has_",       "all_of_",
    "part_of_", "parts_of_",    "put_",      "set_",      "careful_",   "encode_",
    "emit_",    "told_",        "bytes_of_", "bits_of_",  "length_of_", "read_",
    "walk_",    "digester_of_", "size_of_",  "is_whole_", "key_of_"};
constexpr std::array<std::string_view, 25> endings = {
    "_product", "_extent", "_head",     "_bytes",   "_at",     "_table",  "_parts",
    "_text",    "_hold",   "_elements", "_code",    "_view",   "_passed", "_members",
    "_fields",  "_keys",   "_list",     "_section", "_places", "_value",  "_known",
    "_element", "_checks", "_file",     "_dims"};

bool is_part(const plan::Record& record, std::string_view name) {
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

bool is_made_of_part(const plan::Record& record, std::string_view name) {
  const auto is_beginning = [&](std::string_view text) {
    return name.starts_with(text) && is_part(record, name.substr(text.size()));
  };
  const auto is_ending = [&](std::string_view text) {
    return name.ends_with(text) && is_part(record, name.substr(0, name.size() - text.size()));
  };
  return std::ranges::any_of(beginnings, is_beginning) || std::ranges::any_of(endings, is_ending);
}

// What constants about a whole record are called after its name.
constexpr std::array<std::string_view, 13> about_records = {
    "trailing",  "depth",      "message",          "message_fields", "malformed", "members", "text",
    "duplicate", "characters", "characters_parts", "elements",       "cause",     "padding"};

// Constants are called after a record and after a part or rule of it: "header_count_valid". So
// would be what is made of the local's name, where that is "header_count".
bool is_like_constant_of(const plan::Record& record, std::string_view name) {
  const std::string begin = model::snake_case(record.name) + "_";
  if (!name.starts_with(begin)) return false;
  const std::string_view rest = name.substr(begin.size());
  if (rest.ends_with("_condition") ||
      std::ranges::find(about_records, rest) != about_records.end() || is_part(record, rest))
    return true;
  for (std::size_t end = rest.find('_'); end != rest.npos; end = rest.find('_', end + 1))
    if (is_part(record, rest.substr(0, end))) return true;
  return false;
}

bool is_like_constant(const plan::Plan& plan, std::string_view name) {
  return std::ranges::any_of(
      plan.records, [&](const plan::Record& record) { return is_like_constant_of(record, name); });
}

bool is_other_part(const plan::Record& record, std::string_view name) {
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
  const bool is_taken = own_words().contains(identifier) ||
                        std::ranges::find(longer_words, identifier) != longer_words.end() ||
                        model::is_system_name(identifier) || identifier.starts_with("field_") ||
                        identifier.starts_with("run_") || is_made_of_part(record, identifier) ||
                        is_other_part(record, identifier) || is_like_constant(plan, identifier);
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

}  // namespace schemac::emit::cpp
