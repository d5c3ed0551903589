// The parameters of a model in place, one after the other: what a program uses that looks at a file
// once and copies nothing.
#pragma once
#include "handwritten_primitiv/validate.h"

namespace handwritten_primitiv {

struct ParameterView {
  Cursor key{Bytes()};  // at the first part
  std::uint64_t key_size = 0;
  TensorAt value;
  std::uint32_t n_stats = 0;

  // Calls `use(part)` with each part of the key. They were passed over, so that they are whole.
  template <class Use>
  [[gnu::always_inline]] void for_each_part(const Use& use) const {
    Cursor in = key;
    std::string_view part;
    for (std::uint64_t i = 0; i < key_size && in.text(part); ++i) use(part);
  }
};

[[gnu::always_inline]] inline bool take_view(Cursor& in, ParameterView& out) {
  if (!in.length<list_head>(out.key_size)) [[unlikely]]
    return false;
  out.key = in;
  std::string_view part;
  for (std::uint64_t i = 0; i < out.key_size; ++i)
    if (!in.text(part)) [[unlikely]]
      return false;
  if (!take_tensor(in, out.value) || !in.u32(out.n_stats)) [[unlikely]]
    return false;
  return out.n_stats == 0 || skip_stats(in, out.n_stats);
}

// Calls `use(parameter)` with each parameter of a model. The bytes may have changed since they were
// validated: what it touches is held against its bounds.
template <class Use>
[[nodiscard]] Violation for_each_parameter(Bytes bytes, const Use& use) {
  Cursor in(bytes);
  std::uint32_t kind = 0;
  std::uint32_t count = 0;
  if (!take_header(in, kind)) return in.violation();
  if (kind != model_kind) return {Rule::bad_type, 11};
  if (!in.u32(count)) return in.violation();
  ParameterView parameter;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!take_view(in, parameter)) [[unlikely]]
      break;
    use(parameter);
  }
  return in.violation();
}

}  // namespace handwritten_primitiv
