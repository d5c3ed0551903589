#include "emit/cpp/public/enums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/versions.h"
#include "emit/format/penalties.h"

namespace schemac::emit::cpp {
namespace {

using model::Int128;

// Values without a gap between them: the least and the greatest.
using ValueRun = std::pair<Int128, Int128>;

std::vector<ValueRun> runs_of(std::vector<Int128> values) {
  std::sort(values.begin(), values.end());
  std::vector<ValueRun> runs;
  for (const Int128 value : values) {
    if (runs.empty() || value > runs.back().second + 1) runs.emplace_back(value, value);
    runs.back().second = value;
  }
  return runs;
}

// "value - 16 <= 9", "value == 3 || value - 5 <= 2"
std::string is_one_of(const std::vector<ValueRun>& runs) {
  std::string text;
  for (const auto& [least, most] : runs) {
    if (!text.empty()) text += " || ";
    const std::string first = literal(static_cast<std::uint64_t>(least));
    if (least == most) {
      text += "value == " + first;
    } else {
      text += (least == 0 ? "value" : "value - " + first) + " <= " + literal(most - least);
    }
  }
  return text;
}

// Prints a function that says whether `value` is one of `values`:
//
//   constexpr bool is_known_value_type(std::uint64_t value) { return value - 1 <= 14; }
void emit_test(Printer& out, const std::string& name, const std::vector<Int128>& values) {
  constexpr std::size_t most_comparisons = 3;
  if (values.empty()) {
    out.emit({{"name", name}}, R"cc(constexpr bool $name$(std::uint64_t) { return false; })cc");
    return;
  }
  const std::vector<ValueRun> runs = runs_of(values);
  if (runs.size() <= most_comparisons) {
    out.emit({{"name", name}, {"test", is_one_of(runs)}},
             R"cc(constexpr bool $name$(std::uint64_t value) { return $test$; })cc");
    return;
  }
  const auto cases = [&] {
    for (const Int128 value : values)
      out.emit({{"value", literal(static_cast<std::uint64_t>(value))}}, "case $value$:");
  };
  out.emit({{"name", name}, {"cases", cases}},
           R"cc(
             constexpr bool $name$(std::uint64_t value) {
               switch (value) {
                 $cases$;
                 return true;
                 default:
                   return false;
               }
             }
           )cc");
}

// Prints which members a version has, those of all versions first, and with which versions others
// begin and end:
//
//   constexpr bool is_known_value_type(std::uint64_t value, std::uint64_t version) {
//     return value - 1 <= 14 || (version >= 2 && value - 16 <= 9);
//   }
//   constexpr std::uint64_t value_type_since(std::uint64_t value) {
//     if (value - 16 <= 9) return 2;
//     return 0;
//   }
void emit_versions(Printer& out, const plan::Enum& enumeration) {
  using Limit = std::optional<std::uint32_t>;
  std::map<std::pair<Limit, Limit>, std::vector<Int128>> groups;
  for (const plan::EnumMember& member : enumeration.members)
    groups[{member.versions.since, member.versions.until}].push_back(member.value);
  std::string condition;
  for (const auto& [limits, values] : groups) {
    const std::string is_in =
        is_version_in(model::Versions{limits.first, limits.second, {}}, "version");
    const std::string is_one = is_one_of(runs_of(values));
    const bool is_sum = is_one.find(" || ") != std::string::npos;
    condition +=
        (condition.empty() ? "" : " || ") +
        (is_in.empty() ? is_one
                       : "(" + is_in + " && " + (is_sum ? "(" + is_one + ")" : is_one) + ")");
  }
  out.emit({{"name", known_function(enumeration)}, {"condition", condition}},
           R"cc(
             constexpr bool $name$(std::uint64_t value, std::uint64_t version) { return $condition$; }
           )cc");
  const auto emit_limits = [&](const std::string& name, auto limit_of) {
    const auto limits = [&] {
      for (const auto& group : groups)
        if (const Limit limit = limit_of(group.first))
          out.emit({{"condition", is_one_of(runs_of(group.second))}, {"limit", literal(*limit)}},
                   R"cc(if ($condition$) return $limit$;)cc");
    };
    out.emit({{"name", name}, {"limits", limits}},
             R"cc(
               constexpr std::uint64_t $name$(std::uint64_t value) {
                 $limits$;
                 return 0;
               }
             )cc");
  };
  if (have_since(enumeration))
    emit_limits(since_function(enumeration), [](const auto& limits) { return limits.first; });
  if (have_until(enumeration))
    emit_limits(until_function(enumeration), [](const auto& limits) { return limits.second; });
}

// Whether a list of numbers is laid out on a line of its own, or on that of `opening`. One that
// takes two lines next to its opening is laid out in columns.
bool is_on_one_line(const std::string& opening, const std::string& line, std::size_t count,
                    std::size_t widest) {
  constexpr std::size_t indent = 4, end = 2;  // "};"
  if (opening.size() + line.size() + end <= format::column_limit) return true;
  const std::size_t beside =
      format::column_limit - std::min<std::size_t>(opening.size(), format::column_limit);
  const std::size_t columns = beside / (widest + 2);
  return indent + line.size() + end <= format::column_limit && count > 2 * columns;
}

// Prints the function of an attribute that has numbers:
//
//   inline constexpr std::array<std::uint8_t, 3> value_type_dtype_table = {
//       0,  // none
//       4,  // I8
//       ...
//   };
//   constexpr std::uint64_t value_type_dtype(std::uint64_t value) {
//     return value < 3 ? value_type_dtype_table[value] : 0;
//   }
void emit_table(Printer& out, const std::string& name, const plan::Enum& enumeration,
                const AttributeNumbers& of_members, std::uint64_t size) {
  std::vector<Int128> numbers(size);
  std::vector<std::string> names(size, "none");
  Int128 most = 0;
  for (std::size_t i = 0; i < of_members.size(); ++i) {
    const auto value = static_cast<std::size_t>(enumeration.members[i].value);
    numbers[value] = of_members[i].value_or(0);
    names[value] = enumeration.members[i].name;
    most = std::max(most, numbers[value]);
  }
  std::string line;
  for (const Int128 number : numbers) line += (line.empty() ? "" : ", ") + literal(number);
  // A list on one line, where it fits; else each number has a line, with its member as a comment.
  const std::string type = most < 256 ? "std::uint8_t" : "std::uint64_t";
  const std::string opening = "inline constexpr std::array<" + type + ", " + std::to_string(size) +
                              "> " + name + "_table = {";
  const bool is_short = is_on_one_line(opening, line, numbers.size(), literal(most).size());
  const auto list = [&] {
    if (is_short) return out.emit({{"line", line}}, "$line$};");
    for (std::size_t i = 0; i < numbers.size(); ++i)
      out.emit({{"number", literal(numbers[i])}, {"name", names[i]}}, "$number$,  // $name$");
  };
  out.emit({{"name", name},
            {"type", type},
            {"size", size},
            {"list", list},
            {"end", is_short ? "" : "};"}},
           R"cc(
             inline constexpr std::array<$type$, $size$> $name$_table = {
                 $list$;
             $end$
             constexpr std::uint64_t $name$(std::uint64_t value) {
               return value < $size$ ? $name$_table[value] : 0;
             }
           )cc");
}

void emit_numbers(Printer& out, const std::string& name, const plan::Enum& enumeration,
                  const AttributeNumbers& numbers) {
  Int128 greatest = 0, least_number = 0, least_value = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    greatest = std::max(greatest, enumeration.members[i].value);
    least_value = std::min(least_value, enumeration.members[i].value);
    least_number = std::min(least_number, numbers[i].value_or(0));
  }
  if (greatest < 256 && least_value >= 0 && least_number >= 0)
    return emit_table(out, name, enumeration, numbers, static_cast<std::uint64_t>(greatest) + 1);
  const auto cases = [&] {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i])
        out.emit({{"value", literal(static_cast<std::uint64_t>(enumeration.members[i].value))},
                  {"number", literal(*numbers[i])}},
                 R"cc(
                   case $value$:
                     return $number$;
                 )cc");
  };
  out.emit({{"name", name},
            {"type", least_number < 0 ? "std::int64_t" : "std::uint64_t"},
            {"cases", cases}},
           R"cc(
             constexpr $type$ $name$(std::uint64_t value) {
               switch (value) {
                 $cases$;
                 default:
                   return 0;
               }
             }
           )cc");
}

// "names_of_value_type"
std::string names_of(const plan::Enum& enumeration) {
  return "names_of_" + snake_case(enumeration.name);
}

// Prints
//
//   inline constexpr schemac::impl::MemberName names_of_value_type[] = {
//       {1, "I8"},
//       ...
//   };
void emit_member_names(Printer& out, const plan::Enum& enumeration) {
  const auto rows = [&] {
    for (const plan::EnumMember& member : enumeration.members)
      out.emit({{"value", literal(static_cast<std::uint64_t>(member.value))},
                {"name", quoted(member.name)}},
               "{$value$, $name$},");
  };
  out.emit({{"name", names_of(enumeration)}, {"rows", rows}},
           R"cc(
             inline constexpr schemac::impl::MemberName $name$[] = {
                 $rows$;
             };
           )cc");
}

// Prints the functions that say how large an element of a member's dtype is: its bytes, 0 where
// elements share bytes (and of members without a dtype); if some do, its bits, too.
void emit_element_sizes(Printer& out, const plan::Enum& enumeration, std::uint32_t attribute,
                        const std::string& name) {
  AttributeNumbers sizes = numbers_of(enumeration, attribute);
  for (auto& size : sizes)
    if (size) size = bit_count(static_cast<Dtype>(*size)) / 8;
  emit_numbers(out, "bytes_of_" + name, enumeration, sizes);
  if (has_whole_bytes(enumeration, attribute)) return;
  out.emit({{"name", name}},
           R"cc(
             constexpr std::uint64_t bits_of_$name$(std::uint64_t value) {
               return has_$name$(value) ? schemac::bit_count(static_cast<schemac::Dtype>($name$(value))) : 0;
             }
             SCHEMAC_INLINE schemac::impl::ElementSize element_of_$name$(std::uint64_t value) {
               return {bytes_of_$name$(value), value, &bits_of_$name$};
             }
           )cc");
}

void emit_attribute(Printer& out, const plan::Plan& plan, plan::EnumId id,
                    std::uint32_t attribute) {
  const plan::Enum& enumeration = plan.enums[id];
  const std::string name = attribute_function(plan, id, attribute);
  std::vector<Int128> stating, true_ones;
  bool is_boolean = true;
  for (const plan::EnumMember& member : enumeration.members) {
    const auto& number = member.attributes[attribute];
    if (number) stating.push_back(member.value);
    if (number && *number == 1) true_ones.push_back(member.value);
    is_boolean = is_boolean && (!number || *number == 0 || *number == 1);
  }
  is_boolean =
      is_boolean && enumeration.attributes[attribute].kind == model::AttributeKind::boolean;
  if (is_boolean) {
    emit_test(out, name, true_ones);
  } else {
    emit_numbers(out, name, enumeration, numbers_of(enumeration, attribute));
  }
  const bool is_dtype = enumeration.attributes[attribute].kind == model::AttributeKind::dtype;
  if (is_dtype && has_whole_bytes(enumeration, attribute)) {
    // Whoever asks whether there is a dtype mostly asks next how large it is: one look answers
    // both.
    emit_element_sizes(out, enumeration, attribute, name);
    out.emit({{"name", name}},
             R"cc(
               constexpr bool has_$name$(std::uint64_t value) { return bytes_of_$name$(value) != 0; }
             )cc");
    return;
  }
  if (is_dtype || enumeration.is_asked_for[attribute]) emit_test(out, "has_" + name, stating);
  if (is_dtype) emit_element_sizes(out, enumeration, attribute, name);
}

}  // namespace

void emit_enums(Printer& out, const plan::Plan& plan) {
  for (const plan::Enum& enumeration : plan.enums) {
    const auto members = [&] {
      for (const plan::EnumMember& member : enumeration.members)
        out.emit(
            {{"name", member.identifier}, {"value", literal(member.value)}, {"doc", member.doc}},
            R"cc($name$ = $value$,  ///< $doc$)cc");
    };
    out.blank_line();
    out.emit(
        {{"doc", enumeration.doc},
         {"Name", enumeration.name},
         {"type", enumeration.dtype == Dtype::u1 ? "std::uint8_t" : stored_type(enumeration.dtype)},
         {"members", members}},
        R"cc(
               /// $doc$
               enum class $Name$ : $type$ {
                 $members$;
               };
               /// The schema's name of a member: empty for a number that none has.
               [[nodiscard]] constexpr std::string_view name_of($Name$ value);
               [[nodiscard]] constexpr bool is_known($Name$ value);
             )cc");
  }
}

void emit_enum_tables(Printer& out, const plan::Plan& plan) {
  for (plan::EnumId id = 0; id < plan.enums.size(); ++id) {
    const plan::Enum& enumeration = plan.enums[id];
    std::vector<Int128> values;
    for (const plan::EnumMember& member : enumeration.members) values.push_back(member.value);
    out.blank_line();
    emit_member_names(out, enumeration);
    emit_test(out, known_function(enumeration), values);
    if (has_versions(enumeration)) emit_versions(out, enumeration);
    for (std::uint32_t i = 0; i < enumeration.attributes.size(); ++i)
      if (enumeration.attributes[i].kind != model::AttributeKind::text)
        emit_attribute(out, plan, id, i);
  }
}

void emit_enum_bodies(Printer& out, const plan::Plan& plan) {
  out.blank_line();
  for (const plan::Enum& enumeration : plan.enums)
    out.emit({{"Name", enumeration.name},
              {"known", known_function(enumeration)},
              {"names", names_of(enumeration)}},
             R"h(
               constexpr std::string_view name_of($Name$ value) {
                 return schemac::impl::name_in(detail::$names$, static_cast<std::uint64_t>(value));
               }
               constexpr bool is_known($Name$ value) {
                 return detail::$known$(static_cast<std::uint64_t>(value));
               }
             )h");
}

}  // namespace schemac::emit::cpp
