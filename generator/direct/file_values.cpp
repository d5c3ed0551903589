#include "direct/file_values.h"

#include <algorithm>

#include "direct/message_elements.h"
#include "direct/number.h"

namespace schemac::direct {
namespace {

using model::FileBase;
using model::FileExpression;
using model::FileOp;

std::string member_path(const std::string& path, std::string_view member) {
  return path.empty() ? std::string(member) : path + "." + std::string(member);
}
std::string list_path(const std::string& path, std::uint64_t index) {
  return path + "[" + std::to_string(index) + "]";
}

const plan::Record* record_in(const plan::Plan& plan, const plan::Field& field) {
  const auto* nested = std::get_if<plan::Nested>(&value_body(field.body).kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

std::optional<TypedValue> member_of(const plan::Plan& plan, const TypedValue& from,
                                    const std::string& name) {
  const auto* members = std::get_if<Members>(&from.value->kind);
  if (members == nullptr || from.record == nullptr) return std::nullopt;
  const Value* found = members->find(name);
  if (found == nullptr) return std::nullopt;
  for (const plan::Field& field : from.record->fields)
    if (field.name == name)
      return TypedValue{found, record_in(plan, field), &field, member_path(from.path, name)};
  return std::nullopt;
}

// What an expression is worth.
struct Worth {
  enum class Kind : std::uint8_t { nothing, number, text, list } kind = Kind::nothing;
  Int128 number = 0;
  std::string_view text;
  std::vector<Worth> list;

  static Worth of(Int128 number) {
    Worth worth;
    worth.kind = Kind::number;
    worth.number = number;
    return worth;
  }
  friend bool operator==(const Worth&, const Worth&) = default;
};

struct WorthOf {
  const TypedValue& place;

  Worth operator()(const Absent&) const {
    const plan::Field* field = place.field;
    if (field == nullptr || !std::holds_alternative<plan::Scalar>(field->body.kind)) return {};
    return Worth::of(field->default_value.value_or(0));
  }
  Worth operator()(const Number& number) const { return Worth::of(number.value); }
  Worth operator()(const Boolean& boolean) const { return Worth::of(boolean.value ? 1 : 0); }
  Worth operator()(const Characters& characters) const {
    const Bytes bytes = characters.content.bytes;
    Worth worth;
    worth.kind = Worth::Kind::text;
    worth.text = text_at(bytes.data(), bytes.size());
    return worth;
  }
  Worth operator()(const Scalars& scalars) const {
    Worth worth;
    worth.kind = Worth::Kind::list;
    if (bit_count(scalars.dtype) < 8) return {};
    const std::size_t size = bit_count(scalars.dtype) / 8;
    for (std::uint64_t i = 0; i < scalars.count; ++i)
      worth.list.push_back(Worth::of(
          load_number(scalars.dtype, scalars.endian, scalars.content.bytes.data() + i * size)));
    return worth;
  }
  Worth operator()(const Real&) const { return {}; }
  Worth operator()(const RawBytes&) const { return {}; }
  Worth operator()(const OpenValue&) const { return {}; }
  Worth operator()(const Elements&) const { return {}; }
  Worth operator()(const Payload&) const { return {}; }
  Worth operator()(const Chosen&) const { return {}; }
  Worth operator()(const Members&) const { return {}; }
};

class Evaluation {
 public:
  explicit Evaluation(const FileScope& scope) : scope_(scope) {}

  Worth of(const FileExpression& from) const {
    switch (from.op) {
      case FileOp::number:
      case FileOp::boolean:
        return Worth::of(from.number);
      case FileOp::text: {
        Worth worth;
        worth.kind = Worth::Kind::text;
        worth.text = from.text;
        return worth;
      }
      case FileOp::list: {
        Worth worth;
        worth.kind = Worth::Kind::list;
        for (const FileExpression& item : from.operands) worth.list.push_back(of(item));
        return worth;
      }
      case FileOp::path: {
        const auto place = find_value(scope_, from);
        return place ? std::visit(WorthOf{*place}, place->value->kind) : Worth{};
      }
      case FileOp::length:
        return length_of(from.operands.front());
      case FileOp::logical_not: {
        const Worth value = of(from.operands.front());
        return is_number(value) ? Worth::of(value.number == 0 ? 1 : 0) : Worth{};
      }
      case FileOp::logical_or:
      case FileOp::logical_and:
        return logic(from);
      case FileOp::add:
      case FileOp::subtract:
      case FileOp::multiply:
        return arithmetic(from);
      case FileOp::equal:
      case FileOp::not_equal:
      case FileOp::less:
      case FileOp::less_equal:
      case FileOp::greater:
      case FileOp::greater_equal:
      case FileOp::in:
      case FileOp::not_in:
        return comparison(from);
    }
    return {};
  }

 private:
  static bool is_number(const Worth& worth) { return worth.kind == Worth::Kind::number; }

  Worth length_of(const FileExpression& from) const {
    if (from.op == FileOp::path) {
      const auto place = find_value(scope_, from);
      if (place && std::holds_alternative<Elements>(place->value->kind))
        return Worth::of(element_count(*place->value));
    }
    const Worth value = of(from);
    if (value.kind == Worth::Kind::list) return Worth::of(value.list.size());
    return value.kind == Worth::Kind::text ? Worth::of(value.text.size()) : Worth{};
  }
  Worth logic(const FileExpression& from) const {
    const bool decides = from.op == FileOp::logical_or;
    const Worth left = of(from.operands[0]);
    if (!is_number(left)) return {};
    if ((left.number != 0) == decides) return Worth::of(decides ? 1 : 0);
    const Worth right = of(from.operands[1]);
    return is_number(right) ? Worth::of(right.number != 0 ? 1 : 0) : Worth{};
  }
  Worth arithmetic(const FileExpression& from) const {
    const Worth left = of(from.operands[0]), right = of(from.operands[1]);
    if (!is_number(left) || !is_number(right)) return {};
    Int128 result = 0;
    const bool overflows =
        from.op == FileOp::add        ? __builtin_add_overflow(left.number, right.number, &result)
        : from.op == FileOp::subtract ? __builtin_sub_overflow(left.number, right.number, &result)
                                      : __builtin_mul_overflow(left.number, right.number, &result);
    return overflows ? Worth{} : Worth::of(result);
  }
  Worth comparison(const FileExpression& from) const {
    const Worth left = of(from.operands[0]), right = of(from.operands[1]);
    if (left.kind == Worth::Kind::nothing || right.kind == Worth::Kind::nothing) return {};
    if (from.op == FileOp::in || from.op == FileOp::not_in) {
      const bool is_in = std::find(right.list.begin(), right.list.end(), left) != right.list.end();
      return Worth::of(is_in == (from.op == FileOp::in) ? 1 : 0);
    }
    const bool is_same = left == right;
    if (from.op == FileOp::equal) return Worth::of(is_same ? 1 : 0);
    if (from.op == FileOp::not_equal) return Worth::of(is_same ? 0 : 1);
    if (left.kind != right.kind || left.kind == Worth::Kind::list) return {};
    const bool is_less = is_number(left) ? left.number < right.number : left.text < right.text;
    const bool is_true = from.op == FileOp::less         ? is_less
                         : from.op == FileOp::less_equal ? is_less || is_same
                         : from.op == FileOp::greater    ? !is_less && !is_same
                                                         : !is_less;
    return Worth::of(is_true ? 1 : 0);
  }

  const FileScope& scope_;
};

std::optional<TypedValue> begin_of(const FileScope& scope, const FileExpression& path,
                                   std::size_t& step) {
  switch (path.base) {
    case FileBase::element:
      return scope.element;
    case FileBase::key:
      return scope.key;
    case FileBase::item:
      return scope.item;
    case FileBase::entry:
      break;
  }
  const auto& entries = scope.directory->form.entries;
  for (std::size_t i = 0; i < entries.size() && i < scope.entries.size(); ++i) {
    if (entries[i].name != path.steps.front().member) continue;
    step = 1;
    if (!scope.entries[i] || !path.steps.front().index) return scope.entries[i];
    return element_at(*scope.entries[i], *path.steps.front().index);
  }
  return std::nullopt;
}

}  // namespace

std::optional<TypedValue> find_value(const FileScope& scope, const FileExpression& path) {
  std::size_t step = 0;
  std::optional<TypedValue> place = begin_of(scope, path, step);
  for (; place && step < path.steps.size(); ++step) {
    const model::FileStep& next = path.steps[step];
    place = member_of(*scope.plan, *place, next.member);
    if (place && next.index) place = element_at(*place, *next.index);
  }
  return place;
}

std::optional<bool> holds(const FileScope& scope, const FileExpression& condition) {
  const Worth worth = Evaluation(scope).of(condition);
  if (worth.kind != Worth::Kind::number) return std::nullopt;
  return worth.number != 0;
}

std::optional<std::vector<FileKey>> keys_of(const FileScope& scope, const model::KeyList& keys) {
  const auto list = find_value(scope, keys.list);
  if (!list) return std::nullopt;
  std::vector<FileKey> result;
  FileScope inner = scope;
  for (std::uint64_t i = 0; i < element_count(*list->value); ++i) {
    inner.item = element_at(*list, i);
    if (!inner.item) continue;
    if (keys.condition && !holds(inner, *keys.condition).value_or(false)) continue;
    const auto name = member_of(*scope.plan, *inner.item, keys.by);
    const auto* characters = name ? std::get_if<Characters>(&name->value->kind) : nullptr;
    if (characters == nullptr) continue;
    const Bytes bytes = characters->content.bytes;
    result.push_back({std::string(text_at(bytes.data(), bytes.size())), name->path, *inner.item});
  }
  if (keys.is_sorted)
    std::stable_sort(result.begin(), result.end(),
                     [](const FileKey& x, const FileKey& y) { return x.name < y.name; });
  return result;
}

std::optional<TypedValue> element_at(const TypedValue& list, std::uint64_t index) {
  const auto* elements = std::get_if<Elements>(&list.value->kind);
  if (elements == nullptr || index >= elements->values.size()) return std::nullopt;
  // The elements of a list of files are files: their paths begin there.
  const bool is_file = list.field == nullptr;
  return TypedValue{&elements->values[index], list.record, list.field,
                    is_file ? std::string() : list_path(list.path, index)};
}

std::uint64_t element_count(const Value& list) {
  const auto* elements = std::get_if<Elements>(&list.kind);
  return elements == nullptr ? 0 : elements->values.size();
}

}  // namespace schemac::direct
