#include "plan/make/bodies.h"

#include "model/overload.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"
#include "plan/expressions/sentences.h"
#include "plan/make/digests.h"
#include "plan/make/sections.h"
#include "plan/make/sizes.h"
#include "schemac/check/frame.h"

namespace schemac::plan {
namespace {

class BodyLowering {
 public:
  BodyLowering(RecordScope& scope, const model::Body& body, const BodySite& site)
      : scope_(scope), body_(body), site_(site) {}

  Body lower() {
    Body out;
    if (!body_.planned.empty()) return planned(body_.planned);
    if (body_.repeat.kind != model::RepeatKind::none) {
      out.kind = lower_list(scope_, body_, site_);
      return out;
    }
    out = std::visit([&](const auto& kind) { return of(kind); }, body_.kind);
    if (body_.form) out.form = scope_.builder.forms[*body_.form];
    return out;
  }

 private:
  Body planned(const std::string& feature) {
    scope_.builder.planned(body_.range, feature);
    return {};
  }
  template <class Kind>
  static Body make(Kind kind) {
    Body body;
    body.kind = std::move(kind);
    return body;
  }
  // Only texts, records, and what a run reads as padding can be filled up.
  bool refuses_pad(const std::string& what) {
    if (!body_.pad || *body_.pad == 1) return false;
    scope_.builder.planned(body_.range, "'pad' of " + what);
    return true;
  }

  Body of(const model::Scalar& scalar) {
    if (scalar.dtype_by) return planned("a type given by an attribute");
    if (scalar.bit_count() % 8 != 0 && !scalar.place) {
      const bool is_ternary = scalar.dtype == Dtype::t1 || scalar.dtype == Dtype::t2;
      scope_.builder
          .not_executed(body_.range,
                        "a single number of " + std::to_string(scalar.bit_count()) + " bits here")
          .help(is_ternary ? "write 'i8': only elements of a list have this type"
                           : "put it into a record, where it shares its byte with other fields");
      return {};
    }
    if (refuses_pad("a number")) return {};
    return make(lower_scalar(scope_, scalar, site_, body_.wire));
  }

  Body of(const model::ConstantBytes& constant) {
    if (refuses_pad("a constant")) return {};
    Constant out;
    out.bytes = constant.bytes;
    const bool is_first =
        scope_.is_root && !scope_.type.fields.empty() && &site_.field == scope_.type.fields.data();
    CheckSubject at = subject_of(scope_, site_);
    out.check = scope_.builder.checks.constant_bytes(at, out.bytes, is_first);
    return make(std::move(out));
  }

  Body of(const model::Padding&) { return planned("padding inside of a case"); }

  Body of(const model::Text& text) { return make(lower_text(scope_, text, body_, site_)); }

  Body of(const model::RawBytes&) {
    if (refuses_pad("raw bytes")) return {};
    Raw raw;
    if (body_.wire == "msgpack") {
      raw.head = lower_head(scope_, HeadForm::bytes, site_);
      CheckSubject at = subject_of(scope_, site_, "head");
      at.style = {};
      at.noun = "size";
      raw.cause = scope_.builder.checks.cause(at, site_.section);
    } else if (body_.size.kind == model::SizeKind::expression) {
      raw.size = lower_number(scope_, body_.size.expression);
      raw.stated_by = single_field_of(*raw.size);
      if (raw.stated_by)
        raw.cause = scope_.builder.checks.cause(blame(scope_, site_, raw.stated_by, &*raw.size),
                                                site_.section);
    } else {
      raw.to_end = true;
    }
    return make(std::move(raw));
  }

  Body of(const model::RecordReference& reference) {
    const model::Type& type = scope_.builder.format.types[reference.type];
    const auto id = scope_.builder.records[reference.type];
    if (!type.is_record || !id) return planned("'" + type.name + "', a type that isn't a record,");
    const bool is_to_end =
        body_.size.kind == model::SizeKind::eos || body_.size.kind == model::SizeKind::rest;
    if (is_to_end && !body_.is_json_text)
      return planned("a record with 'size: " +
                     std::string(body_.size.kind == model::SizeKind::eos ? "eos'" : "rest'"));
    if (refuses_pad("a field that is a record")) return {};
    Nested nested;
    nested.record = *id;
    if (body_.is_json_text) {
      BodySite own = site_;
      own.path.clear();
      nested.json = JsonText{lower_json_checks(scope_, own, type.json->style.syntax, false)};
    }
    for (std::size_t i = 0; i < reference.arguments.size(); ++i)
      nested.args.push_back(lower_argument(reference.arguments[i], type.parameters[i].values));
    const Needs& needs = scope_.builder.needs[reference.type];
    for (const OuterValue& value : needs.values)
      nested.args.push_back(
          make_argument(lower_number(scope_, seen_from_holder(value.expression, scope_.is_root)),
                        value.expression->values));
    for (const OuterSection& section : needs.sections)
      nested.sections.push_back(section_ref(scope_, section));
    return make(std::move(nested));
  }

  // Whether a message has the field: elements of its lists may lie apart.
  [[nodiscard]] bool is_of_message(const model::Field& field) const {
    return std::ranges::any_of(scope_.builder.format.types, [&](const model::Type& type) {
      return type.is_message() && std::ranges::any_of(type.fields, [&](const model::Field& each) {
               return &each == &field;
             });
    });
  }

  // A number, or a list by its name.
  Expr lower_argument(const model::ExpressionPtr& argument, const model::Range& parameter) {
    if (argument == nullptr || !argument->type.is_list)
      return make_argument(lower_number(scope_, argument), parameter);
    const std::optional<Expr> list = lower_list_name(scope_, argument);
    if (!list) scope_.builder.planned(argument->range, "a list that isn't a field of this record");
    const auto found = find_field(scope_, *argument);
    if (found && is_of_message(*found->field))
      scope_.builder.planned(argument->range, "a list of a message or text, passed to a record");
    return list.value_or(make_constant(0));
  }

  Body of(const model::NdArray& array) {
    if (refuses_pad("an ndarray")) return {};
    return make(lower_array(scope_, array, body_, site_));
  }

  Body of(const model::Digest& digest) {
    if (&body_ != &site_.field.body) return planned("a digest inside of a case");
    if (!is_inline(site_.field)) return planned("a digest that is placed elsewhere");
    return make(lower_digest(scope_, digest, site_));
  }
  Body of(const model::FreeForm& free) {
    if (refuses_pad("a value of no type")) return {};
    Raw raw;
    raw.free = FreeForm{};
    if (free.wire == "msgpack") {
      raw.free->wire = FreeForm::Wire::object;
      raw.free->object = lower_object_checks();
      raw.free->repeats_keys = is_remark(raw.free->object.duplicate);
      return make(std::move(raw));
    }
    raw.free->style = free.style;
    raw.to_end = free.wire == "member" || body_.size.kind != model::SizeKind::expression;
    if (free.wire == "member") {
      const auto& json = scope_.type.json;
      raw.free->wire = FreeForm::Wire::member;
      raw.free->holds_members =
          json && json->others && &scope_.type.fields[*json->others] == &site_.field;
      return make(std::move(raw));
    }
    raw.free->checks = lower_json_checks(scope_, site_, free.style.syntax, true);
    raw.free->repeats_keys = is_remark(raw.free->checks.duplicate);
    if (!raw.to_end) {
      raw.size = lower_number(scope_, body_.size.expression);
      raw.stated_by = single_field_of(*raw.size);
      if (raw.stated_by)
        raw.cause = scope_.builder.checks.cause(blame(scope_, site_, raw.stated_by, &*raw.size),
                                                site_.section);
    }
    return make(std::move(raw));
  }
  ObjectChecks lower_object_checks() {
    const CheckSubject at = subject_of(scope_, site_);
    CheckSubject head = subject_of(scope_, site_, "head");
    head.style = {};
    Checks& checks = scope_.builder.checks;
    ObjectChecks out;
    out.form = checks.form(at, ", which doesn't begin an object");
    head.noun = "size";
    out.cause = checks.cause(head, site_.section);
    head.noun = site_.noun;
    out.elements = checks.elements(head);
    CheckSubject depth = at;
    depth.style = {};
    out.depth = checks.depth(depth);
    out.duplicate = checks.duplicate(at);
    return out;
  }
  Body of(const model::Foreign& foreign) { return planned("'" + foreign.form + "'"); }
  Body of(const model::Switch& choice) {
    if (refuses_pad("a switch")) return {};
    return make(lower_switch(scope_, choice, site_));
  }

  [[nodiscard]] bool is_remark(CheckId check) const {
    return scope_.builder.plan.checks[check].level > Level::rule;
  }

  RecordScope& scope_;
  const model::Body& body_;
  const BodySite& site_;
};

}  // namespace

Rule rule_of(impl::json::Syntax syntax) {
  return syntax == impl::json::Syntax::python ? Rule::bad_python : Rule::bad_json;
}

JsonChecks lower_json_checks(RecordScope& scope, const BodySite& site, impl::json::Syntax syntax,
                             bool is_free) {
  const CheckSubject at = subject_of(scope, site);
  Checks& checks = scope.builder.checks;
  JsonChecks out;
  out.malformed = out.kind = out.range = out.unknown =
      checks.text(at, "malformed", rule_of(syntax));
  out.deep = checks.text(at, "deep", Rule::nesting_limit);
  out.large = checks.text(at, "large", Rule::resource_limit);
  out.duplicate = checks.text(at, "duplicate", Rule::duplicate_name);
  if (is_free) return out;
  out.kind = checks.text(at, "kind", Rule::bad_type);
  out.range = checks.text(at, "range", Rule::bad_value);
  out.unknown = checks.text(at, "unknown", Rule::bad_value);
  return out;
}

Body lower_body(RecordScope& scope, const model::Body& body, const BodySite& site) {
  return BodyLowering(scope, body, site).lower();
}

bool needs_region(const model::Body& body) {
  if (body.size.kind != model::SizeKind::expression) return false;
  if (body.repeat.kind != model::RepeatKind::none) return true;
  return std::visit(model::Overload{
                        [](const model::Scalar&) { return false; },
                        [](const model::ConstantBytes&) { return false; },
                        [](const model::Padding&) { return false; },
                        [](const model::Text& text) { return text.prefix || text.terminator; },
                        [](const model::RawBytes&) { return false; },
                        [](const model::RecordReference&) { return true; },
                        [](const model::NdArray&) { return true; },
                        [](const model::Digest&) { return false; },
                        [](const model::FreeForm&) { return false; },
                        [](const model::Foreign&) { return false; },
                        [](const model::Switch&) { return true; },
                    },
                    body.kind);
}

CheckSubject blame(const RecordScope& scope, const BodySite& site, std::optional<FieldId> blamed,
                   const Expr* value) {
  const std::string name = blamed ? scope.record.fields[*blamed].name : site.field.name;
  CheckSubject at = scope.subject(site.name, !blamed && site.is_element ? "" : name);
  at.noun = name;
  if (blamed)
    if (const auto* scalar = std::get_if<Scalar>(&scope.record.fields[*blamed].body.kind))
      at.is_signed = is_signed(scalar->dtype);
  if (blamed && value != nullptr && value->op != Op::field) {
    const std::string text = shown(scope, *value);
    at.noun = value->op == Op::choose ? "(" + text + ")" : text;
  }
  return at;
}

CheckSubject subject_of(const RecordScope& scope, const BodySite& site, const std::string& detail) {
  std::string path = site.path;
  impl::append_path(path, detail);
  CheckSubject at = scope.subject(site.name, path);
  if (site.is_own) at.style = site.field.style;
  at.noun = detail.empty() ? site.noun : detail;
  return at;
}

}  // namespace schemac::plan
