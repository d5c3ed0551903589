#include "plan/charset.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/make/bodies.h"
#include "schemac/check/frame.h"

namespace schemac::plan {
namespace {

void lower_charset(RecordScope& scope, const model::Text& text, const BodySite& site, Text& out) {
  if (text.charset.empty()) return;
  std::string problem;
  const auto charset = parse_charset(text.charset, problem);
  if (!charset) {
    scope.builder.diagnostics
        .error(site.field.range, "bad-charset",
               "'" + text.charset + "' is not a class of characters: " + problem)
        .help(
            "write the characters between brackets and after them how often, such as "
            "'[A-Za-z0-9_]+'");
    return;
  }
  out.charset = charset->characters;
  out.charset_text = text.charset;
  // Lengths beyond that are a Require, which only fields have.
  if (!site.is_own && (charset->least > 1 || charset->most))
    scope.builder.planned(site.field.range, "a limit for the length of a text in a list or a case");
  Checks& checks = scope.builder.checks;
  out.charset_check = checks.charset(subject_of(scope, site), charset->class_text);
  if (charset->least > 0) {
    CheckSubject at = subject_of(scope, site, out.prefix ? "length" : out.head ? "head" : "");
    at.noun = site.noun;
    out.empty_check = checks.empty_text(at);
  }
}

void lower_length(RecordScope& scope, const model::Text& text, const model::Body& body,
                  const BodySite& site, Text& out) {
  Checks& checks = scope.builder.checks;
  if (body.wire == "msgpack") {
    out.head = lower_head(scope, HeadForm::text, site);
    CheckSubject at = subject_of(scope, site, "head");
    at.style = {};
    at.noun = "length";
    out.cause = checks.cause(at, site.section);
    return;
  }
  if (text.prefix) {
    BodySite inner = site;
    inner.is_own = false;
    impl::append_path(inner.path, "length");
    inner.name = site.name + "_length";
    out.prefix = lower_scalar(scope, *text.prefix, inner);
    CheckSubject at = subject_of(scope, site, "length");
    at.style = {};
    at.prefix += "_length";
    out.cause = checks.cause(at, site.section);
    if (is_signed(text.prefix->dtype)) {
      at.prefix += "_negative";
      at.style.level = Level::error;
      out.negative_check =
          checks.condition(at, Rule::bad_value, at.noun + " is {a:i}; it must not be negative");
    }
  } else if (body.size.kind == model::SizeKind::expression && !text.terminator) {
    out.size = lower_number(scope, body.size.expression);
    out.stated_by = single_field_of(*out.size);
    if (out.stated_by)
      out.cause = checks.cause(blame(scope, site, out.stated_by, &*out.size), site.section);
  } else if (!text.terminator) {
    out.to_end = true;
  }
  out.terminator = text.terminator;
}

}  // namespace

Text lower_text(RecordScope& scope, const model::Text& text, const model::Body& body,
                const BodySite& site) {
  Text out;
  out.filler = text.pad_right;
  lower_length(scope, text, body, site, out);
  if (!site.is_own && text.max)
    scope.builder.planned(body.range, "'max' of a text in a list or a case");
  lower_charset(scope, text, site, out);
  if (text.encoding == "utf-8" || text.encoding == "ascii") {
    out.encoding = text.encoding;
    const std::string shown = text.encoding == "ascii" ? "ASCII" : "UTF-8";
    const bool is_ascii =
        !out.charset.empty() && static_cast<unsigned char>(out.charset.back()) < 0x80;
    CheckSubject at = subject_of(scope, site);
    at.style.level = site.field.style.level;  // of a list that of its elements, too
    if (!is_ascii) out.encoding_check = scope.builder.checks.encoding(at, shown);
  }
  out.pad = body.pad.value_or(1);
  if (out.pad > 1) {
    CheckSubject at = subject_of(scope, site, "padding");
    at.style = {};
    out.padding_check = scope.builder.checks.padding(at);
  }
  return out;
}

}  // namespace schemac::plan
