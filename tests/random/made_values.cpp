#include "random/made_values.h"

#include <algorithm>
#include <functional>

#include "direct/byte_text.h"
#include "direct/number.h"

namespace net {

namespace plan = schemac::plan;
using schemac::Dtype;
using schemac::model::Int128;

namespace {

constexpr int deepest = 4;

void collect(const plan::Expr& expr, std::vector<Int128>& out) {
  if (expr.op == plan::Op::constant) {
    out.push_back(expr.number);
    out.push_back(expr.number + 1);
    if (expr.number > 0) out.push_back(expr.number - 1);
  }
  for (const plan::Expr& each : expr.args) collect(each, out);
}

Json json_of(Int128 number) {
  if (number < 0) return static_cast<std::int64_t>(number);
  return static_cast<std::uint64_t>(number);
}

// Whether a value says where something lies: most offsets at random are before what is there.
bool says_place(const plan::Record& record, plan::FieldId id) {
  const auto is_placed = [&](const plan::Field& field) {
    return field.jump && field.jump->is_given && field.jump->stated_by == id;
  };
  const auto begins = [&](const plan::Section& each) { return each.given && each.begin == id; };
  return std::holds_alternative<plan::Scalar>(record.fields[id].body.kind) &&
         (std::ranges::any_of(record.fields, is_placed) ||
          std::ranges::any_of(record.sections, begins));
}

bool gives_starts(const plan::Record& record) {
  return std::ranges::any_of(record.sections,
                             [](const plan::Section& each) { return each.given.has_value(); });
}

}  // namespace

std::vector<Int128> numbers_of(const plan::Plan& plan) {
  std::vector<Int128> out;
  for (const plan::Record& record : plan.records) {
    for (const plan::Item& item : record.items)
      if (const auto* require = std::get_if<plan::Require>(&item)) collect(require->condition, out);
    for (const plan::Field& field : record.fields) {
      if (field.presence) collect(field.presence->condition, out);
      if (field.unknown) out.push_back(field.unknown->value);
      if (const auto* choice = std::get_if<plan::Switch>(&field.body.kind))
        for (const auto& each : choice->alternatives)
          out.insert(out.end(), each.tags.begin(), each.tags.end());
      if (const auto* list = std::get_if<plan::List>(&field.body.kind))
        for (const plan::EachRule& rule : list->each) collect(rule.condition, out);
    }
  }
  return out;
}

ValueMaker::ValueMaker(const plan::Plan& plan, Dice& dice)
    : plan_(plan),
      dice_(dice),
      numbers_(numbers_of(plan)),
      are_places_given_(plan.has_given_offsets || std::ranges::any_of(plan.records, gives_starts)) {
}

Json ValueMaker::make(const plan::Root& root) {
  depth_ = 0;
  return make_record(root.record);
}

Json ValueMaker::make_record(plan::RecordId id) {
  const plan::Record& record = plan_.records[id];
  Json made = Json::object();
  Json choices = Json::object();
  ++depth_;
  for (const plan::Field& field : record.fields) {
    if (field.has_known_choice() && dice_.one_in(4)) choices[field.unknown->choice] = false;
    if (!field.has_member() || field.is_of_parts) continue;
    if (record.part && record.part->is_stated_by(plan::id_of(record, field))) continue;
    const bool is_choice = field.role == schemac::model::RoleKind::choice;
    const bool may_miss = field.is_optional() || field.may_be_unknown() || is_choice;
    if (may_miss && (depth_ > deepest || dice_.one_in(2))) continue;
    if (field.default_value && dice_.one_in(3)) continue;
    (is_choice ? choices : made)[field.name] = make_field(record, field);
  }
  if (record.part) made[record.part->name] = hex(dice_.below(6));
  if (record.slack && dice_.one_in(2)) choices[record.slack->name] = hex(dice_.below(5));
  --depth_;
  if (!choices.empty()) made["choices"] = std::move(choices);
  return made;
}

Json ValueMaker::make_field(const plan::Record& record, const plan::Field& field) {
  if (says_place(record, plan::id_of(record, field))) {
    if (dice_.below(4) != 0) return dice_.one_in(2) ? dice_.below(64) : 8 * dice_.below(24);
    const auto& scalar = std::get<plan::Scalar>(field.body.kind);
    if (schemac::bit_count(scalar.dtype) == 32 && !scalar.enumeration)
      return dice_.below(1U << 20U);
  }
  if (!field.codec) return make_body(field.body);
  if (field.codec->content) return {{"value", free_value(0)}};
  std::vector<std::byte> bytes(dice_.below(20));
  for (std::byte& each : bytes) each = static_cast<std::byte>(dice_.below(4));
  return {{"data", schemac::direct::to_base64(bytes)}};
}

Json ValueMaker::make_body(const plan::Body& body) {
  return std::visit([&](const auto& kind) { return make(kind); }, body.kind);
}

// Any number may say a place, also one in a text or in a record around. Gigabytes of nothing take
// long to write, and tell nothing that a megabyte doesn't.
Int128 ValueMaker::near(Int128 number) const {
  const bool is_far = number > 0 && number < Int128{1} << 31;
  return are_places_given_ && is_far ? number % (1 << 16) : number;
}

Int128 ValueMaker::whole(Dtype dtype) {
  const auto range = schemac::direct::range_of(dtype);
  const auto fits = [&](Int128 number) { return range.contains(number); };
  switch (dice_.below(6)) {
    case 0:
      if (!numbers_.empty())
        if (const Int128 number = dice_.pick(numbers_); fits(number)) return number;
      break;
    case 1:
      if (dice_.one_in(2)) return dice_.one_in(2) ? range.max : range.min;
      return near(range.min + static_cast<Int128>(dice_.number()) % (range.max - range.min + 1));
    default:
      break;
  }
  const Int128 small = static_cast<Int128>(dice_.below(6));
  return fits(small) ? small : fits(-small) ? -small : range.max;
}

Json ValueMaker::make(const plan::Scalar& scalar) {
  if (scalar.enumeration) {
    const plan::Enum& names = plan_.enums[*scalar.enumeration];
    if (names.keeps_unknown && dice_.one_in(4)) return json_of(whole(scalar.dtype));
    if (names.members.empty()) return 0;
    return dice_.pick(names.members).name;
  }
  if (!scalar.flags.empty()) {
    Json flags = Json::object();
    for (const plan::Flag& flag : scalar.flags)
      if (!flag.presence_of && dice_.one_in(2))
        flags[flag.name] = flag.width == 1
                               ? Json(true)
                               : Json(dice_.below(std::uint64_t{1} << std::min(flag.width, 8U)));
    return flags;
  }
  if (scalar.dtype == Dtype::bool8) return dice_.one_in(2);
  if (schemac::direct::is_real(scalar.dtype)) {
    if (dice_.one_in(8)) return dice_.one_in(2) ? "nan" : "-inf";
    return static_cast<double>(dice_.below(64)) / 4 - 3;
  }
  return json_of(whole(scalar.dtype));
}

std::uint64_t ValueMaker::size_of(const std::optional<plan::Expr>& size) {
  if (size && size->op == plan::Op::constant && size->number >= 0 && size->number < 4096)
    return static_cast<std::uint64_t>(size->number);
  return dice_.below(dice_.one_in(6) ? 40 : 6);
}

Json ValueMaker::make(const plan::Text& text) {
  if (text.charset.empty() && !text.size && !plan_.enums.empty() && dice_.one_in(6)) {
    const plan::Enum& names = plan_.enums[dice_.below(plan_.enums.size())];  // which it is read as
    if (names.is_text && !names.members.empty())
      return names.members[dice_.below(names.members.size())].text;
  }
  std::string made;
  const std::string letters = text.charset.empty() ? "ab cXYZ019_.-/'\"\\" : text.charset;
  const std::uint64_t size = size_of(text.size);
  while (made.size() < size) {
    made += letters[dice_.below(letters.size())];
    if (text.charset.empty() && text.encoding != "ascii" && made.size() + 1 < size &&
        dice_.one_in(12))
      made += "\xc3\xa4";
  }
  if (text.charset.empty() && text.encoding.empty() && !made.empty() && dice_.one_in(10))
    return {{"hex", "ff00"}};
  return made;
}

Json ValueMaker::free_value(int depth) {
  switch (dice_.below(depth > 2 ? 5 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return dice_.one_in(2);
    case 2:
      return json_of(whole(dice_.one_in(2) ? Dtype::i64 : Dtype::u64));
    case 3:
      return static_cast<double>(dice_.below(100)) / 8;
    case 4:
      return std::string("text").substr(0, dice_.below(5));
    case 5: {
      Json list = Json::array();
      for (std::uint64_t left = dice_.below(4); left > 0; --left)
        list.push_back(free_value(depth + 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (const char* name : {"a", "b", "shape"})
        if (dice_.one_in(2)) object[name] = free_value(depth + 1);
      return object;
    }
  }
}

Json ValueMaker::hex(std::uint64_t size) {
  std::vector<std::byte> bytes(size);
  for (std::byte& each : bytes)
    each = static_cast<std::byte>(dice_.below(dice_.one_in(2) ? 4 : 256));
  return {{"hex", schemac::direct::to_hex(bytes)}};
}

Json ValueMaker::make(const plan::Raw& raw) {
  if (raw.free) {
    if (!raw.free->holds_members) return free_value(0);
    return dice_.one_in(2) ? Json::object() : Json{{"more", free_value(1)}};
  }
  return hex(size_of(raw.size));
}

Json ValueMaker::make(const plan::Array& array) {
  std::vector<std::byte> bytes(dice_.below(dice_.one_in(2) ? 9 : 3));
  const Dtype dtype = array.dtype.op == plan::Op::constant
                          ? static_cast<Dtype>(static_cast<int>(array.dtype.number))
                      : dice_.one_in(2) ? Dtype::u8
                                        : Dtype::f32;
  if (!array.dims) return {{"dtype", std::string(schemac::name(dtype))}, {"value", 1}};
  if (!schemac::direct::is_packed(dtype)) bytes.resize(bytes.size() * schemac::byte_count(dtype));
  for (std::byte& each : bytes) each = static_cast<std::byte>(dice_.below(256));
  return {{"dtype", std::string(schemac::name(dtype))},
          {"data", schemac::direct::to_base64(bytes)}};
}

Json ValueMaker::make(const plan::Nested& nested) { return make_record(nested.record); }

Json ValueMaker::make(const plan::List& list) {
  Json made = Json::array();
  std::uint64_t count = depth_ > deepest ? 0 : size_of(list.count);
  if (count > 50) count = dice_.below(3);
  for (; count > 0; --count) made.push_back(make_body(list.element.front()));
  return made;
}

Json ValueMaker::make(const plan::Switch& choice) {
  const plan::Alternative& held =
      depth_ > deepest ? choice.alternatives.front() : dice_.pick(choice.alternatives);
  Json made = Json::object();
  made[held.name] = make_body(held.body.front());
  return made;
}

void ValueMaker::repair(const plan::Root& root, Json& values,
                        const std::vector<schemac::direct::Problem>& problems) {
  // Members of the whole file are made anew one at a time: that at fault, or another that it may
  // depend on.
  const plan::Record& record = plan_.records[root.record];
  std::string name = problems.empty() ? "" : problems.front().path;
  name = name.substr(0, name.find_first_of(".["));
  std::vector<const plan::Field*> members;
  for (const plan::Field& field : record.fields)
    if (field.has_member() && !field.is_of_parts) members.push_back(&field);
  if (members.empty()) return;
  const plan::Field* field = dice_.pick(members);
  for (const plan::Field* each : members)
    if (each->name == name && !dice_.one_in(3)) field = each;
  depth_ = 1;
  const bool is_choice = field->role == schemac::model::RoleKind::choice;
  if (is_choice) return;
  if (field->is_optional() && dice_.one_in(2))
    values.erase(field->name);
  else
    values[field->name] = make_field(record, *field);
}

}  // namespace net
