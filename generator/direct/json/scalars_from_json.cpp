#include "direct/json/scalars_from_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "direct/flags.h"
#include "direct/json/array_file.h"
#include "direct/json/payload_json.h"
#include "direct/number.h"
#include "model/spelling.h"
#include "schemac/base/counted.h"
#include "schemac/check/frame.h"
#include "schemac/check/refusals.h"
#include "source/diagnostics.h"

namespace schemac::direct {
namespace {

constexpr std::size_t most_noted = 20;

std::string kind_of(const Json& json) {
  if (json.is_null()) return "null";
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_binary()) return "a part of another value";
  if (json.is_string()) return "a string";
  return json.is_boolean() ? "a boolean" : "a number";
}

// Whether C++ has a number for what is to be in less than a byte.
bool fits_a_byte(Dtype dtype, Int128 number) {
  return range_of(range_of(dtype).min < 0 ? Dtype::i8 : Dtype::u8).contains(number);
}

// The first number that C++ has but its bits don't. It is refused in its turn, so that all of these
// become numbers that can be stored.
std::optional<Scalars::Unfit> take_unfit(Dtype dtype, std::vector<Int128>& numbers) {
  std::optional<Scalars::Unfit> first;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_between = dtype == Dtype::t1 && numbers[i] == 0;
    if ((range_of(dtype).contains(numbers[i]) && !is_between) || !fits_a_byte(dtype, numbers[i]))
      continue;
    if (!first) first = Scalars::Unfit{i, numbers[i]};
    numbers[i] = dtype == Dtype::t1 ? 1 : 0;
  }
  return first;
}

}  // namespace

std::string joined(const std::string& path, const std::string& name) {
  std::string result = path;
  impl::append_path(result, name);
  return result;
}
std::string indexed(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

Value problem_at(std::vector<Problem>& problems, const std::string& path, std::string message,
                 std::string help) {
  problems.push_back({path, std::move(message), std::move(help)});
  return {};
}
Value unexpected_at(std::vector<Problem>& problems, const std::string& path,
                    const std::string& wanted, const Json& json) {
  return problem_at(problems, path, "expected " + wanted + ", not " + kind_of(json));
}

Value ScalarReader::read(const plan::Scalar& scalar, const Json& json,
                         const std::string& path) const {
  if (scalar.enumeration) return read_member(plan_.enums[*scalar.enumeration], scalar, json, path);
  if (!scalar.flags.empty()) return read_flags(scalar, json, path);
  if (is_real(scalar.dtype)) {
    const auto bits = real_bits(scalar.dtype, json);
    if (!bits && json.is_number())
      return problem(path, json.dump() + " doesn't fit " + std::string(name(scalar.dtype)));
    if (!bits) return unexpected(path, "a number, \"nan\", \"inf\" or \"-inf\"", json);
    return {Real{scalar.dtype, *bits}};
  }
  if (scalar.dtype == Dtype::bool8) {
    if (json.is_boolean()) return {Boolean{json.get<bool>()}};
    const auto number = whole_number(json);
    if (!number || (*number != 0 && *number != 1)) return unexpected(path, "true or false", json);
    return {Boolean{*number == 1}};
  }
  const auto number = whole_number(json);
  if (!number) return unexpected(path, "a whole number", json);
  // What C++ has, but the bits don't, is refused in its turn.
  if (!range_of(scalar.dtype).contains(*number)) {
    return problem(path, model::to_text(*number) + " doesn't fit " + model::type_name(scalar) +
                             " (" + model::to_text(model::range_of(scalar)) + ")");
  }
  return {Number{*number, {}}};
}

Value ScalarReader::read_member(const plan::Enum& enumeration, const plan::Scalar& scalar,
                                const Json& json, const std::string& path) const {
  std::vector<std::string> names;
  const auto number = whole_number(json);
  for (const plan::EnumMember& member : enumeration.members) {
    const bool is_meant = json.is_string() ? json.get_ref<const std::string&>() == member.name
                                           : number.has_value() && *number == member.value;
    if (is_meant) return {Number{member.value, member.name}};
    names.push_back(member.name);
  }
  if (number && enumeration.keeps_unknown && range_of(scalar.dtype).contains(*number))
    return {Number{*number, {}}};
  if (number && scalar.unknown_member && range_of(scalar.dtype).contains(*number)) {
    note_unknown(*scalar.unknown_member, *number, path);
    return {Number{*number, {}}};
  }
  if (number)
    return problem(path, model::to_text(*number) + " is not a member of " + enumeration.name);
  if (!json.is_string()) return unexpected(path, "a member of " + enumeration.name, json);
  const auto& text = json.get_ref<const std::string&>();
  return problem(path, "'" + text + "' is not a member of " + enumeration.name,
                 source::did_you_mean(text, names).value_or(""));
}

// It is reported in its turn, among the checks of the other values.
void ScalarReader::note_unknown(plan::CheckId id, Int128 number, const std::string& path) const {
  const schemac::impl::Check check = plan::view_of(plan_.checks[id]);
  if (check.level <= Level::rule)
    noted_.push_back(refusal_at(path, check, impl::Facts{fact_of(number)}));
}

Value ScalarReader::read_flags(const plan::Scalar& scalar, const Json& json,
                               const std::string& path) const {
  if (!json.is_object()) return unexpected(path, "an object of flags", json);
  Members members;
  std::vector<std::string> names;
  for (const plan::Flag& flag : scalar.flags) {
    if (!flag.presence_of) names.push_back(flag.name);
  }
  for (const auto& [name, value] : json.items()) {
    const auto flag = std::ranges::find(scalar.flags, name, &plan::Flag::name);
    if (flag == scalar.flags.end()) {
      return problem(joined(path, name), "there is no such flag",
                     source::did_you_mean(name, names).value_or(""));
    }
    if (flag->presence_of)
      return problem(joined(path, name), "is filled in when writing", "leave it out");
    const auto number =
        value.is_boolean() ? std::optional<Int128>(value.get<bool>() ? 1 : 0) : whole_number(value);
    if (!number || *number < 0 || (*number >> flag->width) != 0) {
      return problem(joined(path, name), "doesn't fit " + impl::counted(flag->width, "bits"));
    }
    members.given.push_back({name, Value{Number{*number, {}}}});
  }
  return {std::move(members)};
}

Value ScalarReader::read_list(const plan::Scalar& scalar, const Json& json,
                              const std::string& path) const {
  Scalars list{scalar.dtype,
               scalar.endian,
               scalar.enumeration ? &plan_.enums[*scalar.enumeration] : nullptr,
               0,
               {},
               flags_in(scalar)};
  if (json.is_object() && json.contains("file") && !is_packed(scalar.dtype))
    return read_file(std::move(list), json["file"], path);
  std::vector<std::byte> bytes;
  if (is_packed(scalar.dtype)) {
    std::vector<Int128> numbers;
    if (json.is_string() && scalar.dtype == Dtype::u1) {
      for (const char ch : json.get_ref<const std::string&>()) numbers.push_back(ch - '0');
    } else if (json.is_array()) {
      for (const Json& each : json) {
        const auto number = each.is_boolean() ? std::optional<Int128>(each.get<bool>() ? 1 : 0)
                                              : whole_number(each);
        numbers.push_back(number.value_or(model::max_u64));
      }
    } else {
      return unexpected(
          path, scalar.dtype == Dtype::u1 ? "a string of 0 and 1, or a list" : "a list", json);
    }
    if (scalar.dtype != Dtype::u1) list.unfit = take_unfit(scalar.dtype, numbers);
    const std::size_t good = append_packed(scalar.dtype, numbers, bytes);
    if (good != numbers.size())
      return problem(indexed(path, good), "doesn't fit " + std::string(name(scalar.dtype)));
    list.count = numbers.size();
  } else {
    if (!json.is_array()) return unexpected(path, "a list", json);
    plan::Scalar single = scalar;
    for (std::size_t i = 0; i < json.size(); ++i) {
      const std::size_t before = problems_.size();
      const Value value = read(single, json[i], indexed(path, i));
      if (problems_.size() != before) return {};
      const auto* number = std::get_if<Number>(&value.kind);
      const auto* flags = std::get_if<Members>(&value.kind);
      const Json element = number != nullptr  ? number_json(number->value)
                           : flags != nullptr ? number_json(word_of(scalar.flags, *flags))
                                              : json[i];
      if (!append_element(scalar.dtype, scalar.endian, element, bytes))
        return unexpected(indexed(path, i), "a number", json[i]);
    }
    list.count = json.size();
  }
  list.content = own(std::move(bytes));
  return {std::move(list)};
}

// Of an array file its elements, of any other the bytes as they are.
Value ScalarReader::read_file(Scalars list, const Json& file_name, const std::string& path) const {
  auto referenced = open_reference(file_name, path, references_, problems_);
  if (!referenced) return {};
  const std::string& called = referenced->called;
  Content& content = referenced->content;
  if (referenced->array) {
    const ArrayFile& file = *referenced->array;
    if (!file.problem.empty()) return problem(path, called + file.problem);
    if (file.dtype != list.dtype || file.dims.size() != 1) {
      const std::string held =
          file.dtype ? type_text(*file.dtype, &file.dims) : std::string("opaque elements");
      return problem(path, called + "is " + held + ", but a list of " +
                               std::string(name(list.dtype)) + " is needed");
    }
    list.endian = file.endian;
    content.bytes = file.elements;
  }
  const std::uint64_t size = bit_count(list.dtype) / 8;
  list.count = content.bytes.size() / size;
  if (list.count * size != content.bytes.size()) {
    return problem(path, called + "has " + impl::counted(content.bytes.size(), "bytes") +
                             ", not a whole number of " + std::string(name(list.dtype)));
  }
  list.content = std::move(content);
  return {std::move(list)};
}

}  // namespace schemac::direct
