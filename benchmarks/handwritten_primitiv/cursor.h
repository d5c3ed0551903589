// The objects of MessagePack that primitiv's files consist of, one after the other.
//
// Numbers have one form each (ce and ca, then four bytes, big-endian); heads are read in any width.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace handwritten_primitiv {

static_assert(std::endian::native == std::endian::little, "the baseline swaps what it loads");

using Bytes = std::span<const std::byte>;

enum class Rule : std::uint8_t {
  none,
  truncated,
  trailing_data,
  bad_version,
  bad_type,
  bad_value,
  bad_count,
  duplicate_name,
  overflow,
  size_mismatch
};

// The first broken rule and where in the file it was seen; `Rule::none` if all hold.
struct Violation {
  Rule rule = Rule::none;
  std::uint64_t offset = 0;

  bool ok() const { return rule == Rule::none; }
};

inline std::uint32_t load_u32(const std::byte* at) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return __builtin_bswap32(value);
}

// The first bytes of one kind of object that states its length: those of one byte, which hold the
// number in their low bits, and the wide ones, after which it has 1, 2 or 4 bytes.
struct Head {
  unsigned fix;
  unsigned fix_mask;  // bits of the number; 0: there is no such form
  unsigned wide;      // of the narrowest
  unsigned width;     // bytes after it; those of the next ones double up to 4
};
inline constexpr Head text_head = {0xa0, 31, 0xd9, 1};
inline constexpr Head bytes_head = {0, 0, 0xc4, 1};
inline constexpr Head list_head = {0x90, 15, 0xdc, 2};
inline constexpr Head map_head = {0x80, 15, 0xde, 2};

class Cursor {
 public:
  explicit Cursor(Bytes bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  const std::byte* at() const { return at_; }
  std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - at_); }
  const Violation& violation() const { return violation_; }

  // Notes the first broken rule. Always false.
  [[gnu::noinline, gnu::cold]] bool fail(Rule rule, const std::byte* at) {
    violation_ = {rule, static_cast<std::uint64_t>(at - begin_)};
    return false;
  }

  [[gnu::always_inline]] bool number(unsigned tag, std::uint32_t& value) {
    if (left() < 5 || std::to_integer<unsigned>(*at_) != tag) [[unlikely]]
      return fail_number(tag);
    value = load_u32(at_ + 1);
    at_ += 5;
    return true;
  }
  [[gnu::always_inline]] bool u32(std::uint32_t& value) { return number(0xce, value); }

  template <const Head& head>
  [[gnu::always_inline]] bool length(std::uint64_t& value) {
    if (at_ == end_) [[unlikely]]
      return fail(Rule::truncated, at_);
    const auto byte = std::to_integer<unsigned>(*at_);
    if (head.fix_mask != 0 && (byte & ~head.fix_mask) == head.fix) [[likely]] {
      value = byte & head.fix_mask;
      ++at_;
      return true;
    }
    const unsigned form = byte - head.wide;
    if (form > (head.width == 1 ? 2U : 1U)) [[unlikely]]
      return fail(Rule::bad_type, at_);
    return wide_length(head.width << form, value);
  }

  [[gnu::always_inline]] bool text(std::string_view& value) {
    const std::byte* const stated_at = at_;
    std::uint64_t size = 0;
    if (!length<text_head>(size)) [[unlikely]]
      return false;
    if (size > left()) [[unlikely]]
      return fail(Rule::truncated, stated_at);
    value = {reinterpret_cast<const char*>(at_), size};
    at_ += size;
    return true;
  }

  void skip(std::uint64_t size) { at_ += size; }

 private:
  [[gnu::noinline, gnu::cold]] bool fail_number(unsigned tag) {
    const bool has_other_tag = at_ != end_ && std::to_integer<unsigned>(*at_) != tag;
    return fail(has_other_tag ? Rule::bad_type : Rule::truncated, at_);
  }
  [[gnu::always_inline]] bool wide_length(unsigned width, std::uint64_t& value) {
    if (left() < 5) [[unlikely]]
      return short_length(width, value);
    value = load_u32(at_ + 1) >> (32 - 8 * width);
    at_ += 1 + width;
    return true;
  }
  // Near the end of the file.
  [[gnu::noinline]] bool short_length(unsigned width, std::uint64_t& value) {
    if (left() < 1 + width) return fail(Rule::truncated, at_);
    value = 0;
    for (unsigned i = 1; i <= width; ++i) value = value << 8 | std::to_integer<unsigned>(at_[i]);
    at_ += 1 + width;
    return true;
  }

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  Violation violation_;
};

}  // namespace handwritten_primitiv
