#include "plan/make/codecs.h"

#include <algorithm>

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/make/sizes.h"

namespace schemac::plan {

Codec lower_codec(RecordScope& scope, const model::Field& field, const BodySite& site) {
  const model::Codec& codec = *field.body.codec;
  if (!is_inline(field)) scope.builder.planned(field.range, "a codec of what is placed elsewhere");
  const auto lowered = [&](const model::ExpressionPtr& expression) {
    return expression ? std::optional(lower_number(scope, expression)) : std::nullopt;
  };
  Codec out;
  out.algorithm = lower_expression(scope, codec.algorithm);
  out.level = lowered(codec.level);
  out.element_size = lowered(codec.element_size);
  out.size = lowered(codec.size);
  if (out.size) out.stated_by = single_field_of(*out.size);
  const CheckSubject at = subject_of(scope, site);
  out.malformed = scope.builder.checks.codec(at);
  out.too_large = scope.builder.checks.codec_limit(at);
  out.size_check = scope.builder.checks.codec_size(
      out.stated_by ? blame(scope, site, out.stated_by) : at, field.name);
  if (codec.content) {
    out.content.emplace();
    out.content->style = codec.content->style;
    out.content->checks = lower_json_checks(scope, site, codec.content->style.syntax, true);
    const JsonChecks& made = out.content->checks;
    for (const CheckId id : {made.malformed, made.deep, made.large})  // reading doesn't decode
      scope.builder.plan.checks[id].level =
          std::max(scope.builder.plan.checks[id].level, Level::rule);
  }
  return out;
}

}  // namespace schemac::plan
