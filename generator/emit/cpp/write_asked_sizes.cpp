#include "emit/cpp/write_asked_sizes.h"

#include <algorithm>
#include <string>
#include <variant>

#include "emit/cpp/enums.h"
#include "emit/cpp/expressions.h"
#include "emit/cpp/json.h"
#include "emit/cpp/local_names.h"
#include "emit/cpp/names.h"
#include "emit/cpp/write_held.h"
#include "plan/asked_layout.h"
#include "plan/computed.h"

namespace schemac::emit::cpp {
namespace {

bool is_asked(const WriteScope& scope, plan::FieldId id, const plan::Expr& size) {
  return scope.asks_layout(size) && !scope.follows_from(size, id);
}

bool is_asked(const WriteScope& scope, plan::FieldId id, const plan::Body& body) {
  const auto asks = [&](const std::optional<plan::Expr>& size) {
    return size && is_asked(scope, id, *size);
  };
  if (const auto* text = std::get_if<plan::Text>(&body.kind)) return asks(text->size);
  if (const auto* raw = std::get_if<plan::Raw>(&body.kind)) return !raw->digest && asks(raw->size);
  if (const auto* list = std::get_if<plan::List>(&body.kind))
    return !list->begins_of && (asks(list->count) || is_asked(scope, id, list->element.front()));
  if (const auto* array = std::get_if<plan::Array>(&body.kind))
    return array->dims && scope.asks_layout(*array->dims);
  const auto* choice = std::get_if<plan::Switch>(&body.kind);
  return choice != nullptr && std::ranges::any_of(choice->alternatives, [&](const auto& each) {
           return is_asked(scope, id, each.body.front());
         });
}

bool has_asked_region(const WriteScope& scope, plan::FieldId id) {
  const auto& region = scope.field(id).region;
  return region && is_asked(scope, id, region->size);
}

// One overload a kind of body that may have such a size.
struct Hold {
  Printer& out;
  const WriteScope& scope;
  plan::FieldId id;
  std::string member;  // what refusals name: the alternative of a union, with what is around it
  std::string x;

  void operator()(const plan::Text& text) const {
    if (text.size) hold(*text.size, access(x, "size()"));
  }
  void operator()(const plan::Raw& raw) const {
    if (!raw.size || raw.digest) return;
    hold(*raw.size,
         raw.free ? "schemac::json::text_of(" + x + ", " + style_text(raw.free->style) + ").size()"
                  : access(x, "size()"));
  }
  void operator()(const plan::Array& array) const {
    if (!array.dims || !scope.asks_layout(*array.dims)) return;
    if (plan::asks_place_inside(scope.plan(), scope.record(), *array.dims)) return;
    std::string known;
    for (const plan::DimsPart& part : array.dims->parts) {
      add(known, known_late(part.value));
      if (part.condition) add(known, known_late(*part.condition));
    }
    if (!known.empty()) known = " && " + known;
    out.emit({{"needed", length_name(scope.record(), scope.field(id).identifier)},
              {"known", known},
              {"dims", dims_of(*array.dims, scope.spelling())},
              {"element", element_size(scope.plan(), array.dtype, scope.spelling())},
              {"x", member},
              {"held", access(x, "size()")}},
             R"cc(
               if (std::uint64_t $needed$ = 0;
                   schemac::array_size($dims$, $element$, $needed$)$known$) {
                 out.misfits.hold($x$, $held$, $needed$);
               } else {
                 out.misfits.reject($x$, $held$);
               }
             )cc");
  }
  void operator()(const plan::List& list) const {
    if (list.begins_of) return;
    const auto count = [&] {
      if (list.count) hold(*list.count, access(x, "size()"));
    };
    if (list.is_counted && is_asked(scope, id, *list.count))
      out.emit({{"known", condition_of(*list.is_counted, scope.spelling())}, {"count", count}},
               R"cc(
                 if ($known$) {
                   $count$;
                 }
               )cc");
    else
      count();
    hold_elements(list);
  }
  void operator()(const plan::Switch& choice) const {
    emit_if_held(
        out, scope, id, choice, x,
        [this](const plan::Body& each) { return is_asked(scope, id, each); },
        [this](const plan::Body& each, const std::string& held) {
          std::visit(Hold{out, scope, id, "*held", held}, each.kind);
        });
  }
  void operator()(const auto&) const {}

  void hold_elements(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    if (!is_asked(scope, id, element)) return;
    const std::string held = element_name(scope.field(id), list);
    const auto steps = [&] { std::visit(Hold{out, scope, id, held, held}, element.kind); };
    out.emit({{"held", held}, {"list", x}, {"steps", steps}},
             R"cc(
               for (const auto& $held$ : $list$) {
                 $steps$;
               }
             )cc");
  }

  void hold(const plan::Expr& size, const std::string& held) const {
    if (!is_asked(scope, id, size)) return;
    if (plan::asks_place_inside(scope.plan(), scope.record(), size)) return;
    const std::string needed = text_of(size, scope.spelling(), true);
    const auto compare = [&] {
      out.emit({{"x", member}, {"held", held}, {"needed", needed}},
               R"cc(out.misfits.hold($x$, $held$, $needed$);)cc");
    };
    std::string known;
    if (scope.can_fail(size)) known = is_number(size, scope.spelling());
    add(known, known_late(size));
    if (known.empty()) return compare();
    out.emit({{"known", known}, {"x", member}, {"held", held}, {"compare", compare}},
             R"cc(
               if ($known$) {
                 $compare$;
               } else {
                 out.misfits.reject($x$, $held$);
               }
             )cc");
  }

  static void add(std::string& conditions, const std::string& condition) {
    if (!conditions.empty() && !condition.empty()) conditions += " && ";
    conditions += condition;
  }
  // Whether the late numbers that it asks for can be computed, and fit: nobody refused them before.
  // Empty if they always do.
  std::string known_late(const plan::Expr& size) const {
    std::string all;
    for (const plan::FieldId asked : fields_of(size)) {
      const plan::Field& number = scope.field(asked);
      const auto* scalar = std::get_if<plan::Scalar>(&number.body.kind);
      if (!number.is_calculated_late() || scalar == nullptr) continue;
      std::string known = fits_in(*number.source.expression, scalar->dtype);
      add(known, known_late(*number.source.expression));
      if (known.empty()) continue;
      if (number.presence) known = "(!(" + scope.is_there(asked) + ") || (" + known + "))";
      if (number.has_known_choice()) known = "(!" + scope.is_known(asked) + " || (" + known + "))";
      add(all, known);
    }
    return all;
  }
  std::string fits_in(const plan::Expr& expr, Dtype dtype) const {
    if (!plan::may_not_fit(expr, dtype))
      return scope.can_fail(expr) ? is_number(expr, scope.spelling()) : "";
    return fits_in_type(expr, stored_type(dtype), scope.spelling());
  }
};

}  // namespace

bool has_asked_size(const WriteScope& scope, plan::FieldId id) {
  return has_asked_region(scope, id) || is_asked(scope, id, scope.field(id).body);
}

bool has_asked_sizes(const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope(plan, record);
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (has_asked_size(scope, id)) return true;
  return false;
}

bool has_asked_sizes(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [&](const plan::Record& record) {
    return !record.is_made_by_codec && has_asked_sizes(plan, record);
  });
}

namespace {

void add_named(const WriteScope& scope, plan::FieldId id, const plan::Expr& expr,
               std::vector<plan::FieldId>& fields) {
  if (!is_asked(scope, id, expr)) return;
  for (const plan::FieldId named : fields_of(expr)) fields.push_back(named);
}

void add_named(const WriteScope& scope, plan::FieldId id, const plan::Body& body,
               std::vector<plan::FieldId>& fields) {
  if (!is_asked(scope, id, body)) return;
  const auto add = [&](const std::optional<plan::Expr>& size) {
    if (size) add_named(scope, id, *size, fields);
  };
  if (const auto* text = std::get_if<plan::Text>(&body.kind)) add(text->size);
  if (const auto* raw = std::get_if<plan::Raw>(&body.kind)) add(raw->size);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    add(list->count);
    add_named(scope, id, list->element.front(), fields);
  }
  if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
    for (const auto& each : choice->alternatives) add_named(scope, id, each.body.front(), fields);
  if (const auto* array = std::get_if<plan::Array>(&body.kind)) {
    const auto add_all = [&](const plan::Expr& expr) {
      for (const plan::FieldId named : fields_of(expr)) fields.push_back(named);
    };
    add_all(array->dtype);
    for (const plan::DimsPart& part : array->dims->parts) {
      add_all(part.value);
      if (part.condition) add_all(*part.condition);
    }
  }
}

}  // namespace

void add_asked_in_sizes(const WriteScope& scope, std::vector<plan::FieldId>& fields) {
  for (plan::FieldId id = 0; id < scope.record().fields.size(); ++id) {
    if (const auto& region = scope.field(id).region) add_named(scope, id, region->size, fields);
    add_named(scope, id, scope.field(id).body, fields);
  }
}

void emit_asked_sizes(Printer& out, const WriteScope& scope) {
  for (plan::FieldId id = 0; id < scope.record().fields.size(); ++id) {
    if (!has_asked_size(scope, id)) continue;
    const plan::Field& field = scope.field(id);
    const std::string x = scope.content(id);
    emit_if_there(out, scope, id, [&] {
      const Hold hold{out, scope, id, x, x};
      if (has_asked_region(scope, id)) hold.hold(field.region->size, scope.present_size_of(id));
      std::visit(hold, field.body.kind);
    });
  }
}

}  // namespace schemac::emit::cpp
