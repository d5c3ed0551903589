#include "model/passes/check/json_kinds.h"

#include <algorithm>
#include <set>
#include <string>

#include "model/passes/types/json.h"

namespace schemac::model {
namespace {

// What values in a text are, as a reader tells them apart: a set of bits.
using Kinds = unsigned;
constexpr Kinds whole_kind = 1, real_kind = 2, boolean_kind = 4, text_kind = 8, list_kind = 16,
                object_kind = 32, tuple_kind = 64, any_kind = ~0u;

bool is_list(const Body& body) { return body.repeat.kind != RepeatKind::none; }

Kinds kinds_of_list(const Repeat& repeat) {
  return repeat.is_map ? object_kind : repeat.is_tuple ? tuple_kind : list_kind;
}

Kinds kinds_of(const Scalar& scalar) {
  if (scalar.enumeration) return text_kind;
  if (scalar.dtype == Dtype::bool8) return boolean_kind;
  return scalar.dtype == Dtype::f64 ? real_kind : whole_kind;
}

Kinds kinds_of(JsonShape shape) {
  if (shape == JsonShape::object) return object_kind;
  return shape == JsonShape::list ? list_kind : shape == JsonShape::tuple ? tuple_kind : any_kind;
}

class KindCheck {
 public:
  explicit KindCheck(Draft& draft) : draft_(draft) {}

  void check(const Type& type) {
    for (FieldIndex later = 1; later < type.fields.size(); ++later) {
      if (type.fields[later].is_choice) continue;
      for (FieldIndex i = 0; i < later; ++i)
        if (is_taken(type.fields[i].body, type.fields[later].body)) {
          report(type.fields[i], type.fields[later]);
          break;
        }
    }
  }

 private:
  // What a reader takes for a field.
  [[nodiscard]] Kinds taken(const Body& body) const {
    if (is_list(body)) return kinds_of_list(body.repeat);
    if (const auto* scalar = std::get_if<Scalar>(&body.kind))
      return scalar->dtype == Dtype::f64 ? whole_kind | real_kind : kinds_of(*scalar);
    if (std::holds_alternative<Text>(body.kind)) return text_kind;
    if (const auto* record = std::get_if<RecordReference>(&body.kind)) {
      const auto& json = draft_.format.types[record->type].json;
      return json ? kinds_of(json->shape) : 0;  // which was reported
    }
    return std::holds_alternative<FreeForm>(body.kind) ? any_kind : 0;
  }

  // What a writer makes of it. Of a value of no type that depends on the value.
  [[nodiscard]] Kinds written(const Body& body) const {
    const auto* scalar = std::get_if<Scalar>(&body.kind);
    return !is_list(body) && scalar != nullptr ? kinds_of(*scalar) : taken(body);
  }

  // Calls `visit` for a body, or for those that it is one of.
  template <class Visit>
  void for_each_kind(const Body& body, std::set<TypeIndex>& seen, const Visit& visit) const {
    const auto* record = std::get_if<RecordReference>(&body.kind);
    if (is_list(body) || record == nullptr) return visit(body);
    const Type& type = draft_.format.types[record->type];
    if (!type.json || type.json->shape != JsonShape::one_of) return visit(body);
    if (!seen.insert(record->type).second) return;
    for (const Field& field : type.fields)
      if (!field.is_choice) for_each_kind(field.body, seen, visit);
  }

  [[nodiscard]] bool is_taken(const Body& first, const Body& later) const {
    if (taken(first) == any_kind) return true;
    bool is_it = false;
    std::set<TypeIndex> seen;
    for_each_kind(later, seen,
                  [&](const Body& each) { is_it = is_it || is_taken_of(first, each); });
    return is_it;
  }
  // Of one kind. Texts may be none of the names before them, and values of no type of no kind
  // before them: their writers look.
  [[nodiscard]] bool is_taken_of(const Body& first, const Body& later) const {
    if (is_free(later)) return false;
    const EnumIndex* names = names_of(first);
    if (names != nullptr && std::holds_alternative<Text>(later.kind) && !is_list(later))
      return false;
    const EnumIndex* others = names_of(later);
    if (names != nullptr && others != nullptr) return common(*names, *others) != nullptr;
    return (taken(first) & written(later)) != 0;
  }

  [[nodiscard]] static bool is_free(const Body& body) {
    return std::holds_alternative<FreeForm>(body.kind) && !is_list(body);
  }
  [[nodiscard]] static const EnumIndex* names_of(const Body& body) {
    const auto* scalar = std::get_if<Scalar>(&body.kind);
    return scalar != nullptr && scalar->enumeration && !is_list(body) ? &*scalar->enumeration
                                                                      : nullptr;
  }
  // A text that is a member of both; null if there is none.
  [[nodiscard]] const std::string* common(EnumIndex first, EnumIndex later) const {
    const auto& members = draft_.format.enums[first].members;
    for (const EnumMember& each : draft_.format.enums[later].members)
      if (std::ranges::any_of(members,
                              [&](const EnumMember& other) { return other.text == each.text; }))
        return &each.text;
    return nullptr;
  }

  void report(const Field& first, const Field& later) {
    const EnumIndex* names = names_of(first.body);
    const EnumIndex* others = names_of(later.body);
    const std::string* both =
        names != nullptr && others != nullptr ? common(*names, *others) : nullptr;
    const bool is_any = taken(first.body) == any_kind;
    const bool may_swap = !is_taken(later.body, first.body);
    const std::string what = both != nullptr ? "'" + *both + "', too"
                             : is_any        ? "any value"
                                             : "values of the same kind";
    const std::string advice = both != nullptr ? "leave '" + *both + "' out of one enumeration"
                               : !may_swap     ? "leave one of them out"
                               : is_any        ? "write '" + first.name + "' after all others"
                                        : "write '" + later.name + "' before '" + first.name + "'";
    draft_
        .error(later.range, "wire-form",
               "'" + later.name + "' would be read as '" + first.name + "', which takes " + what)
        .note(first.range, "the first field that takes a value gets it")
        .help(advice);
  }

  Draft& draft_;
};

}  // namespace

void check_kinds(Draft& draft) {
  KindCheck one_of(draft);
  for (const Type& type : draft.format.types)
    if (type.json && type.json->shape == JsonShape::one_of) one_of.check(type);
}

}  // namespace schemac::model
