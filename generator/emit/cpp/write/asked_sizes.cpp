#include "emit/cpp/write/asked_sizes.h"

#include <algorithm>
#include <string>
#include <variant>

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/wire/json.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"

namespace schemac::emit::cpp {
namespace {

bool is_asked(const WriteScope& scope, const plan::Body& body) {
  return plan::has_asked_size(scope.plan(), scope.record(), body);
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
    hold(*raw.size, raw.free ? "schemac::impl::json::text_of(" + x + ", " +
                                   style_text(raw.free->style) + ").size()"
                             : access(x, "size()"));
  }
  void operator()(const plan::Array& array) const {
    if (!array.dims || !scope.asks_layout(*array.dims)) return;
    if (plan::asks_place_inside(scope.plan(), scope.record(), *array.dims)) return;
    std::string known;
    for (const plan::Expr* expr : array.dims->expressions()) add(known, known_late(*expr));
    if (!known.empty()) known = " && " + known;
    out.emit({{"needed", length_name(scope.record(), scope.field(id).identifier)},
              {"known", known},
              {"dims", dims_of(*array.dims, scope.spelling())},
              {"element", element_size(scope.plan(), array.dtype, scope.spelling())},
              {"x", member},
              {"held", access(x, "size()")}},
             R"cc(
               if (std::uint64_t $needed$ = 0;
                   schemac::impl::array_size($dims$, $element$, $needed$)$known$) {
                 out.misfits.hold($x$, $held$, $needed$);
               } else {
                 out.misfits.reject($x$, $held$);
               }
             )cc");
  }
  void operator()(const plan::List& list) const {
    if (list.starts_of) return;
    const auto count = [&] {
      if (list.count) hold(*list.count, access(x, "size()"));
    };
    if (list.is_counted && scope.asks_layout(*list.count))
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
        out, scope, id, choice, x, [this](const plan::Body& each) { return is_asked(scope, each); },
        [this](const plan::Body& each, const std::string& held) {
          std::visit(Hold{out, scope, id, "*held", held}, each.kind);
        });
  }
  void operator()(const auto&) const {}

  void hold_elements(const plan::List& list) const {
    const plan::Body& element = list.element.front();
    if (!is_asked(scope, element)) return;
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
    if (!scope.asks_layout(size)) return;
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
    for (const plan::FieldId asked : fields_read(size)) {
      const plan::Field& number = scope.field(asked);
      const auto* scalar = std::get_if<plan::Scalar>(&number.body.kind);
      if (!number.is_calculated_late() || scalar == nullptr) continue;
      std::string known = fits_in(*number.source.expression, *scalar);
      add(known, known_late(*number.source.expression));
      if (known.empty()) continue;
      if (number.presence) known = "(!(" + scope.is_there(asked) + ") || (" + known + "))";
      if (number.has_known_choice()) known = "(!" + scope.is_known(asked) + " || (" + known + "))";
      add(all, known);
    }
    return all;
  }
  std::string fits_in(const plan::Expr& expr, const plan::Scalar& scalar) const {
    if (!plan::may_not_fit(expr, scalar))
      return scope.can_fail(expr) ? is_number(expr, scope.spelling()) : "";
    return fits_in_type(expr, stored_type(scalar.dtype), scope.spelling());
  }
};

void add_named(const WriteScope& scope, const plan::Expr& expr,
               std::vector<plan::FieldId>& fields) {
  if (!scope.asks_layout(expr)) return;
  for (const plan::FieldId named : fields_read(expr)) fields.push_back(named);
}

// Of a body whose size asks where something lies. One overload a kind.
struct AddNamed {
  const WriteScope& scope;
  std::vector<plan::FieldId>& fields;

  void add(const plan::Body& body) const {
    if (is_asked(scope, body)) std::visit(*this, body.kind);
  }
  void operator()(const plan::Scalar&) const {}
  void operator()(const plan::Constant&) const {}
  void operator()(const plan::Text& text) const { add(text.size); }
  void operator()(const plan::Raw& raw) const { add(raw.size); }
  void operator()(const plan::Array& array) const {
    add_all(array.dtype);
    for (const plan::Expr* expr : array.dims->expressions()) add_all(*expr);
  }
  void operator()(const plan::Nested&) const {}
  void operator()(const plan::List& list) const {
    add(list.count);
    add(list.element.front());
  }
  void operator()(const plan::Switch& choice) const {
    for (const plan::Alternative& each : choice.alternatives) add(each.body.front());
  }

 private:
  void add(const std::optional<plan::Expr>& size) const {
    if (size) add_named(scope, *size, fields);
  }
  void add_all(const plan::Expr& expr) const {
    for (const plan::FieldId named : fields_read(expr)) fields.push_back(named);
  }
};

}  // namespace

void add_asked_in_sizes(const WriteScope& scope, std::vector<plan::FieldId>& fields) {
  for (const plan::Field& field : scope.record().fields) {
    if (field.region) add_named(scope, field.region->size, fields);
    AddNamed{scope, fields}.add(field.body);
  }
}

void emit_asked_sizes(Printer& out, const WriteScope& scope) {
  for (plan::FieldId id = 0; id < scope.record().fields.size(); ++id) {
    const plan::Field& field = scope.field(id);
    if (!plan::has_asked_size(scope.plan(), scope.record(), field)) continue;
    const std::string x = scope.content(id);
    emit_if_there(out, scope, id, [&] {
      const Hold hold{out, scope, id, x, x};
      if (field.region) hold.hold(field.region->size, scope.present_size_of(id));
      std::visit(hold, field.body.kind);
    });
  }
}

}  // namespace schemac::emit::cpp
