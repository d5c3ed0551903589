#include "plan/make/digests.h"

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/make/sizes.h"
#include "schemac/base/digest_algorithm.h"

namespace schemac::plan {
namespace {

class DigestLowering {
 public:
  DigestLowering(RecordScope& scope, const model::Digest& digest, const BodySite& site)
      : scope_(scope),
        digest_(digest),
        site_(site),
        own_(static_cast<model::FieldIndex>(&site.field - scope.type.fields.data())) {}

  Raw lower() {
    Digest out;
    out.algorithm = lower_expression(scope_, digest_.algorithm);
    out.endian = digest_.endian.fixed;
    out.is_of_file = digest_.endian.is_of_file;
    out.own = digest_.own;
    for (const model::FieldSpan& span : with_whole_groups()) add(span, out);
    if (out.is_late) check_late();
    out.check = scope_.builder.checks.digest(subject_of(scope_, site_), covered());
    const auto code = as_constant(out.algorithm);
    Raw raw;
    raw.size = code ? make_constant(impl::digest_size(*code))
                    : make_operation(Op::digest_size, {out.algorithm});
    raw.digest = std::move(out);
    return raw;
  }

 private:
  void planned(const std::string& feature) { scope_.builder.planned(site_.field.range, feature); }

  // The writer goes through a record once, and what isn't there has no start and no end.
  void add(const model::FieldSpan& span, Digest& out) {
    const bool is_onward = span.first <= span.last && (!reached_ || span.first > *reached_);
    if (!is_onward) return planned("a digest of fields backwards");
    reached_ = span.last;
    if (span.last >= own_) out.is_late = true;
    for (model::FieldIndex i = span.first; i <= span.last; ++i) {
      const model::Field& field = scope_.type.fields[i];
      if (i != own_ && is_late_digest(i))
        return planned("a digest of '" + field.name +
                       "', which covers itself or what comes after it,");
      if (!is_inline(field))
        return planned("a digest of '" + field.name + "', which is placed elsewhere,");
      if (!field.versions.are_all())
        return planned("a digest of '" + field.name + "', which not every version has,");
    }
    const bool may_lack = is_conditional(span.first) || is_conditional(span.last);
    if (may_lack && span.first != span.last)
      return planned("a digest that begins or ends with a field that may be absent");
    const auto first = with_group(span.first, span.last);
    if (!first) {
      scope_.builder.not_executed(site_.field.range, "a digest that begins or ends within a byte")
          .help("name all fields that share the byte");
      return;
    }
    const FieldSpan lowered{*scope_.ids[*first], *scope_.ids[span.last]};
    const bool is_aligned = scope_.type.fields[span.first].place.align.value_or(1) > 1;
    if (!may_lack && !is_aligned && follows_ && *follows_ + 1 == *first)
      out.over.back().last = lowered.last;
    else
      out.over.push_back(lowered);
    follows_ = may_lack ? std::nullopt : std::optional(span.last);
  }
  // A writer holds back what comes from such a digest on, until that is known.
  void check_late() {
    if (site_.field.condition != nullptr || !site_.field.versions.are_all())
      planned("a digest of what comes after it that may be absent");
    const model::FieldIndex last = *last_covered(own_);
    for (model::FieldIndex i = own_ + 1; i <= last; ++i)
      if (last_covered(i) > last)
        planned("a digest that is known before that of '" + scope_.type.fields[i].name +
                "', which comes after it,");
  }
  [[nodiscard]] bool is_late_digest(model::FieldIndex index) const {
    const auto last = last_covered(index);
    return last && *last >= index;
  }
  // By the digest that a field is, with spans in their order.
  [[nodiscard]] std::optional<model::FieldIndex> last_covered(model::FieldIndex index) const {
    const auto* digest = std::get_if<model::Digest>(&scope_.type.fields[index].body.kind);
    const bool covers = digest != nullptr && !digest->over.empty();
    return covers ? std::optional(digest->over.back().last) : std::nullopt;
  }
  [[nodiscard]] std::optional<model::FieldIndex> group_of(model::FieldIndex index) const {
    const std::vector<model::Field>& fields = scope_.type.fields;
    const auto* scalar =
        index < fields.size() ? std::get_if<model::Scalar>(&fields[index].body.kind) : nullptr;
    return scalar != nullptr && scalar->place ? std::optional(scalar->place->group) : std::nullopt;
  }
  // Fields that share bytes, named one after the other, are one span.
  [[nodiscard]] std::vector<model::FieldSpan> with_whole_groups() const {
    std::vector<model::FieldSpan> spans;
    for (const model::FieldSpan& span : digest_.over) {
      const bool continues = !spans.empty() && spans.back().last + 1 == span.first &&
                             group_of(span.first) &&
                             group_of(spans.back().last) == group_of(span.first);
      if (continues)
        spans.back().last = span.last;
      else
        spans.push_back(span);
    }
    return spans;
  }
  // Where the bytes of a span begin; nothing if other fields share the first or the last one.
  [[nodiscard]] std::optional<model::FieldIndex> with_group(model::FieldIndex first,
                                                            model::FieldIndex last) const {
    const auto after = group_of(last + 1);
    if (after && after == group_of(last)) return std::nullopt;
    const auto group = group_of(first);
    if (!group) return first;
    return *group + 1 == first ? group : std::nullopt;
  }
  [[nodiscard]] bool is_conditional(model::FieldIndex index) const {
    return scope_.type.fields[index].condition != nullptr;
  }

  [[nodiscard]] std::string covered() const {
    std::string text;
    for (const auto& [first, last] : digest_.over) {
      text += (text.empty() ? "'" : ", '") + scope_.type.fields[first].name + "'";
      if (first != last) text += " to '" + scope_.type.fields[last].name + "'";
    }
    return text;
  }

  RecordScope& scope_;
  const model::Digest& digest_;
  const BodySite& site_;
  const model::FieldIndex own_;
  std::optional<model::FieldIndex> reached_;  // by the spans before
  std::optional<model::FieldIndex> follows_;  // what the last span ended with, if that is there
};

}  // namespace

Raw lower_digest(RecordScope& scope, const model::Digest& digest, const BodySite& site) {
  return DigestLowering(scope, digest, site).lower();
}

Digested::Digested(const Record& record) {
  for (const Field& field : record.fields)
    if (const Digest* digest = digest_of(field))
      for (const FieldSpan& span : digest->over) {
        starts.insert(span.first);
        ends.insert(span.last);
      }
}

}  // namespace schemac::plan
