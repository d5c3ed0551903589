// Values of expressions over the files of a directory. What isn't there can't be calculated with,
// which is no error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/element_type.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/dataset_form.h"
#include "schemac/io/dataset_paths.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::impl {

/// What an expression is worth: a number, a text, a list, or nothing; or a number beyond those that
/// are calculated with. One that a file says is looked at where it is.
class FactWorth {
 public:
  FactWorth() = default;
  FactWorth(FileFact made) : made_(std::move(made)) {}  // NOLINT(google-explicit-constructor)
  static FactWorth of(const FileFact& said) {
    FactWorth worth;
    worth.said_ = &said;
    return worth;
  }
  static FactWorth number(FileNumber value) { return FileFact::of(FileFact::Kind::number, value); }

  const FileFact* operator->() const { return said_ != nullptr ? said_ : &made_; }
  const FileFact& operator*() const { return *operator->(); }
  [[nodiscard]] bool is_number() const { return (*this)->kind == FileFact::Kind::number; }
  [[nodiscard]] bool is_beyond() const { return (*this)->kind == FileFact::Kind::beyond; }

 private:
  FileFact made_;
  const FileFact* said_ = nullptr;
};

/// Calculates with what files say.
class FactEvaluation {
 public:
  using Kind = FileFact::Kind;
  using Op = FileOp;

  explicit FactEvaluation(const FactScope& scope) : scope_(scope) {}

  [[nodiscard]] FactWorth of(const FileExpression& from) const {
    switch (from.op) {
      case Op::number:
      case Op::boolean:
        return FactWorth::number(from.number);
      case Op::text:
        return FileFact::text_of(from.text);
      case Op::list: {
        std::vector<FileFact> facts;
        for (const FileExpression& item : from.operands) {
          const FactWorth fact = of(item);
          if (fact.is_beyond()) return fact;
          facts.push_back(*fact);
        }
        return FileFact::list_of(std::move(facts));
      }
      case Op::path:
        return at(from);
      case Op::length:
        return length_of(from.operands.front());
      case Op::sum:
        return sum_of(from.operands.front());
      case Op::product:
        return product_of(of(from.operands.front()));
      case Op::choose: {
        const FactWorth condition = of(from.operands[0]);
        if (!condition.is_number()) return none(condition);
        return of(from.operands[condition->number != 0 ? 1 : 2]);
      }
      case Op::present: {
        const FileExpression& path = from.operands.front();
        if (const auto count = count_of_files(path)) return FactWorth::number(*count != 0 ? 1 : 0);
        const auto here = find_fact(scope_, path);
        return FactWorth::number(here && here->fact->kind != Kind::absent ? 1 : 0);
      }
      case Op::element_bytes: {
        const auto type = numpy_type(of(from.operands.front())->text, TypeSpelling::name);
        return type ? FactWorth::number(type->size) : FactWorth();
      }
      case Op::plain_size: {
        const auto here = find_fact(scope_, from.operands.front());
        return here ? size_of(*here->fact) : FactWorth();
      }
      case Op::logical_not: {
        const FactWorth value = of(from.operands.front());
        return value.is_number() ? FactWorth::number(value->number == 0 ? 1 : 0) : none(value);
      }
      case Op::logical_or:
      case Op::logical_and:
        return logic(from);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
        return arithmetic(from);
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::in:
      case Op::not_in:
        return comparison(from);
    }
    return {};
  }

 private:
  static FactWorth beyond() { return FileFact::of(Kind::beyond); }
  // What follows from operands that aren't both numbers.
  static FactWorth none(const FactWorth& left, const FactWorth& right = {}) {
    return left.is_beyond() || right.is_beyond() ? beyond() : FactWorth();
  }
  static FactWorth worth_of(const FileFact& fact) {
    if (fact.kind == Kind::absent)
      return fact.has_number ? FactWorth::number(fact.number) : FactWorth();
    const bool has_worth = fact.kind == Kind::number || fact.kind == Kind::text ||
                           fact.kind == Kind::list || fact.kind == Kind::unknowns;
    return has_worth ? FactWorth::of(fact) : FactWorth();
  }
  static FactWorth size_of(const FileFact& fact) {
    return fact.size ? FactWorth::number(static_cast<FileNumber>(*fact.size)) : FactWorth();
  }

  // What a path leads to: a value in a file, or one that no file holds. Nothing if it leads to
  // several.
  [[nodiscard]] FactWorth at(const FileExpression& path) const {
    FactWorth found;
    bool has_one = false;
    const auto keep = [&](FactWorth worth) {
      const bool is_only = !std::exchange(has_one, true);
      found = std::move(worth);
      return is_only;
    };
    FactWalk walk(scope_, path);
    walk.on_value = [&](const FoundFact& here) { return keep(worth_of(*here.fact)); };
    walk.on_let = [&](const OpenDirectory& at, const FileLet& let) {
      return keep(worth_in(at, let));
    };
    return walk.walk() ? found : FactWorth();
  }
  [[nodiscard]] static FactWorth worth_in(const OpenDirectory& at, const FileLet& let) {
    FactScope inner;
    inner.in = &at;
    return FactEvaluation(inner).of(let.value);
  }
  // How many files or directories there are of an entry that a path leads to; none if it leads to
  // something else.
  [[nodiscard]] std::optional<std::uint64_t> count_of_files(const FileExpression& path) const {
    std::optional<std::uint64_t> count;
    FactWalk walk(scope_, path);
    walk.on_directories = [&](std::uint64_t open) {
      count = count.value_or(0) + open;
      return true;
    };
    walk.on_value = [&](const FoundFact& here) {
      if (here.files == nullptr) return false;
      count = static_cast<std::uint64_t>(std::count_if(
          here.files->begin(), here.files->end(), [](const auto& name) { return !name.empty(); }));
      return true;
    };
    (void)walk.walk();
    return count;
  }
  // Of all that a path leads to, or that the size of it leads to; none if one of them has none.
  [[nodiscard]] FactWorth sum_of(const FileExpression& from) const {
    const bool is_size = from.op == Op::plain_size;
    FileNumber sum = 0;
    FactWorth missing;
    const auto add_number = [&](FileNumber number) {
      if (!__builtin_add_overflow(sum, number, &sum)) return true;
      missing = beyond();
      return false;
    };
    // Also of lists in lists, which values of no type may have.
    const auto add_list = [&](const FileFact& list, const auto& add_each) -> bool {
      return list.numbers.all_of(add_number) &&
             std::all_of(list.inner.begin(), list.inner.end(), [&](const FileFact& fact) {
               if (fact.kind == Kind::number) return add_number(fact.number);
               return fact.kind == Kind::list && add_each(fact, add_each);
             });
    };
    const auto add = [&](const FactWorth& worth) {
      if (worth.is_number()) return add_number(worth->number);
      if (worth->kind == Kind::list) return add_list(*worth, add_list);
      missing = none(worth);
      return false;
    };
    FactWalk walk(scope_, is_size ? from.operands.front() : from);
    walk.on_value = [&](const FoundFact& here) {
      return add(is_size ? size_of(*here.fact) : worth_of(*here.fact));
    };
    walk.on_let = [&](const OpenDirectory& at, const FileLet& let) {
      return add(worth_in(at, let));
    };
    return walk.walk() ? FactWorth::number(sum) : missing;
  }
  static FactWorth product_of(const FactWorth& list) {
    if (list->kind != Kind::list || !list->inner.empty()) return none(list);
    if (list->numbers.has(0)) return FactWorth::number(0);
    FileNumber product = 1;
    const bool is_small = list->numbers.all_of(
        [&](FileNumber each) { return !__builtin_mul_overflow(product, each, &product); });
    if (!is_small) return beyond();
    return FactWorth::number(product);
  }
  [[nodiscard]] FactWorth length_of(const FileExpression& from) const {
    const auto length = [](std::size_t size) {
      return FactWorth::number(static_cast<FileNumber>(size));
    };
    if (from.op == Op::path) {
      if (const auto count = count_of_files(from))
        return FactWorth::number(static_cast<FileNumber>(*count));
      const auto here = find_fact(scope_, from);
      if (here && here->fact->kind == Kind::elements) return length(here->fact->inner.size());
    }
    const FactWorth value = of(from);
    if (value->kind == Kind::list) return length(value->numbers.size() + value->inner.size());
    if (value->kind == Kind::unknowns) return FactWorth::number(value->number);
    return value->kind == Kind::text ? length(value->text.size()) : none(value);
  }
  [[nodiscard]] FactWorth logic(const FileExpression& from) const {
    const bool decides = from.op == Op::logical_or;
    const FactWorth left = of(from.operands[0]);
    if (!left.is_number()) return none(left);
    if ((left->number != 0) == decides) return FactWorth::number(decides ? 1 : 0);
    const FactWorth right = of(from.operands[1]);
    return right.is_number() ? FactWorth::number(right->number != 0 ? 1 : 0) : none(right);
  }
  [[nodiscard]] FactWorth arithmetic(const FileExpression& from) const {
    const FactWorth left = of(from.operands[0]), right = of(from.operands[1]);
    if (!left.is_number() || !right.is_number()) return none(left, right);
    FileNumber result = 0;
    const bool overflows =
        from.op == Op::add        ? __builtin_add_overflow(left->number, right->number, &result)
        : from.op == Op::subtract ? __builtin_sub_overflow(left->number, right->number, &result)
                                  : __builtin_mul_overflow(left->number, right->number, &result);
    return overflows ? beyond() : FactWorth::number(result);
  }
  static bool is_in(const FileFact& value, const FileFact& list) {
    if (value.kind == Kind::number && list.inner.empty()) return list.numbers.has(value.number);
    return std::find(list.inner.begin(), list.inner.end(), value) != list.inner.end();
  }
  [[nodiscard]] FactWorth comparison(const FileExpression& from) const {
    const FactWorth left = of(from.operands[0]), right = of(from.operands[1]);
    if (left.is_beyond() || right.is_beyond()) return beyond();
    if (left->kind == Kind::nothing || right->kind == Kind::nothing) return {};
    if (from.op == Op::in || from.op == Op::not_in)
      return FactWorth::number(is_in(*left, *right) == (from.op == Op::in) ? 1 : 0);
    const bool is_same = *left == *right;
    if (from.op == Op::equal) return FactWorth::number(is_same ? 1 : 0);
    if (from.op == Op::not_equal) return FactWorth::number(is_same ? 0 : 1);
    const bool has_order = left.is_number() || left->kind == Kind::text;
    if (left->kind != right->kind || !has_order) return {};
    const bool is_less = left.is_number() ? left->number < right->number : left->text < right->text;
    const bool is_true = from.op == Op::less         ? is_less
                         : from.op == Op::less_equal ? is_less || is_same
                         : from.op == Op::greater    ? !is_less && !is_same
                                                     : !is_less;
    return FactWorth::number(is_true ? 1 : 0);
  }

  const FactScope& scope_;
};

/// Whether a condition holds; none if something that it asks for isn't there. It doesn't if a
/// number in it is too large to calculate with.
[[nodiscard]] inline std::optional<bool> holds(const FactScope& scope,
                                               const FileExpression& condition) {
  const FactWorth worth = FactEvaluation(scope).of(condition);
  if (worth.is_beyond()) return false;
  if (!worth.is_number()) return std::nullopt;
  return worth->number != 0;
}

/// The case that a directory is of; none if what says so isn't there.
[[nodiscard]] inline std::optional<std::string_view> case_of(const FactScope& scope) {
  const DatasetForm& form = *scope.in->form;
  const auto here = form.chooser ? find_fact(scope, *form.chooser) : std::nullopt;
  if (!here) return std::nullopt;
  std::optional<std::string_view> empty;
  for (const std::string_view name : form.cases) {
    const auto member = member_of(*here, name);
    if (!member || member->fact->kind == FileFact::Kind::absent) continue;
    const bool is_empty =
        member->fact->kind == FileFact::Kind::elements && member->fact->inner.empty();
    if (!is_empty) return name;
    empty = name;
  }
  return empty;
}

/// A key, and the element that it was taken from.
struct FactKey {
  std::string name;
  FoundFact here;  ///< the text that is the name
  FoundFact element;
};
/// The keys of a list, in their order; none if the list isn't there.
[[nodiscard]] inline std::optional<std::vector<FactKey>> keys_of(const FactScope& scope,
                                                                 const FileKeys& keys) {
  const auto list = find_fact(scope, keys.list);
  if (!list) return std::nullopt;
  std::vector<FactKey> result;
  FactScope inner = scope;
  const bool is_list = list->fact->kind == FileFact::Kind::elements;
  for (std::uint64_t i = 0; is_list && i < list->fact->inner.size(); ++i) {
    inner.item = element_at(*list, i);
    if (keys.condition && !holds(inner, *keys.condition).value_or(false)) continue;
    const auto name = member_of(*inner.item, keys.by);
    if (!name || name->fact->kind != FileFact::Kind::text) continue;
    result.push_back({name->fact->text, *name, *inner.item});
  }
  if (keys.is_sorted)
    std::stable_sort(result.begin(), result.end(),
                     [](const FactKey& x, const FactKey& y) { return x.name < y.name; });
  return result;
}

}  // namespace schemac::impl
