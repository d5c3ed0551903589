// A check of the schema as data: its class, level, place in the record and sentence, once for
// everyone who makes it.
//
// Code that checks holds a reference to one of these and pays nothing until the check fails; the
// sentence is made then, from `sentence` and the numbers at hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schemac/base/counted.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

/// A number that could not be calculated, as a fact: {a:n} shows it.
inline constexpr std::uint64_t no_fact = ~std::uint64_t{0};

// Generated code names them by this namespace.
using schemac::Level;
using schemac::Rule;

/// What a number has to be, if that could be calculated.
struct Fact {
  // NOLINTNEXTLINE(google-explicit-constructor): facts are written as numbers
  constexpr Fact(std::uint64_t number) : value(number) {}
  static constexpr Fact unknown() {
    Fact fact(no_fact);
    fact.is_number = false;
    return fact;
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator std::uint64_t() const { return value; }

  std::uint64_t value;
  bool is_number = true;
};

/// What clashes: the numbers (and the text) that a sentence shows.
struct Facts {
  constexpr Facts() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): facts are written as numbers
  constexpr Facts(std::uint64_t a0, std::uint64_t b0 = 0, std::uint64_t c0 = 0,
                  std::string_view text0 = {}, std::uint64_t d0 = 0)
      : a(a0), b(b0), c(c0), text(text0), d(d0) {}
  constexpr Facts(std::uint64_t a0, const Fact& b0, std::uint64_t c0 = 0,
                  std::string_view text0 = {}, std::uint64_t d0 = 0)
      : a(a0), b(b0.value), c(c0), text(text0), d(d0), is_b_known(b0.is_number) {}
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::string_view text = {};
  std::uint64_t d = 0;
  bool is_b_known = true;
};

/// One check. Placeholders of `sentence`: {a} {b} {c} {d} unsigned, {a:i} signed, {a:x} in hex
/// ("0x07"), {a:n} unsigned or no_fact, {a:m} a size or no_fact, {text} quoted and made
/// printable, {first} and {second} the first `a` characters of a text and its rest as they are;
/// {depth} and {elements} are what the caller allows.
struct Check {
  Rule rule = Rule::truncated;
  /// Path below the record that checks: "name.length"; empty for the record itself.
  std::string_view field = {};
  std::string_view sentence = {};
  std::string_view name = {};  ///< the schema's own name of the rule, or empty
  Level level = default_level(rule);
  /// Of a number that has to be b, and is only known once everything has its place: what it can
  /// state. One that a writer cut off is then reported as such (Context::set_written). 0 as `most`:
  /// of no number.
  std::int64_t least = 0;
  std::uint64_t most = 0;
  bool is_b_signed = false;
};

namespace detail {

inline void append_printable(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += '\'';
  const std::size_t most = 64;
  for (const char ch : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(ch);
    if (byte >= 0x20 && byte < 0x7f && ch != '\'' && ch != '\\') {
      out += ch;
    } else {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  out += text.size() > most ? "'..." : "'";
}

inline void append_fact(std::string& out, std::string_view placeholder, const Facts& facts,
                        const Limits& limits) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (placeholder == "text") return append_printable(out, facts.text);
  if (placeholder == "first") return void(out += facts.text.substr(0, facts.a));
  if (placeholder == "second") return void(out += facts.text.substr(facts.a));
  const std::uint64_t value = placeholder == "depth"      ? limits.depth
                              : placeholder == "elements" ? limits.elements
                              : placeholder[0] == 'a'     ? facts.a
                              : placeholder[0] == 'b'     ? facts.b
                              : placeholder[0] == 'c'     ? facts.c
                                                          : facts.d;
  if (placeholder.ends_with(":n") && value == no_fact) {
    out += "not a number";
  } else if (placeholder.ends_with(":m") && value == no_fact) {
    out += "more than any file has";
  } else if (placeholder.ends_with(":i")) {
    out += std::to_string(static_cast<std::int64_t>(value));
  } else if (placeholder.ends_with(":x")) {
    unsigned shift = 4;
    while (shift < 60 && value >> shift > 15) shift += 4;
    out += "0x";
    for (;; shift -= 4) {
      out += digits[(value >> shift) & 15];
      if (shift == 0) break;
    }
  } else {
    out += std::to_string(value);
  }
}

}  // namespace detail

/// The sentence of `check` with the facts put in, and with what the caller allows.
[[nodiscard]] inline std::string message(const Check& check, const Facts& facts,
                                         const Limits& limits = {}) {
  std::string out;
  std::string_view rest = check.sentence;
  for (;;) {
    const auto open = rest.find('{');
    out += rest.substr(0, open);
    if (open == std::string_view::npos) return out;
    const auto close = rest.find('}', open);
    const std::size_t before = out.size();
    detail::append_fact(out, rest.substr(open + 1, close - open - 1), facts, limits);
    rest.remove_prefix(close + 1);
    if (std::string_view(out).substr(before) == "1") detail::append_singular(out, rest);
  }
}

}  // namespace schemac::impl
