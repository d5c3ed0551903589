// What a generated header knows of a message, and what a walk over one finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "schemac/base/known_product.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/check.h"
#include "schemac/core/coding.h"

namespace schemac::impl {

/// A pointer to what a form may say. A flag of its own says whether it does: under
/// -fsanitize=undefined g++ takes no comparison of an inline function's or variable's address with
/// null for a constant.
template <class T>
class Said {
 public:
  constexpr Said() = default;
  // Forms list what they say.
  constexpr Said(T* at)  // NOLINT(google-explicit-constructor)
      : at_(at), is_said_(true) {}

  [[nodiscard]] explicit constexpr operator bool() const { return is_said_; }
  [[nodiscard]] constexpr T& operator*() const { return *at_; }

 private:
  T* at_ = nullptr;
  bool is_said_ = false;
};

/// What only some fields of messages have.
struct MessageFieldOptions {
  protobuf::Fits fits = protobuf::Fits::any;
  bool is_repeated = false;
  Said<bool(std::uint64_t)> is_known = {};  ///< of an enumeration that leaves other numbers aside
  Said<const Check> missing = {};           ///< of a required field
  Said<const Check> pieces = {};            ///< of a message that isn't repeated: too large
  // What is found out of the numbers of a list while they are looked for.
  bool is_multiplied = false;
  bool has_sign = false;                 ///< of the numbers to multiply
  Said<bool(std::uint64_t)> holds = {};  ///< what each has to keep to
};

/// One field of a message.
struct MessageFieldForm : MessageFieldOptions {
  constexpr MessageFieldForm(std::uint32_t field_number, protobuf::Coding field_coding,
                             const char* field_name, const MessageFieldOptions& options = {})
      : MessageFieldOptions(options),
        number(field_number),
        coding(field_coding),
        name(field_name) {}
  std::uint32_t number;
  protobuf::Coding coding;
  const char* name;
};

/// What a header knows of a message: its fields by number.
struct MessageForm {
  std::span<const MessageFieldForm> fields = {};
  const Check* malformed = nullptr;
  const Check* depth = nullptr;
};

/// Where a field is. Of a list `at` is its first tag and `value` the number of elements; else `at`
/// is the value, and `value` its number, or the bytes of a text or message. After the fields of a
/// form comes a slot for those that it doesn't declare: the first tag, and how many.
struct FieldSlot {
  const std::byte* at = nullptr;
  std::uint64_t value = 0;
};

/// What a walk found out of a list of numbers.
struct ListFacts {
  KnownProduct product;  ///< where its form asks for that
  bool holds = true;     ///< each number keeps to what its form says
};

/// Whether anything is found out of a field.
[[nodiscard]] constexpr bool has_facts(const MessageFieldForm& form) {
  return form.is_multiplied || form.holds;
}
/// Which of the facts are those of a field.
[[nodiscard]] constexpr std::size_t facts_index(const MessageForm& form, std::size_t field) {
  std::size_t index = 0;
  for (std::size_t i = 0; i < field; ++i) index += has_facts(form.fields[i]) ? 1 : 0;
  return index;
}

/// Where the fields of a message are, the slot of others included, and facts of its lists.
template <std::size_t count, std::size_t list_count = 0>
struct FoundFields {
  std::array<FieldSlot, count> slots;
  std::array<ListFacts, list_count> facts;

  [[nodiscard]] const FieldSlot& operator[](std::size_t index) const { return slots[index]; }
};

}  // namespace schemac::impl
