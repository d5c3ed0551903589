// What is laid out is what clang-format makes of it: the second text of each case is its output.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <string_view>

#include "emit/format/formatter.h"

using schemac::emit::format::formatted;

namespace {

// A raw string without the line break that it begins with.
std::string text_of(std::string_view raw) { return std::string(raw.substr(1)); }

// What blanks and line breaks don't change.
std::string without_blanks(std::string text) {
  std::erase_if(text, [](char ch) { return ch == ' ' || ch == '\n'; });
  return text;
}

// Text as it is laid out, and that this changes nothing more.
std::string laid_out(std::string_view raw) {
  const std::string once = formatted(text_of(raw));
  CHECK(formatted(once) == once);
  return once;
}

}  // namespace

TEST_CASE("arguments are put beside each other as far as they fit") {
  CHECK(laid_out(R"cc(
void f() {
  return context.fault(detail::tensor_dims_counted, frame, after_name + 12, end, after_name + 4, dims_size);
}
)cc") == text_of(R"cc(
void f() {
  return context.fault(detail::tensor_dims_counted, frame, after_name + 12, end, after_name + 4,
                       dims_size);
}
)cc"));
}

TEST_CASE("a value goes to the next line where that is enough") {
  CHECK(laid_out(R"cc(
void f() {
  const std::byte* const after_bits = detail::check_bitset_bits(context, frame, bit_count, byte_count, begin);
}
)cc") == text_of(R"cc(
void f() {
  const std::byte* const after_bits =
      detail::check_bitset_bits(context, frame, bit_count, byte_count, begin);
}
)cc"));
}

TEST_CASE("the statement of a condition stands beside it or below it") {
  CHECK(laid_out(R"cc(
void f() {
  if (left < 12) return nullptr;
  if (left < 12) [[unlikely]] return nullptr;
  if (byte_count > 4294967295u) return out.reject_large(frame, "byte_count", byte_count, 4294967295u);
  for (const Item& item : items) show(item);
  if (left < 12) return 1; else return 2;
}
)cc") == text_of(R"cc(
void f() {
  if (left < 12) return nullptr;
  if (left < 12) [[unlikely]]
    return nullptr;
  if (byte_count > 4294967295u)
    return out.reject_large(frame, "byte_count", byte_count, 4294967295u);
  for (const Item& item : items) show(item);
  if (left < 12)
    return 1;
  else
    return 2;
}
)cc"));
}

TEST_CASE("conditions are broken after operators, weak ones first") {
  CHECK(laid_out(R"cc(
void f() {
  if (!detail::is_known_value_type(dtype) && !context.note(detail::tensor_dtype_unknown_value, frame, begin + 4, {dtype})) [[unlikely]] return nullptr;
  const bool is_there = (first_of_these == second_of_these && third_of_these != fourth_of_these) || nothing_is_there;
  if (impl::distance(after_value, end) < 5 || !impl::msgpack::has_tag<std::uint32_t>(after_value)) [[unlikely]] return nullptr;
}
)cc") == text_of(R"cc(
void f() {
  if (!detail::is_known_value_type(dtype) &&
      !context.note(detail::tensor_dtype_unknown_value, frame, begin + 4, {dtype})) [[unlikely]]
    return nullptr;
  const bool is_there =
      (first_of_these == second_of_these && third_of_these != fourth_of_these) || nothing_is_there;
  if (impl::distance(after_value, end) < 5 || !impl::msgpack::has_tag<std::uint32_t>(after_value))
      [[unlikely]]
    return nullptr;
}
)cc"));
}

TEST_CASE("alternatives begin with their sign") {
  CHECK(laid_out(R"cc(
void f() {
  const std::byte* const after_stats = n_stats == 0 ? after_value + 5 : detail::walk_parameter_stats_field(context, frame, n_stats, after_value, end);
  return is_first ? impl::one_of_many_functions(argument_one, argument_two) : impl::another_function(argument_three);
}
)cc") == text_of(R"cc(
void f() {
  const std::byte* const after_stats =
      n_stats == 0 ? after_value + 5
                   : detail::walk_parameter_stats_field(context, frame, n_stats, after_value, end);
  return is_first ? impl::one_of_many_functions(argument_one, argument_two)
                  : impl::another_function(argument_three);
}
)cc"));
}

TEST_CASE("parameters stand below each other") {
  CHECK(laid_out(R"cc(
namespace n {
[[gnu::always_inline]] inline const std::byte* check_tensor(impl::Context& context, const impl::Frame& frame, TensorView* seen, const std::byte* begin, const std::byte* end) {
  return begin;
}
inline bool read_value(impl::ValueReader& reader, const AttributesFileView& view, AttributesFile& out);
}  // namespace n
)cc") == text_of(R"cc(
namespace n {
[[gnu::always_inline]] inline const std::byte* check_tensor(impl::Context& context,
                                                            const impl::Frame& frame,
                                                            TensorView* seen,
                                                            const std::byte* begin,
                                                            const std::byte* end) {
  return begin;
}
inline bool read_value(impl::ValueReader& reader, const AttributesFileView& view,
                       AttributesFile& out);
}  // namespace n
)cc"));
}

TEST_CASE("a result type is parted from its function if nothing else helps") {
  CHECK(laid_out(R"cc(
namespace n {
inline schemac::RecordRange<schemac::TextView<detail::ModelParametersKeyElementText>> ModelParametersView::key() const {
  return {};
}
}  // namespace n
)cc") == text_of(R"cc(
namespace n {
inline schemac::RecordRange<schemac::TextView<detail::ModelParametersKeyElementText>>
ModelParametersView::key() const {
  return {};
}
}  // namespace n
)cc"));
}

TEST_CASE("short functions stand in one line, templates don't") {
  CHECK(laid_out(R"cc(
namespace n {
inline bool is_known(int value) {
  return value < 4;
}
inline void nothing() {}
template <class T>
bool is_known(T value) {
  return value < 4;
}
inline bool is_known_among_all_the_others_of_its_kind_that_are_known_to_us(std::uint64_t value) {
  return value < 4;
}
}  // namespace n
)cc") == text_of(R"cc(
namespace n {
inline bool is_known(int value) { return value < 4; }
inline void nothing() {}
template <class T>
bool is_known(T value) {
  return value < 4;
}
inline bool is_known_among_all_the_others_of_its_kind_that_are_known_to_us(std::uint64_t value) {
  return value < 4;
}
}  // namespace n
)cc"));
}

TEST_CASE("initializers follow the head or stand below it") {
  CHECK(laid_out(R"cc(
class X {
  X(const impl::Origin& origin, const std::byte* begin) : origin_(origin), begin_(begin), end_(nullptr) {}
  X(const impl::Origin& origin) : origin_(origin) {}
};
)cc") == text_of(R"cc(
class X {
  X(const impl::Origin& origin, const std::byte* begin)
      : origin_(origin), begin_(begin), end_(nullptr) {}
  X(const impl::Origin& origin) : origin_(origin) {}
};
)cc"));
}

TEST_CASE("lists are filled, or have a line for each element after a last comma") {
  CHECK(laid_out(R"cc(
namespace n {
inline constexpr impl::Check file_magic{schemac::Rule::bad_magic, schemac::Level::error, "magic", "the first bytes"};
inline constexpr int few[] = {1, 2, 3,};
inline constexpr int many[] = {1000001, 1000002, 1000003, 1000004, 1000005, 1000006, 1000007, 1000008, 1000009, 1000010, 1000011};
inline constexpr impl::Field fields[] = {{.name = "first", .number = 1, .is_repeated = true}, {.name = "second", .number = 2}};
}  // namespace n
)cc") == text_of(R"cc(
namespace n {
inline constexpr impl::Check file_magic{schemac::Rule::bad_magic, schemac::Level::error, "magic",
                                        "the first bytes"};
inline constexpr int few[] = {
    1,
    2,
    3,
};
inline constexpr int many[] = {1000001, 1000002, 1000003, 1000004, 1000005, 1000006,
                               1000007, 1000008, 1000009, 1000010, 1000011};
inline constexpr impl::Field fields[] = {{.name = "first", .number = 1, .is_repeated = true},
                                         {.name = "second", .number = 2}};
}  // namespace n
)cc"));
}

TEST_CASE("strings are broken after a word, and begin a line") {
  CHECK(laid_out(R"cc(
void f() {
  throw_error("the elements are more than the library counts, which does so in 32 bits (batch is {a}, product(dims) is {b})");
}
)cc") == text_of(R"cc(
void f() {
  throw_error(
      "the elements are more than the library counts, which does so in 32 bits (batch is {a}, "
      "product(dims) is {b})");
}
)cc"));
}

TEST_CASE("calls of calls are broken before their dots") {
  CHECK(laid_out(R"cc(
void f() {
  return impl::JoinedDimensions(shape().dims()).add_dimension_if(std::uint64_t{shape().batch()} > 1, shape().batch()).product();
}
)cc") == text_of(R"cc(
void f() {
  return impl::JoinedDimensions(shape().dims())
      .add_dimension_if(std::uint64_t{shape().batch()} > 1, shape().batch())
      .product();
}
)cc"));
}

TEST_CASE("a lambda's lines are further in than it is") {
  CHECK(laid_out(R"cc(
void f() {
  const std::byte* const after = [&]() SCHEMAC_INLINE -> const std::byte* {
    if (begin == nullptr) return nullptr;
    return begin;
  }();
  impl::for_each(value, [&](Blob& blob) { parts.share(blob); });
  if (!impl::holds([&](bool& fits) SCHEMAC_INLINE { return impl::checked_multiply<std::uint64_t>(impl::checked_product(dims, fits), batch, fits) <= 4294967295u; })) return false;
}
)cc") == text_of(R"cc(
void f() {
  const std::byte* const after = [&]() SCHEMAC_INLINE -> const std::byte* {
    if (begin == nullptr) return nullptr;
    return begin;
  }();
  impl::for_each(value, [&](Blob& blob) { parts.share(blob); });
  if (!impl::holds([&](bool& fits) SCHEMAC_INLINE {
        return impl::checked_multiply<std::uint64_t>(impl::checked_product(dims, fits), batch,
                                                     fits) <= 4294967295u;
      }))
    return false;
}
)cc"));
}

TEST_CASE("a lambda before other arguments puts all of them below") {
  CHECK(laid_out(R"cc(
void f() {
  call(first, [&] { return 1; }, last);
}
)cc") == text_of(R"cc(
void f() {
  call(
      first, [&] { return 1; }, last);
}
)cc"));
}

TEST_CASE("cases are further in than their switch") {
  CHECK(laid_out(R"cc(
void f() {
  switch (value) {
    case 0:
    case 1:
    return true;
    default:
    return false;
  }
}
)cc") == text_of(R"cc(
void f() {
  switch (value) {
    case 0:
    case 1:
      return true;
    default:
      return false;
  }
}
)cc"));
}

TEST_CASE("comments are wrapped") {
  CHECK(laid_out(R"cc(
void f() {
  // word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18 word19
}
)cc") == text_of(R"cc(
void f() {
  // word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14
  // word15 word16 word17 word18 word19
}
)cc"));
}

TEST_CASE("a comment that is wrapped takes the next lines along") {
  CHECK(laid_out(R"cc(
void f() {
  /// word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18 word19
  /// The next line.
  /// - an entry
}
)cc") == text_of(R"cc(
void f() {
  /// word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14
  /// word15 word16 word17 word18 word19 The next line.
  /// - an entry
}
)cc"));
}

TEST_CASE("comments after lines stand in one column") {
  CHECK(laid_out(R"cc(
struct X {
  int first = 0;  ///< One.
  std::uint64_t second = 0;  ///< Another one.
};
)cc") == text_of(R"cc(
struct X {
  int first = 0;             ///< One.
  std::uint64_t second = 0;  ///< Another one.
};
)cc"));
}

TEST_CASE("lines that nobody can read are laid out in time, and keep all of their code") {
  std::string list = "const int a[] = {";
  for (int i = 0; i < 3000; ++i) list += "f(" + std::to_string(i) + "), ";
  std::string sum = "return 0";
  for (int i = 0; i < 3000; ++i) sum += " + value" + std::to_string(i) + " * 2";
  const std::string brackets = "return " + std::string(2000, '(') + "1" + std::string(2000, ')');
  std::string calls = "a";  // as many in each other as are still searched
  for (int i = 0; i < 45; ++i) calls = "at_least(a, " + calls + ")";
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& line : {list + "1}", sum, brackets, "return " + calls}) {
    const std::string text = "void f() {\n  " + line + ";\n}\n";
    CHECK(without_blanks(formatted(text)) == without_blanks(text));
  }
  // A literal is broken into several, each with quotes.
  const std::string literal = "call(\"" + std::string(100'000, 'x') + "\")";
  const std::string broken = formatted("void f() {\n  " + literal + ";\n}\n");
  CHECK(std::ranges::count(broken, 'x') == 100'000);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
}

TEST_CASE("what can't be read stays as it is") {
  for (const std::string text : {"}\n", "f(\n", "x = \"\n", "[&] {\n", "if (\n", "case\n", "<>::\n",
                                 "template void f() {\n"})
    CHECK(without_blanks(formatted(text)) == without_blanks(text));
  CHECK(formatted("").empty());
}
