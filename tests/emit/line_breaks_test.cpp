// Lines that are too long, as clang-format (Google, 100 columns) breaks them: the expected lines
// are its output.
#include "emit/line_breaks.h"

#include <catch2/catch.hpp>

using schemac::emit::break_line;
using Lines = std::vector<std::string>;

TEST_CASE("lines that fit stay as they are") {
  const std::string line(100, 'x');
  CHECK(break_line(line) == Lines{line});
  CHECK(break_line("  if (x) return false;") == Lines{"  if (x) return false;"});
}

TEST_CASE("arguments are filled at their bracket") {
  CHECK(break_line("    return context.fault(detail::tensor_dims_counted, frame, after_name + 12, "
                   "end, after_name "
                   "+ 4, dims_size);") ==
        Lines{"    return context.fault(detail::tensor_dims_counted, frame, after_name + 12, end, "
              "after_name + 4,",
              "                         dims_size);"});
}

TEST_CASE("a value goes to the next line where that is enough") {
  CHECK(break_line("  const std::byte* const after_bits = detail::check_bitset_bits(context, "
                   "frame, bit_count, "
                   "byte_count, begin);") ==
        Lines{"  const std::byte* const after_bits =",
              "      detail::check_bitset_bits(context, frame, bit_count, byte_count, begin);"});
}

TEST_CASE("the statement of a condition gets its own line, always after an attribute") {
  CHECK(break_line("  if (left < 12) [[unlikely]] return nullptr;") ==
        Lines{"  if (left < 12) [[unlikely]]", "    return nullptr;"});
  CHECK(break_line("  if (byte_count > 4294967295u) return out.reject_large(frame, \"byte_count\", "
                   "byte_count, "
                   "4294967295u);") ==
        Lines{"  if (byte_count > 4294967295u)",
              "    return out.reject_large(frame, \"byte_count\", byte_count, 4294967295u);"});
}

TEST_CASE("a condition is broken after its operators") {
  CHECK(break_line("  if (!detail::is_known_value_type(dtype) && "
                   "!context.note(detail::tensor_dtype_unknown, frame, "
                   "after_name)) [[unlikely]] return nullptr;") ==
        Lines{"  if (!detail::is_known_value_type(dtype) &&",
              "      !context.note(detail::tensor_dtype_unknown, frame, after_name)) [[unlikely]]",
              "    return nullptr;"});
}

TEST_CASE("initializers of a constructor stand on a line of their own") {
  CHECK(break_line(
            "inline TensorView::TensorView(const schemac::Origin& origin, schemac::Region blobs) : "
            "origin_(origin), blobs_(blobs) {}") ==
        Lines{"inline TensorView::TensorView(const schemac::Origin& origin, schemac::Region blobs)",
              "    : origin_(origin), blobs_(blobs) {}"});
}

TEST_CASE("the last word of a declaration goes to the next line where that is enough") {
  CHECK(break_line("  [[nodiscard]] schemac::RecordRange<schemac::TextView<detail::"
                   "ModelParamsKeyElementText>> key() const;") ==
        Lines{"  [[nodiscard]] schemac::RecordRange<schemac::TextView<detail::"
              "ModelParamsKeyElementText>> key()",
              "      const;"});
}

TEST_CASE("comments are wrapped at words") {
  const std::string words = "/// " + std::string(60, 'a') + " " + std::string(40, 'b');
  CHECK(break_line(words) == Lines{"/// " + std::string(60, 'a'), "/// " + std::string(40, 'b')});
}
