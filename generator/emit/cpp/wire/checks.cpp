#include "emit/cpp/wire/checks.h"

#include <algorithm>
#include <set>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {
namespace {

// Each set once, in the order of the texts.
std::vector<std::string> charsets_of(const plan::Plan& plan) {
  std::vector<std::string> sets;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* text = std::get_if<plan::Text>(&body.kind);
    if (text == nullptr || text->charset.empty()) return;
    if (std::find(sets.begin(), sets.end(), text->charset) == sets.end())
      sets.push_back(text->charset);
  });
  return sets;
}

std::string set_name(std::size_t index) {
  return index == 0 ? "allowed_characters" : "allowed_characters_" + std::to_string(index + 1);
}

// A literal in pieces that fit a line each; a zero byte in it would end it, were it not for its
// size.
void emit_pieces(Printer& out, std::string_view text) {
  constexpr std::size_t width = 40;  // each character may take four
  const bool has_zero = text.find('\0') != std::string_view::npos;
  const std::string end = has_zero ? ", " + std::to_string(text.size()) + "))" : ")";
  if (has_zero) out.emit({}, "std::string_view(");
  for (; text.size() > width; text.remove_prefix(width))
    out.emit({{"piece", quoted(text.substr(0, width))}}, "$piece$");
  out.emit({{"piece", quoted(text)}, {"end", end}}, "$piece$$end$;");
}

// What a check says beside its class, its place and its sentence.
std::string rest_of(const plan::Check& check) {
  const bool is_usual = check.level == default_level(check.rule);
  std::string rest;
  if (!check.name.empty() || !is_usual || check.fits) rest += ", " + quoted(check.name);
  if (!is_usual || check.fits) rest += ", " + level_name(check.level);
  if (!check.fits) return rest;
  return rest + ", " + literal(check.fits->min) + ", " + literal(check.fits->max) +
         (check.is_b_signed ? ", true" : "");
}

// Prints
//
//   inline constexpr schemac::impl::Check tensor_dtype_unknown{
//       schemac::impl::Rule::bad_type, "dtype", "{a} is no member of ValueType"};
void emit_check(Printer& out, const plan::Check& check) {
  out.emit({{"name", check.constant},
            {"rule", rule_name(check.rule)},
            {"field", quoted(check.field)},
            {"sentence", text_literal(check.sentence)},
            {"rest", rest_of(check)}},
           R"cc(
             inline constexpr schemac::impl::Check $name${$rule$, $field$, $sentence$$rest$};
           )cc");
}

}  // namespace

std::string characters_of(const plan::Plan& plan, const plan::Text& text) {
  const std::vector<std::string> sets = charsets_of(plan);
  return set_name(
      static_cast<std::size_t>(std::find(sets.begin(), sets.end(), text.charset) - sets.begin()));
}

void emit_checks(Printer& out, const plan::Plan& plan) {
  const std::vector<std::string> sets = charsets_of(plan);
  for (std::size_t i = 0; i < sets.size(); ++i)
    out.emit({{"name", set_name(i)}, {"characters", [&] { emit_pieces(out, sets[i]); }}},
             R"cc(
               inline constexpr schemac::impl::CharacterSet $name$(
                   $characters$;
             )cc");
  std::set<std::string> printed;
  for (const plan::Check& check : plan.checks)
    if (printed.insert(check.constant).second) emit_check(out, check);
}

}  // namespace schemac::emit::cpp
