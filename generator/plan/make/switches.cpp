#include <set>

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/make/bodies.h"

namespace schemac::plan {
namespace {

using model::Int128;

class SwitchLowering {
 public:
  SwitchLowering(RecordScope& scope, const model::Switch& choice, const BodySite& site)
      : scope_(scope), choice_(choice), site_(site) {}

  Switch lower() {
    // The members of its view, which names types, too.
    for (const char* own : {"kind", "Kind"}) names_.take(own);
    (void)names_.add("unknown");  // what a view says where no case is for the tag
    out_.tag = lower_number(scope_, choice_.tag);
    out_.tag_field = as_field(out_.tag);
    out_.tag_enum = choice_.tag->type.enumeration;
    for (const model::Case& each : choice_.cases)
      if (!each.is_else) add(each);
    for (const model::Case& each : choice_.cases)
      if (each.is_else) add(each);
    const bool takes_every_tag =
        !out_.alternatives.empty() && out_.alternatives.back().tags.empty();
    if (!takes_every_tag || can_fail(out_.tag)) out_.no_case = lower_no_case();
    return std::move(out_);
  }

 private:
  CheckId lower_no_case() const {
    CheckSubject at = blame(scope_, site_, out_.tag_field);
    const bool has_sign = out_.tag.range.min < 0;
    if (!out_.tag_field) {
      at.noun = shown(scope_, out_.tag);
      at.is_signed = has_sign;
    }
    return scope_.builder.checks.no_case(at, site_.field.name, can_fail(out_.tag) && !has_sign);
  }
  void add(const model::Case& each) {
    if (!each.text_tags.empty()) return scope_.builder.planned(each.range, "a switch over texts");
    Alternative alternative;
    alternative.name = each.name;
    alternative.identifier = names_.add(snake_identifier(each.name));
    alternative.tags = each.tags;
    alternative.doc = each.doc;
    BodySite site = site_;
    site.name = site_.name + "_" + each.name;
    site.path.clear();
    site.noun = site_.field.name;
    site.is_own = false;
    if (needs_region(each.body))
      return scope_.builder.planned(each.body.range, "a 'size' of its own inside a case");
    alternative.body.push_back(lower_body(scope_, each.body, site));
    taken_.insert(each.tags.begin(), each.tags.end());
    find_tag_by_dtype(alternative, each.is_else);
    out_.alternatives.push_back(std::move(alternative));
  }

  // A single element whose type is an attribute of the tag: the tag follows from the type that the
  // value has.
  void find_tag_by_dtype(Alternative& alternative, bool is_else) {
    const auto* array = std::get_if<Array>(&alternative.body.front().kind);
    if (array == nullptr || !out_.tag_enum || array->dtype.op != Op::attribute ||
        array->dtype.id != *out_.tag_enum)
      return;
    if (array->dtype.args[0].op != out_.tag.op || array->dtype.args[0].id != out_.tag.id) return;
    if (!array->dims) alternative.tag_by_dtype = array->dtype.attribute;
    if (!is_else) return;
    // `else` stands for the members that have the attribute, so that others have no case, and not
    // bytes of no type.
    const std::uint32_t attribute = array->dtype.attribute;
    bool takes_all = !enumeration().keeps_unknown;
    std::vector<Int128> tags;
    for (const model::EnumMember& member : enumeration().members) {
      if (taken_.contains(member.value)) continue;
      const bool states_it =
          attribute < member.attributes.size() && member.attributes[attribute].has_value();
      if (states_it) tags.push_back(member.value);
      takes_all = takes_all && states_it;
    }
    if (!takes_all) alternative.tags = tags;
  }

  [[nodiscard]] const model::Enum& enumeration() const {
    return scope_.builder.format.enums[*out_.tag_enum];
  }

  RecordScope& scope_;
  const model::Switch& choice_;
  const BodySite& site_;
  Switch out_;
  UniqueNames names_{scope_.builder.plan.type_names};
  std::set<Int128> taken_;
};

}  // namespace

Switch lower_switch(RecordScope& scope, const model::Switch& choice, const BodySite& site) {
  return SwitchLowering(scope, choice, site).lower();
}

}  // namespace schemac::plan
