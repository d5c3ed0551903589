// Ways to write the value of a key, by the names that the table of keys gives them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "syntax/keys.h"

namespace schemac::syntax::forms {

[[nodiscard]] inline ValueForm a_name(NameKind kind = NameKind::identifier) {
  return {.form = Form::name, .name_kind = kind};
}
[[nodiscard]] inline ValueForm a_text() { return {.form = Form::text}; }
[[nodiscard]] inline ValueForm a_quoted_text() { return {.form = Form::quoted}; }
[[nodiscard]] inline ValueForm an_integer() { return {.form = Form::integer}; }
[[nodiscard]] inline ValueForm a_boolean() { return {.form = Form::boolean}; }
[[nodiscard]] inline ValueForm an_expression() { return {.form = Form::expression}; }
// A YAML list of expressions is a list expression: `dims: [length / 3, 3]`.
[[nodiscard]] inline ValueForm expressions() {
  return {.form = Form::expression, .takes_list = true};
}
[[nodiscard]] inline ValueForm a_type() { return {.form = Form::type}; }
[[nodiscard]] inline ValueForm anything() { return {.form = Form::unchecked}; }
[[nodiscard]] inline ValueForm a_word(std::vector<std::string_view> words,
                                      std::string_view described = {}) {
  return {.form = Form::word, .words = std::move(words), .described = described};
}
[[nodiscard]] inline ValueForm a_map(Context context) {
  return {.form = Form::record, .context = context};
}
[[nodiscard]] inline ValueForm a_list(std::vector<ValueForm> items) {
  return {.form = Form::list, .values = std::move(items)};
}
[[nodiscard]] inline ValueForm named(std::vector<ValueForm> values,
                                     NameKind kind = NameKind::identifier) {
  return {.form = Form::names, .values = std::move(values), .name_kind = kind};
}

[[nodiscard]] inline ValueForm a_class() {
  return a_word(
      {"truncated",        "trailing-data", "bad-magic",    "bad-version",   "bad-type",
       "bad-value",        "bad-count",     "bad-order",    "bad-charset",   "bad-checksum",
       "bad-form",         "bad-json",      "bad-protobuf", "bad-python",    "duplicate-name",
       "misaligned",       "missing-file",  "negative-dim", "nesting-limit", "nonzero-padding",
       "nonzero-reserved", "out-of-bounds", "overflow",     "overlap",       "resource-limit",
       "size-mismatch",    "unclaimed"},
      "a class of violations, such as bad-value");
}

}  // namespace schemac::syntax::forms
