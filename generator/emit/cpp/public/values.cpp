#include "emit/cpp/public/values.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/types.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/measuring.h"
#include "plan/identifiers.h"

namespace schemac::emit::cpp {
namespace {

// A list of records that are declared further below: compilers may want to know how large these
// are.
bool holds_later_records(const plan::Plan& plan, const plan::Body& body) {
  const auto is_of_later = [&](const plan::List& list) {
    const plan::Body& element = list.element.front();
    const auto* nested = std::get_if<plan::Nested>(&element.kind);
    return nested != nullptr ? plan.records[nested->record].is_recursive
                             : holds_later_records(plan, element);
  };
  const auto is_any = [&](const plan::Switch& choice) {
    return std::ranges::any_of(choice.alternatives, [&](const plan::Alternative& each) {
      return holds_later_records(plan, each.body.front());
    });
  };
  return std::visit(model::Overload{[](const plan::Leaf auto&) { return false; },
                                    [](const plan::Nested&) { return false; }, is_of_later, is_any},
                    body.kind);
}

// Whether a record holds, itself or in others, a list of records that are declared after `holder`:
// until they are, compilers can't destroy it, which an initialiser asks of them.
bool awaits_records(const plan::Plan& plan, const plan::Body& body, plan::RecordId holder) {
  const auto is_awaited = [&](const plan::Nested* element) {
    return element->record > holder && plan.records[element->record].is_recursive;
  };
  return std::visit(
      model::Overload{
          [](const plan::Leaf auto&) { return false; },
          [&](const plan::Nested& nested) {
            return std::ranges::any_of(
                plan.records[nested.record].fields,
                [&](const plan::Field& field) { return awaits_records(plan, field.body, holder); });
          },
          [&](const plan::List&) { return std::ranges::any_of(plan::nested_in(body), is_awaited); },
          [&](const plan::Switch& choice) {
            return std::ranges::any_of(choice.alternatives, [&](const plan::Alternative& each) {
              return awaits_records(plan, each.body.front(), holder);
            });
          },
      },
      body.kind);
}

// " = 5", " = {}": members have one, so that nobody who names only some of them is warned.
std::string initializer(const plan::Plan& plan, const plan::Record& record,
                        const plan::Field& field) {
  constexpr const char* empty = " = {}";
  if (holds_later_records(plan, field.body)) return "";
  if (record.is_recursive && awaits_records(plan, field.body, plan::id_of(plan, record))) return "";
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr || field.is_optional() || field.may_be_unknown()) return empty;
  if (!scalar->enumeration) {
    if (scalar->dtype == Dtype::bool8)
      return field.default_value.value_or(0) != 0 ? " = true" : " = false";
    const bool is_number = scalar_type(scalar->dtype).starts_with("std::") ||
                           scalar->dtype == Dtype::f32 || scalar->dtype == Dtype::f64;
    return is_number ? " = " + literal(field.default_value.value_or(0)) : empty;
  }
  const plan::Enum& type = plan.enums[*scalar->enumeration];
  for (const plan::EnumMember& member : type.members)
    if (field.default_value && member.value == *field.default_value)
      return " = " + type.name + "::" + member.identifier;
  return empty;  // no member's value in most formats, so that the writer notices what was forgotten
}

void emit_comment(Printer& out, const std::string& doc) {
  out.emit({{"doc", doc}}, R"cc(/// $doc$)cc");
}

// The alias of a switch's variant, and the structs around alternatives of the same type:
//
//   /// What `value` can be: BITSET, STRING, NDARRAY, or a single number.
//   using Value = std::variant<Bitset, std::string, Array, schemac::Scalar>;
void emit_variant(Printer& out, const plan::Plan& plan, const plan::Record& record,
                  const plan::Field& field, const plan::Switch& choice) {
  const auto types = alternative_types(plan, record, field, choice);
  std::string names;
  std::string list;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const plan::Alternative& alternative = choice.alternatives[i];
    if (types[i].is_wrapped) {
      emit_comment(out, alternative.doc);
      out.emit({{"Type", types[i].type}, {"inner", types[i].inner}},
               R"cc(
                 struct $Type$ {
                   $inner$ value;
                   bool operator==(const $Type$&) const = default;
                 };
               )cc");
    }
    names += (names.empty() ? "" : ", ") + alternative.name;
    list += (list.empty() ? "" : ", ") + types[i].type;
  }
  out.emit({{"names", names},
            {"field", field.identifier},
            {"Name", variant_name(plan, record, field)},
            {"list", list}},
           R"cc(
             /// What `$field$` can be, in this order: $names$.
             using $Name$ = std::variant<$list$>;
           )cc");
}

bool is_choice(const plan::Field& field) { return field.role == model::RoleKind::choice; }

bool has_choices(const plan::Record& record) {
  return record.slack || std::ranges::any_of(record.fields, [](const plan::Field& field) {
           return is_choice(field) || field.has_known_choice() || field.spelling;
         });
}

void emit_member(Printer& out, const plan::Plan& plan, const plan::Record& record,
                 const plan::Field& field) {
  out.emit({{"type", member_type(plan, record, field)},
            {"name", field.identifier},
            {"initializer", initializer(plan, record, field)},
            {"doc", field.doc}},
           R"cc($type$ $name$$initializer$;  ///< $doc$)cc");
}

// What changes the bytes, not the meaning: a struct of its own, which comparisons leave out.
void emit_choices(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!has_choices(record)) return;
  if (has_unknown_fields_alone(record))
    return out.emit(R"cc(
      /// What changes the bytes, not the meaning: comparisons leave it out.
      using Choices = schemac::UnknownFields;
    )cc");
  const auto members = [&] {
    for (const plan::Field& field : record.fields) {
      if (is_choice(field)) emit_member(out, plan, record, field);
      if (field.has_known_choice())
        out.emit({{"name", field.unknown->choice_identifier}, {"field", field.name}},
                 "bool $name$ = true;  ///< Whether `$field$` is stated.");
      if (field.spelling)
        out.emit({{"name", field.spelling->choice_identifier}, {"field", field.name}},
                 "schemac::Blob $name$ = {};  ///< How `$field$` was spelled, if otherwise.");
    }
    if (record.slack)
      out.emit({{"name", record.slack->identifier},
                {"doc", record.slack->doc.empty() ? "Spare bytes after it." : record.slack->doc}},
               "schemac::Blob $name$ = {};  ///< $doc$");
  };
  out.emit({{"members", members}},
           R"cc(
             /// What changes the bytes, not the meaning: comparisons leave it out.
             struct Choices {
               $members$;
               bool operator==(const Choices&) const { return true; }
             };
           )cc");
}

// What the bits of a field are called that a value says itself:
//
//   static constexpr std::uint8_t options_offsets = 1;  ///< A table says where each chunk begins.
//
// Others follow from what there is.
void emit_flag_names(Printer& out, const plan::Record& record, const plan::Field& field,
                     plan::UniqueNames& names) {
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr || !field.has_member()) return;
  for (const plan::Flag& flag : scalar->flags) {
    const std::string name = field.identifier + "_" + plan::identifier(flag.name);
    if (flag.presence_of || record.identifiers.contains(name)) continue;
    out.emit({{"type", scalar_type(scalar->dtype)},
              {"name", names.add(name)},
              {"mask", literal(flag.mask())},
              {"doc", flag.doc.empty() ? "A bit of `" + field.name + "`." : flag.doc}},
             "static constexpr $type$ $name$ = $mask$;  ///< $doc$");
  }
}

void emit_members(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  plan::UniqueNames flags;
  for (const plan::Field& field : record.fields) emit_flag_names(out, record, field, flags);
  for (const plan::Field& field : record.fields)
    if (const plan::Switch* choice = plan::switch_of(field);
        choice != nullptr && field.has_member())
      emit_variant(out, plan, record, field, *choice);
  emit_choices(out, plan, record);
  for (const plan::Field& field : record.fields)
    if (field.has_member() && !is_choice(field)) emit_member(out, plan, record, field);
  if (record.part)
    out.emit(
        {{"name", record.part->identifier}, {"whole", record.part->whole}},
        "schemac::PlacedBlob $name$ = {};  ///< Its bytes in `$whole$`; the writer places them.");
  if (has_choices(record)) out.emit("Choices choices = {};");
}

// For `Item` it prints
//
//   /// A size with a name, which shapes elsewhere may refer to.
//   struct Item {
//     std::string name;         ///< Differs from all others of the table.
//     std::uint64_t value = 0;  ///< The size.
//
//     bool operator==(const Item&) const = default;
//   };
void emit_struct(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  out.blank_line();
  emit_comment(out, record.doc);
  out.emit({{"Type", record.name}, {"members", [&] { emit_members(out, plan, record); }}},
           R"cc(
             struct $Type$ {
               $members$;

               bool operator==(const $Type$&) const = default;
             };
           )cc");
}

// A member that is visited: how the schema calls it, and C++.
struct Visited {
  std::string name, identifier;
};

struct VisitedMembers {
  std::vector<Visited> members, choices;
};
VisitedMembers members_of(const plan::Record& record) {
  VisitedMembers of;
  for (const plan::Field& field : record.fields) {
    if (field.has_member())
      (is_choice(field) ? of.choices : of.members).push_back({field.name, field.identifier});
    if (field.has_known_choice())
      of.choices.push_back({field.unknown->choice, field.unknown->choice_identifier});
    if (field.spelling)
      of.choices.push_back({field.spelling->choice, field.spelling->choice_identifier});
  }
  if (record.part) of.members.push_back({record.part->name, record.part->identifier});
  if (record.slack) of.choices.push_back({record.slack->name, record.slack->identifier});
  if (!of.choices.empty()) of.members.push_back({"choices", "choices"});
  return of;
}

// For `Item` it prints
//
//   void visit_members(schemac::impl::AnyConst<Item> auto& value, auto&& visit) {
//     schemac::impl::visit_each(visit, "name", value.name, "value", value.value);
//   }
void emit_visitor(Printer& out, const std::string& type, const std::vector<Visited>& members) {
  std::string list;
  for (const Visited& member : members)
    list += ", " + quoted(member.name) + ", value." + member.identifier;
  if (members.empty())
    out.emit({{"Type", type}},
             R"cc(
               void visit_members(schemac::impl::AnyConst<$Type$> auto&, auto&&) {}
             )cc");
  else
    out.emit({{"Type", type}, {"list", list}},
             R"cc(
               void visit_members(schemac::impl::AnyConst<$Type$> auto& value, auto&& visit) {
                 schemac::impl::visit_each(visit$list$);
               }
             )cc");
}

// The same for the struct around an alternative.
void emit_visitors_of_alternatives(Printer& out, const plan::Plan& plan, const plan::Record& record,
                                   const plan::Field& field) {
  const plan::Switch* choice = plan::switch_of(field);
  if (choice == nullptr || !field.has_member()) return;
  for (const AlternativeType& alternative : alternative_types(plan, record, field, *choice)) {
    if (!alternative.is_wrapped) continue;
    emit_visitor(out, qualified_type(record, alternative), {{"value", "value"}});
  }
}

}  // namespace

bool has_unknown_fields_alone(const plan::Record& record) {
  const plan::MessageFields* message = record.message();
  if (message == nullptr || !message->unknown || record.slack) return false;
  const plan::Field& unknown = record.fields[*message->unknown];
  return unknown.identifier == "unknown_fields" && is_choice(unknown) &&
         std::ranges::none_of(record.fields, [&](const plan::Field& field) {
           return (is_choice(field) && &field != &unknown) || field.has_known_choice();
         });
}

void emit_value_declarations(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    if (record.is_recursive) out.emit({{"Type", record.name}}, R"cc(struct $Type$;)cc");
  for (const plan::Record& record : plan.records)
    if (!record.is_made_by_codec) emit_struct(out, plan, record);
}

void emit_visitor_of_stream(Printer& out, const plan::Record& record, const std::string& type) {
  out.blank_line();
  emit_visitor(out, type, members_of(record).members);
}

void emit_value_bodies(Printer& out, const plan::Plan& plan) {
  out.blank_line();
  out.emit(
      R"cc(// ---- members and their names, for schemac::for_each_member and schemac::to_string ----)cc");
  out.blank_line();
  for (const plan::Record& record : plan.records) {
    if (record.is_made_by_codec) continue;
    const auto [members, choices] = members_of(record);
    if (!choices.empty() && !has_unknown_fields_alone(record))
      emit_visitor(out, record.name + "::Choices", choices);
    emit_visitor(out, record.name, members);
    for (const plan::Field& field : record.fields)
      emit_visitors_of_alternatives(out, plan, record, field);
  }
}

}  // namespace schemac::emit::cpp
