// What files of a dataset say, as rules across files see it: values of any kind in one tree, in
// which members are found by their names. Generated structs become such trees here; the command
// makes them of its own values.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/core/blob.h"
#include "schemac/core/coded.h"
#include "schemac/core/free_value.h"
#include "schemac/core/members.h"
#include "schemac/io/dataset_form.h"

namespace schemac::impl {

/// Whole numbers. There may be many: they are kept as they are, and copies share them.
class FileNumbers {
 public:
  FileNumbers() = default;
  /// `list` has a size, and numbers or enumerators by their index.
  template <class List>
  [[nodiscard]] static FileNumbers of(List list) {
    FileNumbers numbers;
    numbers.list_ = std::make_shared<const HeldIn<List>>(std::move(list));
    return numbers;
  }

  [[nodiscard]] std::size_t size() const { return list_ == nullptr ? 0 : list_->size(); }
  [[nodiscard]] FileNumber operator[](std::size_t index) const { return list_->at(index); }
  /// Whether `visit(number)` is true of each; it is called until one isn't.
  template <class Visit>
  bool all_of(const Visit& visit) const {
    for (std::size_t i = 0; i < size(); ++i)
      if (!visit((*this)[i])) return false;
    return true;
  }
  [[nodiscard]] bool has(FileNumber number) const {
    return !all_of([&](FileNumber each) { return each != number; });
  }
  bool operator==(const FileNumbers& other) const {
    if (size() != other.size()) return false;
    std::size_t i = 0;
    return all_of([&](FileNumber each) { return each == other[i++]; });
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual FileNumber at(std::size_t index) const = 0;
  };
  template <class List>
  struct HeldIn final : Held {
    explicit HeldIn(List of) : list(std::move(of)) {}
    [[nodiscard]] std::size_t size() const override { return list.size(); }
    [[nodiscard]] FileNumber at(std::size_t index) const override {
      return static_cast<FileNumber>(list[index]);
    }
    List list;
  };

  std::shared_ptr<const Held> list_;
};

/// A value, or that there is none.
struct FileFact {
  enum class Kind : std::uint8_t {
    nothing,  ///< of a kind that expressions can't calculate with
    absent,   ///< an optional member that isn't there
    number,   ///< truth values and enumerations, too
    text,
    list,      ///< of numbers, or in a value of no type: compared as a whole; one by `list_of`
    unknowns,  ///< a list of what can't be calculated with: its number is how many there are
    elements,  ///< of a list of records
    members,
    content,  ///< bytes, of which only the size is kept: the plain size of what a codec encodes
    beyond,   ///< a number too large to calculate with: no rule holds of it
  };
  Kind kind = Kind::nothing;
  FileNumber number = 0;    ///< of an absent number what it counts as
  bool has_number = false;  ///< absent: whether it counts as one
  std::string text;
  FileNumbers numbers;  ///< of a list that has no others
  std::vector<FileFact> inner;
  std::vector<std::string> names;  ///< beside `inner`, of members
  /// Bytes of content, also of content that is a text with a value, which then is this.
  std::optional<std::uint64_t> size;
  /// A list in a value of no type that is kept: that list.
  std::shared_ptr<const FreeValue> free;

  /// The last member of that name.
  [[nodiscard]] const FileFact* find(std::string_view name) const {
    for (std::size_t i = names.size(); i-- > 0;)
      if (names[i] == name) return &inner[i];
    return nullptr;
  }
  static FileFact of(Kind kind, FileNumber number = 0) {
    FileFact fact;
    fact.kind = kind;
    fact.number = number;
    return fact;
  }
  static FileFact content_of(std::uint64_t size) {
    FileFact fact = of(Kind::content);
    fact.size = size;
    return fact;
  }
  static FileFact text_of(std::string_view text) {
    FileFact fact = of(Kind::text);
    fact.text = text;
    return fact;
  }
  static FileFact list_of(std::vector<FileFact> inner) {
    const bool has_others = std::any_of(
        inner.begin(), inner.end(), [](const FileFact& each) { return each.kind != Kind::number; });
    if (!has_others) {
      std::vector<FileNumber> numbers;
      for (const FileFact& each : inner) numbers.push_back(each.number);
      return list_of_numbers(std::move(numbers));
    }
    FileFact list = of(Kind::list);
    list.inner = std::move(inner);
    return list;
  }
  /// As `FileNumbers::of` takes them.
  template <class Numbers>
  [[nodiscard]] static FileFact list_of_numbers(Numbers numbers) {
    FileFact list = of(Kind::list);
    list.numbers = FileNumbers::of(std::move(numbers));
    return list;
  }
  /// A list of that many values that can't be calculated with.
  static FileFact unknown_list(std::size_t count) {
    return count == 0 ? of(Kind::list) : of(Kind::unknowns, static_cast<FileNumber>(count));
  }

  /// Values are the same as a whole, wherever they are.
  bool operator==(const FileFact& other) const {
    return kind == other.kind && number == other.number && has_number == other.has_number &&
           text == other.text && numbers == other.numbers && inner == other.inner &&
           names == other.names;
  }
};

/// What a value of no type says. With an owner, which keeps the value, lists know where they are.
[[nodiscard]] inline FileFact fact_of_free(const FreeValue& value,
                                           const std::shared_ptr<const FreeValue>& owner = {}) {
  using Kind = FileFact::Kind;
  if (const auto* number = value.as<std::uint64_t>()) return FileFact::of(Kind::number, *number);
  if (const auto* number = value.as<std::int64_t>()) return FileFact::of(Kind::number, *number);
  if (const auto* truth = value.as<bool>()) return FileFact::of(Kind::number, *truth ? 1 : 0);
  if (const auto* text = value.as<std::string>()) return FileFact::text_of(*text);
  if (const auto* list = value.elements()) {
    std::vector<FileFact> inner;
    for (const FreeValue& each : *list) inner.push_back(fact_of_free(each, owner));
    FileFact fact = FileFact::list_of(std::move(inner));
    if (owner != nullptr) fact.free = std::shared_ptr<const FreeValue>(owner, &value);
    return fact;
  }
  FileFact fact;
  if (const auto* map = value.as<FreeValue::Map>()) {
    fact.kind = Kind::members;
    for (const FreeValue::Entry& entry : *map) {
      const auto* name = entry.key.as<std::string>();
      if (name == nullptr) continue;
      fact.names.push_back(*name);
      fact.inner.push_back(fact_of_free(entry.value, owner));
    }
  }
  return fact;
}

/// Stands for a generated struct: its place is that struct's own.
template <class Record>
inline constexpr char record_mark = 0;

/// Which members are asked for, by names that expressions have; others aren't looked at.
struct AskedMembers {
  std::vector<std::string_view> names;
  std::vector<std::string_view> texts;  ///< encoded content that is a JSON text
  struct Default {
    const char* record;  ///< the mark of the struct that has it
    std::string_view name;
    std::int64_t value;
  };
  std::vector<Default> defaults;  ///< what numbers that aren't there count as, where it isn't 0

  [[nodiscard]] static bool has(const std::vector<std::string_view>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  [[nodiscard]] FileNumber default_of(const char* record, std::string_view name) const {
    for (const Default& each : defaults)
      if (each.record == record && each.name == name) return each.value;
    return 0;
  }
};

namespace detail {

template <class T>
inline constexpr bool is_counted = std::integral<T> || std::is_enum_v<T>;

/// Makes facts of what generated structs hold.
class FactMaker {
 public:
  explicit FactMaker(const AskedMembers& asked) : asked_(asked) {}

  template <RecordValue Record>
  [[nodiscard]] FileFact of(const Record& record) const {
    FileFact fact = FileFact::of(FileFact::Kind::members);
    for_each_member(record, [&](std::string_view name, const auto& member) {
      if (!AskedMembers::has(asked_.names, name)) return;
      fact.names.emplace_back(name);
      fact.inner.push_back(of_member({&record_mark<Record>, name}, member));
    });
    return fact;
  }

 private:
  struct MemberOf {
    const char* record;
    std::string_view name;
  };
  template <class T>
  [[nodiscard]] FileFact of_member(const MemberOf& at, const std::optional<T>& member) const {
    if (member) return of_member(at, *member);
    FileFact fact = FileFact::of(FileFact::Kind::absent);
    fact.has_number = is_counted<T>;
    fact.number = asked_.default_of(at.record, at.name);
    return fact;
  }
  template <std::same_as<Coded> Content>
  [[nodiscard]] FileFact of_member(const MemberOf& at, const Content& content) const {
    if constexpr (requires { fact_of(AsFact(), content); }) {
      if (AskedMembers::has(asked_.texts, at.name)) {
        FileFact fact = fact_of_free(fact_of(AsFact(), content));
        fact.size = content.size();
        return fact;
      }
    }
    return FileFact::content_of(content.size());
  }
  template <class T>
  [[nodiscard]] FileFact of_member(const MemberOf& at, const T& member) const {
    using Kind = FileFact::Kind;
    if constexpr (RecordValue<T>) {
      return of(member);
    } else if constexpr (std::is_enum_v<T>) {
      return FileFact::of(Kind::number, static_cast<std::underlying_type_t<T>>(member));
    } else if constexpr (std::integral<T>) {
      return FileFact::of(Kind::number, member);
    } else if constexpr (std::same_as<T, std::string>) {
      return FileFact::text_of(member);
    } else if constexpr (std::same_as<T, Free>) {
      return fact_of_free(member.value);
    } else if constexpr (std::derived_from<T, Blob>) {
      return FileFact::content_of(member.size());
    } else {
      (void)at;
      return {};
    }
  }
  template <class T>
  [[nodiscard]] FileFact of_member(const MemberOf& at, const std::vector<T>& list) const {
    using Kind = FileFact::Kind;
    if constexpr (is_counted<T>) {
      return FileFact::list_of_numbers(list);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return FileFact::unknown_list(list.size());
    } else {
      FileFact fact = FileFact::of(Kind::elements);
      fact.inner.reserve(list.size());
      for (const auto& each : list) fact.inner.push_back(of_member(at, each));
      return fact;
    }
  }

  const AskedMembers& asked_;
};

}  // namespace detail

/// What a value of a file says, as far as it is asked for.
template <RecordValue File>
[[nodiscard]] FileFact fact_of_file(const File& file, const AskedMembers& asked) {
  return detail::FactMaker(asked).of(file);
}

}  // namespace schemac::impl
