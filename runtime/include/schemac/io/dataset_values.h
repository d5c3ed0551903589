// Values of expressions over the files of a directory. What isn't there can't be calculated with,
// which is no error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/element_type.h"
#include "schemac/core/frame.h"
#include "schemac/io/dataset_form.h"

namespace schemac::detail {

/// A value, and where it is.
struct FactPlace {
  const FileFact* fact = nullptr;
  std::string path;                                 ///< in its file: "blocks[0].vars[2]"
  std::string file;                                 ///< below the dataset: "data/part_1.bin"
  const std::vector<std::string>* files = nullptr;  ///< of a list of files: theirs
};

/// Element `index` of a list of records, or of files.
[[nodiscard]] inline std::optional<FactPlace> element_at(const FactPlace& list,
                                                         std::uint64_t index) {
  if (list.fact->kind != FileFact::Kind::elements || index >= list.fact->parts.size())
    return std::nullopt;
  const FileFact* const element = &list.fact->parts[index];
  if (list.files != nullptr && index < list.files->size())
    return FactPlace{element, "", (*list.files)[index], nullptr};
  return FactPlace{element, list.path + "[" + std::to_string(index) + "]", list.file, nullptr};
}
[[nodiscard]] inline std::optional<FactPlace> member_of(const FactPlace& from,
                                                        std::string_view name) {
  const FileFact* const found =
      from.fact->kind == FileFact::Kind::members ? from.fact->find(name) : nullptr;
  if (found == nullptr) return std::nullopt;
  std::string path = from.path;
  append_path(path, name);
  return FactPlace{found, std::move(path), from.file, nullptr};
}

/// A directory that is being read. What points into it must not outlive it.
struct OpenDirectory {
  const DatasetForm* form = nullptr;
  std::string prefix;                 ///< of its files: "data/", "" of the whole dataset
  std::vector<FactPlace> parameters;  ///< as far as they are there, none of them behind a gap
  // Beside the entries: a file or a list of files, what they say, their names, directories.
  std::vector<std::optional<FactPlace>> entries;
  std::vector<FileFact> facts;
  std::vector<std::vector<std::string>> files;
  std::vector<std::vector<std::unique_ptr<OpenDirectory>>> inner;
};

/// What expressions are about: a directory's files, and what stands for `_`, `_key` or the item.
struct FactScope {
  const OpenDirectory* in = nullptr;
  std::optional<FactPlace> element, key, item;
};

/// Directories on the way, then a value that follows from the last of them, or a place in a file.
class FactWalk {
 public:
  FactWalk(const FactScope& scope, const FileExpression& path) : scope_(scope), path_(path) {}

  std::function<void(const FactPlace&)> on_value = [](const FactPlace&) {};
  std::function<void(const OpenDirectory&, const FileLet&)> on_let = [](const OpenDirectory&,
                                                                        const FileLet&) {};

  void walk() const {
    switch (path_.base) {
      case FileExpression::Base::element:
        return go_on(scope_.element, 0);
      case FileExpression::Base::key:
        return go_on(scope_.key, 0);
      case FileExpression::Base::item:
        return go_on(scope_.item, 0);
      case FileExpression::Base::parameter:
        return go_on(parameter(), 1);
      case FileExpression::Base::entry:
        return walk_directory(*scope_.in, 0);
    }
  }

 private:
  [[nodiscard]] std::optional<FactPlace> parameter() const {
    const FileExpression::Step& step = path_.steps.front();
    for (std::size_t i = 0; i < scope_.in->parameters.size(); ++i) {
      if (scope_.in->form->parameters[i] != step.member) continue;
      const FactPlace& value = scope_.in->parameters[i];
      return step.index ? element_at(value, *step.index) : std::optional(value);
    }
    return std::nullopt;
  }
  void walk_directory(const OpenDirectory& at, std::size_t i) const {
    if (i == path_.steps.size()) return;
    const FileExpression::Step& step = path_.steps[i];
    for (const FileLet& let : at.form->lets)
      if (let.name == step.member) return on_let(at, let);
    for (std::size_t e = 0; e < at.form->entries.size(); ++e) {
      if (at.form->entries[e].name != step.member) continue;
      for (std::size_t k = 0; k < at.inner[e].size(); ++k)
        if (!step.index || *step.index == k) walk_directory(*at.inner[e][k], i + 1);
      if (at.entries[e])
        go_on(step.index ? element_at(*at.entries[e], *step.index) : at.entries[e], i + 1);
    }
  }
  void go_on(const std::optional<FactPlace>& place, std::size_t i) const {
    if (!place) return;
    if (i == path_.steps.size()) return on_value(*place);
    if (place->fact->kind == FileFact::Kind::elements) {
      for (std::uint64_t k = 0; k < place->fact->parts.size(); ++k) go_on(element_at(*place, k), i);
      return;
    }
    const FileExpression::Step& step = path_.steps[i];
    auto next = member_of(*place, step.member);
    if (next && step.index) next = element_at(*next, *step.index);
    go_on(next, i + 1);
  }

  const FactScope& scope_;
  const FileExpression& path_;
};

/// Where a path leads; none if something on the way isn't there, or if it leads to several places.
[[nodiscard]] inline std::optional<FactPlace> find_place(const FactScope& scope,
                                                         const FileExpression& path) {
  std::optional<FactPlace> found;
  bool is_only = true;
  FactWalk walk(scope, path);
  walk.on_value = [&](const FactPlace& place) {
    is_only = !found;
    found = place;
  };
  walk.walk();
  return is_only ? found : std::nullopt;
}

/// What an expression is worth: a number, a text, a list, or nothing.
class FactEvaluation {
 public:
  using Kind = FileFact::Kind;
  using Op = FileExpression::Op;

  explicit FactEvaluation(const FactScope& scope) : scope_(scope) {}

  [[nodiscard]] FileFact of(const FileExpression& from) const {
    switch (from.op) {
      case Op::number:
      case Op::boolean:
        return number(from.number);
      case Op::text: {
        FileFact worth = FileFact::of(Kind::text);
        worth.text = from.text;
        return worth;
      }
      case Op::list: {
        FileFact worth = FileFact::of(Kind::list);
        for (const FileExpression& item : from.operands) worth.parts.push_back(of(item));
        return worth;
      }
      case Op::path: {
        if (auto let = let_at(from)) return *std::move(let);
        const auto place = find_place(scope_, from);
        return place ? worth_of(*place->fact) : FileFact();
      }
      case Op::length:
        return length_of(from.operands.front());
      case Op::sum:
        return sum_of(from.operands.front());
      case Op::product:
        return product_of(of(from.operands.front()));
      case Op::choose: {
        const FileFact condition = of(from.operands[0]);
        if (!is_number(condition)) return {};
        return of(from.operands[condition.number != 0 ? 1 : 2]);
      }
      case Op::present: {
        const auto place = find_place(scope_, from.operands.front());
        return number(place && place->fact->kind != Kind::absent ? 1 : 0);
      }
      case Op::element_bytes: {
        const auto type = numpy_type(of(from.operands.front()).text, TypeSpelling::name);
        return type ? number(type->size) : FileFact();
      }
      case Op::plain_size: {
        const auto place = find_place(scope_, from.operands.front());
        return place ? size_of(*place->fact) : FileFact();
      }
      case Op::logical_not: {
        const FileFact value = of(from.operands.front());
        return is_number(value) ? number(value.number == 0 ? 1 : 0) : FileFact();
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
  static FileFact number(FileNumber value) { return FileFact::of(Kind::number, value); }
  static bool is_number(const FileFact& worth) { return worth.kind == Kind::number; }
  static FileFact worth_of(const FileFact& fact) {
    if (fact.kind == Kind::absent) return fact.has_number ? number(fact.number) : FileFact();
    const bool has_worth =
        fact.kind == Kind::number || fact.kind == Kind::text || fact.kind == Kind::list;
    return has_worth ? fact : FileFact();
  }
  static FileFact size_of(const FileFact& fact) {
    return fact.kind == Kind::content ? number(fact.number) : FileFact();
  }
  static bool is_same(const FileFact& x, const FileFact& y) {
    return x.kind == y.kind && x.number == y.number && x.text == y.text &&
           std::equal(x.parts.begin(), x.parts.end(), y.parts.begin(), y.parts.end(), is_same);
  }

  // What a path leads to that no file holds.
  [[nodiscard]] std::optional<FileFact> let_at(const FileExpression& path) const {
    std::optional<FileFact> worth;
    FactWalk walk(scope_, path);
    walk.on_let = [&](const OpenDirectory& at, const FileLet& let) {
      worth = worth ? FileFact() : worth_in(at, let);
    };
    walk.walk();
    return worth;
  }
  [[nodiscard]] static FileFact worth_in(const OpenDirectory& at, const FileLet& let) {
    FactScope inner;
    inner.in = &at;
    return FactEvaluation(inner).of(let.value);
  }
  // Of all that a path leads to, or that the size of it leads to; none if one of them has none.
  [[nodiscard]] FileFact sum_of(const FileExpression& from) const {
    const bool is_size = from.op == Op::plain_size;
    FileFact sum = number(0);
    const auto add = [&](const FileFact& worth) {
      if (!is_number(worth) || __builtin_add_overflow(sum.number, worth.number, &sum.number))
        sum.kind = Kind::nothing;
    };
    FactWalk walk(scope_, is_size ? from.operands.front() : from);
    walk.on_value = [&](const FactPlace& place) {
      add(is_size ? size_of(*place.fact) : worth_of(*place.fact));
    };
    walk.on_let = [&](const OpenDirectory& at, const FileLet& let) { add(worth_in(at, let)); };
    walk.walk();
    return sum;
  }
  static FileFact product_of(const FileFact& list) {
    if (list.kind != Kind::list) return {};
    FileFact product = number(1);
    for (const FileFact& each : list.parts)
      if (!is_number(each) || __builtin_mul_overflow(product.number, each.number, &product.number))
        return {};
    return product;
  }
  [[nodiscard]] FileFact length_of(const FileExpression& from) const {
    if (from.op == Op::path) {
      const auto place = find_place(scope_, from);
      if (place && place->fact->kind == Kind::elements)
        return number(static_cast<FileNumber>(place->fact->parts.size()));
    }
    const FileFact value = of(from);
    if (value.kind == Kind::list) return number(static_cast<FileNumber>(value.parts.size()));
    return value.kind == Kind::text ? number(static_cast<FileNumber>(value.text.size()))
                                    : FileFact();
  }
  [[nodiscard]] FileFact logic(const FileExpression& from) const {
    const bool decides = from.op == Op::logical_or;
    const FileFact left = of(from.operands[0]);
    if (!is_number(left)) return {};
    if ((left.number != 0) == decides) return number(decides ? 1 : 0);
    const FileFact right = of(from.operands[1]);
    return is_number(right) ? number(right.number != 0 ? 1 : 0) : FileFact();
  }
  [[nodiscard]] FileFact arithmetic(const FileExpression& from) const {
    const FileFact left = of(from.operands[0]), right = of(from.operands[1]);
    if (!is_number(left) || !is_number(right)) return {};
    FileNumber result = 0;
    const bool overflows =
        from.op == Op::add        ? __builtin_add_overflow(left.number, right.number, &result)
        : from.op == Op::subtract ? __builtin_sub_overflow(left.number, right.number, &result)
                                  : __builtin_mul_overflow(left.number, right.number, &result);
    return overflows ? FileFact() : number(result);
  }
  [[nodiscard]] FileFact comparison(const FileExpression& from) const {
    const FileFact left = of(from.operands[0]), right = of(from.operands[1]);
    if (left.kind == Kind::nothing || right.kind == Kind::nothing) return {};
    if (from.op == Op::in || from.op == Op::not_in) {
      const bool is_in = std::any_of(right.parts.begin(), right.parts.end(),
                                     [&](const FileFact& each) { return is_same(left, each); });
      return number(is_in == (from.op == Op::in) ? 1 : 0);
    }
    if (from.op == Op::equal) return number(is_same(left, right) ? 1 : 0);
    if (from.op == Op::not_equal) return number(is_same(left, right) ? 0 : 1);
    if (left.kind != right.kind || left.kind == Kind::list) return {};
    const bool is_less = is_number(left) ? left.number < right.number : left.text < right.text;
    const bool is_true = from.op == Op::less         ? is_less
                         : from.op == Op::less_equal ? is_less || is_same(left, right)
                         : from.op == Op::greater    ? !is_less && !is_same(left, right)
                                                     : !is_less;
    return number(is_true ? 1 : 0);
  }

  const FactScope& scope_;
};

/// Whether a condition holds; none if it can't be calculated.
[[nodiscard]] inline std::optional<bool> holds(const FactScope& scope,
                                               const FileExpression& condition) {
  const FileFact worth = FactEvaluation(scope).of(condition);
  if (worth.kind != FileFact::Kind::number) return std::nullopt;
  return worth.number != 0;
}

/// The case that a directory is of; none if what tells it isn't there.
[[nodiscard]] inline std::optional<std::string_view> case_of(const FactScope& scope) {
  const DatasetForm& form = *scope.in->form;
  const auto place = form.chooser ? find_place(scope, *form.chooser) : std::nullopt;
  if (!place) return std::nullopt;
  std::optional<std::string_view> empty;
  for (const std::string_view name : form.cases) {
    const auto member = member_of(*place, name);
    if (!member || member->fact->kind == FileFact::Kind::absent) continue;
    const bool is_empty =
        member->fact->kind == FileFact::Kind::elements && member->fact->parts.empty();
    if (!is_empty) return name;
    empty = name;
  }
  return empty;
}

/// A key, and the element that it was taken from.
struct FactKey {
  std::string name;
  FactPlace place;  ///< the text that is the name
  FactPlace element;
};
/// The keys of a list, in their order; none if the list isn't there.
[[nodiscard]] inline std::optional<std::vector<FactKey>> keys_of(const FactScope& scope,
                                                                 const FileKeys& keys) {
  const auto list = find_place(scope, keys.list);
  if (!list) return std::nullopt;
  std::vector<FactKey> result;
  FactScope inner = scope;
  const bool is_list = list->fact->kind == FileFact::Kind::elements;
  for (std::uint64_t i = 0; is_list && i < list->fact->parts.size(); ++i) {
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

}  // namespace schemac::detail
