#include "emit/cpp/measure/tags.h"

#include <algorithm>
#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/types.h"
#include "plan/writing/follows.h"

namespace schemac::emit::cpp {
namespace {

// "ValueType::F32" or "3": a tag's value as C++.
std::string tag_value(const plan::Plan& plan, const plan::Switch& choice, model::Int128 number) {
  if (choice.tag_enum)
    for (const plan::EnumMember& member : plan.enums[*choice.tag_enum].members)
      if (member.value == number)
        return plan.enums[*choice.tag_enum].name + "::" + member.identifier;
  return literal(number);
}

// The members whose attribute is the dtype that a scalar holds, except those that other
// alternatives have.
void emit_tags_by_dtype(Printer& out, const plan::Plan& plan, const plan::Switch& choice,
                        std::uint32_t attribute) {
  for (const plan::EnumMember& member : plan.enums[*choice.tag_enum].members) {
    const bool is_taken =
        std::ranges::any_of(choice.alternatives, [&](const plan::Alternative& other) {
          return std::ranges::count(other.tags, member.value) != 0;
        });
    if (is_taken || !member.attributes[attribute]) continue;
    out.emit({{"dtype", dtype_name(static_cast<Dtype>(*member.attributes[attribute]))},
              {"tag", tag_value(plan, choice, member.value)}},
             R"cc(if (held->dtype() == $dtype$) return $tag$;)cc");
  }
}

std::string tag_type(const WriteScope& scope, const plan::Switch& choice) {
  if (choice.tag_enum) return scope.plan().enums[*choice.tag_enum].name;
  return number_type(std::get<plan::Scalar>(scope.field(*choice.tag_field).body.kind));
}

// Whether the writer derives the tag from the alternative, or asks which one its type would have.
bool asks_for_tag(const WriteScope& scope, plan::FieldId id, const plan::Switch& choice) {
  return plan::tag_may_follow_from(scope.record(), choice, id) ||
         (choice.tag_field &&
          std::ranges::any_of(choice.alternatives, [](const plan::Alternative& alternative) {
            return alternative.tag_by_dtype.has_value();
          }));
}

}  // namespace

// For `value` of Metadata it prints
//
//   inline std::optional<ValueType> tag_of_metadata_value(const Metadata::Value& value) {
//     if (std::holds_alternative<Bitset>(value)) return ValueType::BITSET;
//     if (const auto* held = std::get_if<schemac::Scalar>(&value)) {
//       if (held->dtype() == schemac::Dtype::i8) return ValueType::I8;
//       ...
//     }
//     return std::nullopt;
//   }
void emit_tag_functions(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope(plan, record);
  for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
    const plan::Switch* choice = plan::switch_of(record.fields[id]);
    if (choice == nullptr || !asks_for_tag(scope, id, *choice)) continue;
    const auto types = alternative_types(plan, record, record.fields[id], *choice);
    const auto alternatives = [&] {
      for (std::size_t i = 0; i < types.size(); ++i) {
        const plan::Alternative& alternative = choice->alternatives[i];
        const std::string type = qualified_type(record, types[i]);
        if (alternative.tag_by_dtype) {
          out.emit({{"Type", type},
                    {"tags",
                     [&] { emit_tags_by_dtype(out, plan, *choice, *alternative.tag_by_dtype); }}},
                   R"cc(
                     if (const auto* held = std::get_if<$Type$>(&value)) {
                       $tags$;
                     }
                   )cc");
        } else if (!alternative.tags.empty()) {
          out.emit({{"Type", type}, {"tag", tag_value(plan, *choice, alternative.tags.front())}},
                   R"cc(if (std::holds_alternative<$Type$>(value)) return $tag$;)cc");
        }
      }
    };
    out.blank_line();
    out.emit({{"tag", tag_type(scope, *choice)},
              {"function", scope.function("tag_of", id)},
              {"Type", record.name + "::" + variant_name(plan, record, record.fields[id])},
              {"alternatives", alternatives}},
             R"cc(
               inline std::optional<$tag$> $function$(const $Type$& value) {
                 $alternatives$;
                 return std::nullopt;
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
