// Whether values can be written, and nothing of why they can't.
//
// A writer checks a value twice only if something is wrong with it: first by this, where no check
// has to know its place, so that what is at hand stays in registers; then, for the violation, by a
// Rejection. Generated `check` functions are templates over both.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/base/known_product.h"
#include "schemac/base/lists.h"
#include "schemac/check/check.h"
#include "schemac/core/limits.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/with_product.h"

namespace schemac::impl {

/// Stands for a Frame where nobody asks for a path; an index is for the rules about elements.
struct NoFrame {
  NoFrame() = default;
  template <class Field = const char*>
  NoFrame(const NoFrame* /*up*/, const Field& /*field*/, std::uint64_t at = 0) : index(at) {}
  std::uint64_t index = 0;
};

class QuickCheck {
 public:
  /// What a check found out. (It is handed over in registers, and the check itself has a function
  /// of its own, so that nothing of it has to be in memory.)
  struct Findings {
    std::uint64_t measured = 0;
    bool is_ok = false;
    bool keys_ascend = false;
  };
  [[nodiscard]] Findings findings(bool is_ok) const { return {measured_, is_ok, keys_ascend_}; }

  using Frame = NoFrame;

  // As those of Rejection: false, whatever is wrong.
  bool reject(const Check&, const NoFrame&, const Facts& = {}) { return false; }
  template <std::invocable MakeFacts>
  [[gnu::always_inline]] bool reject(const Check&, const NoFrame&, MakeFacts) {
    return false;
  }
  bool reject_at(const Check&, const NoFrame&, std::string_view, const Facts& = {}) {
    return false;
  }
  bool reject_remainder(const NoFrame&, std::string_view, std::uint64_t, std::uint64_t) {
    return false;
  }
  template <class Number>
  bool reject_large(const NoFrame&, std::string_view, Number, std::uint64_t) {
    return false;
  }
  bool reject_small(const NoFrame&, std::string_view, std::int64_t, std::int64_t) { return false; }
  bool reject_between(const NoFrame&, std::string_view) { return false; }
  bool reject_derived_bits(const NoFrame&, std::string_view, std::uint64_t, std::uint64_t,
                           std::string_view) {
    return false;
  }
  bool reject_overflow(const NoFrame&, std::string_view) { return false; }
  bool reject_size(const NoFrame&, std::string_view, std::uint64_t, std::uint64_t) { return false; }
  bool reject_signed_size(const NoFrame&, std::string_view, std::uint64_t, std::int64_t) {
    return false;
  }
  bool reject_unknown_size(const NoFrame&, std::string_view, std::uint64_t) { return false; }
  bool reject_dtype(const NoFrame&, std::string_view, std::string_view) { return false; }
  bool reject_presence(const NoFrame&, std::string_view, bool) { return false; }
  bool reject_presence(const NoFrame&, std::string_view, bool, const Check&, std::uint64_t) {
    return false;
  }
  bool reject_room(const NoFrame&, std::string_view) { return false; }

  [[nodiscard]] bool enter() { return depth_++ < Limits{}.depth; }
  void leave() { --depth_; }

  /// Bytes of what was checked, where checks add them up.
  void measure(std::uint64_t size) { measured_ += size; }
  [[nodiscard]] std::uint64_t measured() const { return measured_; }

  /// Keys that must differ were looked at, in the order of their list.
  void note_keys(bool do_ascend) { keys_ascend_ &= do_ascend; }
  /// Whether all of them ascend: then no list has to be sorted by those.
  [[nodiscard]] bool keys_ascend() const { return keys_ascend_; }

  /// The elements of a list were multiplied while they were looked at.
  template <class T>
  [[gnu::always_inline]] void note_product(const std::vector<T>& list, KnownProduct product) {
    multiplied_ = list.data();
    product_ = product;
  }
  /// A list whose product is asked for: that of the list noted last is known. (Lists without
  /// elements may have the same place, and have the same product.)
  template <class T>
  [[nodiscard, gnu::always_inline]] auto multiplied(const std::vector<T>& list) const {
    KnownProduct product = product_;
    if (list.data() != multiplied_) [[unlikely]] {
      product = KnownProduct();
      for (const T factor : list) product.take(factor);
    }
    return WithProduct(list_in_memory(list), product);
  }

 private:
  const void* multiplied_ = nullptr;
  KnownProduct product_;
  std::uint64_t measured_ = 0;
  std::uint32_t depth_ = 0;
  bool keys_ascend_ = true;
};

/// What says where a check is: a Frame, or nothing.
template <class Out>
using FrameOf = typename Out::Frame;

}  // namespace schemac::impl
