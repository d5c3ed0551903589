#include "direct/pieces/file_values.h"

#include <algorithm>
#include <utility>

#include "direct/number.h"
#include "direct/pieces/file_paths.h"
#include "schemac/core/element_type.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::direct {
namespace {

using model::FileExpression;
using model::FileOp;

// What an expression is worth.
struct Worth {
  enum class Kind : std::uint8_t {
    nothing,
    number,
    text,
    list,
    beyond,  // a number too large to calculate with: no rule holds of it
  };
  Kind kind = Kind::nothing;
  Int128 number = 0;
  std::string text;
  std::vector<Worth> list;

  static Worth of(Int128 number) {
    Worth worth;
    worth.kind = Kind::number;
    worth.number = number;
    return worth;
  }
  static Worth beyond() {
    Worth worth;
    worth.kind = Kind::beyond;
    return worth;
  }
  [[nodiscard]] bool is_beyond() const { return kind == Kind::beyond; }
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
    worth.text = impl::text_at(bytes.data(), bytes.size());
    return worth;
  }
  Worth operator()(const Scalars& scalars) const {
    Worth worth;
    worth.kind = Worth::Kind::list;
    for (std::uint64_t i = 0; i < scalars.count; ++i) worth.list.push_back(element_of(scalars, i));
    return worth;
  }
  // Real numbers aren't calculated with.
  static Worth element_of(const Scalars& scalars, std::uint64_t i) {
    const std::byte* const begin = scalars.content.bytes.data();
    if (is_packed(scalars.dtype)) return Worth::of(load_packed(scalars.dtype, begin, i));
    if (is_real(scalars.dtype) || bit_count(scalars.dtype) > 64) return {};
    const std::size_t size = bit_count(scalars.dtype) / 8;
    return Worth::of(load_number(scalars.dtype, scalars.endian, begin + i * size));
  }
  static Worth of_free(const FreeValue& value) {
    if (const auto* number = value.as<std::uint64_t>()) return Worth::of(*number);
    if (const auto* number = value.as<std::int64_t>()) return Worth::of(*number);
    if (const auto* boolean = value.as<bool>()) return Worth::of(*boolean ? 1 : 0);
    Worth worth;
    if (const auto* text = value.as<std::string>()) {
      worth.kind = Worth::Kind::text;
      worth.text = *text;
    } else if (const auto* list = value.elements()) {
      worth.kind = Worth::Kind::list;
      for (const FreeValue& each : *list) worth.list.push_back(of_free(each));
    }
    return worth;
  }
  Worth operator()(const Real&) const { return {}; }
  Worth operator()(const RawBytes&) const { return {}; }
  Worth operator()(const EncodedContent& encoded) const {
    return encoded.value == nullptr ? Worth{} : of_free(*encoded.value);
  }
  Worth operator()(const OpenValue& open) const { return of_free(*open.value); }
  Worth operator()(const Joined&) const { return {}; }
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
        for (const FileExpression& item : from.operands) {
          worth.list.push_back(of(item));
          if (worth.list.back().is_beyond()) return Worth::beyond();
        }
        return worth;
      }
      case FileOp::path: {
        if (const auto let = let_at(from)) return *let;
        const auto place = find_value(scope_, from);
        return place ? std::visit(WorthOf{*place}, place->value->kind) : Worth{};
      }
      case FileOp::length:
        return length_of(from.operands.front());
      case FileOp::sum:
        return sum_of(from.operands.front());
      case FileOp::product:
        return product_of(of(from.operands.front()));
      case FileOp::choose: {
        const Worth condition = of(from.operands[0]);
        if (!is_number(condition)) return none(condition);
        return of(from.operands[condition.number != 0 ? 1 : 2]);
      }
      case FileOp::present: {
        const FileExpression& path = from.operands.front();
        if (const auto count = count_of_files(path)) return Worth::of(*count != 0 ? 1 : 0);
        const auto place = find_value(scope_, path);
        return Worth::of(place && !place->value->is_absent() ? 1 : 0);
      }
      case FileOp::element_bytes: {
        const auto type = numpy_type(of(from.operands.front()).text, impl::TypeSpelling::name);
        return type ? Worth::of(type->size) : Worth{};
      }
      case FileOp::plain_size: {
        const auto place = find_value(scope_, from.operands.front());
        return place ? plain_size(*place->value) : Worth{};
      }
      case FileOp::logical_not: {
        const Worth value = of(from.operands.front());
        return is_number(value) ? Worth::of(value.number == 0 ? 1 : 0) : none(value);
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
  // What follows from operands that aren't both numbers.
  static Worth none(const Worth& left, const Worth& right = {}) {
    return left.is_beyond() || right.is_beyond() ? Worth::beyond() : Worth{};
  }
  // What a path leads to that no file holds.
  [[nodiscard]] std::optional<Worth> let_at(const FileExpression& path) const {
    std::optional<Worth> worth;
    PathWalk walk(scope_, path);
    walk.on_let = [&](const OpenDirectory& at, const model::FileLet& let) {
      worth = worth ? Worth{} : worth_in(at, let);
    };
    walk.walk();
    return worth;
  }
  [[nodiscard]] Worth worth_in(const OpenDirectory& at, const model::FileLet& let) const {
    FileScope inner;
    inner.plan = scope_.plan;
    inner.in = &at;
    return Evaluation(inner).of(let.value);
  }
  // How many files or directories there are of an entry that a path leads to; none if it leads to
  // something else.
  [[nodiscard]] std::optional<std::uint64_t> count_of_files(const FileExpression& path) const {
    std::optional<std::uint64_t> count;
    PathWalk walk(scope_, path);
    walk.on_directories = [&](std::uint64_t open) { count = count.value_or(0) + open; };
    walk.on_value = [&](const TypedValue& place) {
      if (place.files == nullptr) return;
      count =
          static_cast<std::uint64_t>(std::count_if(place.files->begin(), place.files->end(),
                                                   [](const auto& name) { return !name.empty(); }));
    };
    walk.walk();
    return count;
  }
  // Of all that a path leads to, or that the size of it leads to; none if one of them has none.
  [[nodiscard]] Worth sum_of(const FileExpression& from) const {
    const bool is_size = from.op == FileOp::plain_size;
    const FileExpression& path = is_size ? from.operands.front() : from;
    Worth sum = Worth::of(0);
    const auto add = [&](const Worth& worth, const auto& add_each) -> void {
      if (!is_number(sum)) return;
      if (worth.kind == Worth::Kind::list)
        for (const Worth& each : worth.list) add_each(each, add_each);
      else if (!is_number(worth))
        sum = none(worth);
      else if (__builtin_add_overflow(sum.number, worth.number, &sum.number))
        sum = Worth::beyond();
    };
    PathWalk walk(scope_, path);
    walk.on_value = [&](const TypedValue& place) {
      add(is_size ? plain_size(*place.value) : std::visit(WorthOf{place}, place.value->kind), add);
    };
    walk.on_let = [&](const OpenDirectory& at, const model::FileLet& let) {
      add(worth_in(at, let), add);
    };
    walk.walk();
    return sum;
  }
  static Worth product_of(const Worth& list) {
    if (list.kind != Worth::Kind::list) return none(list);
    if (!std::all_of(list.list.begin(), list.list.end(), is_number)) return {};
    if (std::find(list.list.begin(), list.list.end(), Worth::of(0)) != list.list.end())
      return Worth::of(0);
    Worth product = Worth::of(1);
    for (const Worth& each : list.list)
      if (__builtin_mul_overflow(product.number, each.number, &product.number))
        return Worth::beyond();
    return product;
  }
  static Worth plain_size(const Value& value) {
    if (const auto* encoded = std::get_if<EncodedContent>(&value.kind))
      return Worth::of(encoded->coded.size());
    if (const auto* raw = std::get_if<RawBytes>(&value.kind))
      return Worth::of(raw->content.bytes.size());
    if (const auto* array = std::get_if<Payload>(&value.kind))
      return Worth::of(array->content.bytes.size());
    return {};
  }
  static bool is_number(const Worth& worth) { return worth.kind == Worth::Kind::number; }

  Worth length_of(const FileExpression& from) const {
    if (from.op == FileOp::path) {
      if (const auto count = count_of_files(from)) return Worth::of(*count);
      const auto place = find_value(scope_, from);
      if (place && std::holds_alternative<Elements>(place->value->kind))
        return Worth::of(element_count(*place->value));
    }
    const Worth value = of(from);
    if (value.kind == Worth::Kind::list) return Worth::of(value.list.size());
    return value.kind == Worth::Kind::text ? Worth::of(value.text.size()) : none(value);
  }
  Worth logic(const FileExpression& from) const {
    const bool decides = from.op == FileOp::logical_or;
    const Worth left = of(from.operands[0]);
    if (!is_number(left)) return none(left);
    if ((left.number != 0) == decides) return Worth::of(decides ? 1 : 0);
    const Worth right = of(from.operands[1]);
    return is_number(right) ? Worth::of(right.number != 0 ? 1 : 0) : none(right);
  }
  Worth arithmetic(const FileExpression& from) const {
    const Worth left = of(from.operands[0]), right = of(from.operands[1]);
    if (!is_number(left) || !is_number(right)) return none(left, right);
    Int128 result = 0;
    const bool overflows =
        from.op == FileOp::add        ? __builtin_add_overflow(left.number, right.number, &result)
        : from.op == FileOp::subtract ? __builtin_sub_overflow(left.number, right.number, &result)
                                      : __builtin_mul_overflow(left.number, right.number, &result);
    return overflows ? Worth::beyond() : Worth::of(result);
  }
  Worth comparison(const FileExpression& from) const {
    const Worth left = of(from.operands[0]), right = of(from.operands[1]);
    if (left.is_beyond() || right.is_beyond()) return Worth::beyond();
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

}  // namespace

std::optional<bool> holds(const FileScope& scope, const FileExpression& condition) {
  const Worth worth = Evaluation(scope).of(condition);
  if (worth.is_beyond()) return false;
  if (worth.kind != Worth::Kind::number) return std::nullopt;
  return worth.number != 0;
}

std::optional<Int128> number_in(const FileScope& scope, const model::FileExpression& expression) {
  const Worth worth = Evaluation(scope).of(expression);
  return worth.kind == Worth::Kind::number ? std::optional(worth.number) : std::nullopt;
}

std::optional<std::string> text_in(const FileScope& scope,
                                   const model::FileExpression& expression) {
  Worth worth = Evaluation(scope).of(expression);
  if (worth.kind != Worth::Kind::text) return std::nullopt;
  return std::move(worth.text);
}

std::optional<std::vector<Int128>> numbers_in(const FileScope& scope,
                                              const model::FileExpression& expression) {
  const Worth worth = Evaluation(scope).of(expression);
  if (worth.kind != Worth::Kind::list) return std::nullopt;
  std::vector<Int128> numbers;
  for (const Worth& each : worth.list) {
    if (each.kind != Worth::Kind::number) return std::nullopt;
    numbers.push_back(each.number);
  }
  return numbers;
}

std::optional<std::string> case_of(const FileScope& scope) {
  const model::Directory& form = scope.in->directory->form;
  if (!form.chooser) return std::nullopt;
  const auto place = find_value(scope, *form.chooser);
  if (!place) return std::nullopt;
  std::optional<std::string> empty;
  for (const std::string& name : form.cases) {
    const auto member = member_of(*scope.plan, *place, name);
    if (!member || member->value->is_absent()) continue;
    const auto* list = std::get_if<Elements>(&member->value->kind);
    if (list == nullptr || !list->values.empty()) return name;
    empty = name;
  }
  return empty;
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
    result.push_back({std::string(impl::text_at(bytes.data(), bytes.size())), *name, *inner.item});
  }
  if (keys.is_sorted)
    std::stable_sort(result.begin(), result.end(),
                     [](const FileKey& x, const FileKey& y) { return x.name < y.name; });
  return result;
}

}  // namespace schemac::direct
