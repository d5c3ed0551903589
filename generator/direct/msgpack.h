// Numbers in their codings, directly: as they are, after tags of MessagePack, as varints; and the
// heads of MessagePack.
#pragma once

#include <cstdint>
#include <vector>

#include "direct/number.h"
#include "plan/facts/stored_sizes.h"
#include "plan/plan.h"
#include "schemac/check/fault.h"
#include "schemac/core/bytes.h"
#include "schemac/wire/msgpack.h"

namespace schemac::direct {

using plan::stored_size;
/// Whether the byte at its start is a tag of the scalar's; true for those without tags.
[[nodiscard]] bool has_form(const plan::Scalar& scalar, const std::byte* at);
/// The bytes of a scalar without its tag.
[[nodiscard]] Bytes content_of(const plan::Scalar& scalar, Bytes bytes);
/// The number of a scalar that is all of `bytes`, tag included.
[[nodiscard]] Int128 load_scalar(const plan::Scalar& scalar, Bytes bytes);
/// Elements without their tags, big-endian as before; booleans as 0 and 1.
[[nodiscard]] std::vector<std::byte> without_tags(const plan::Scalar& scalar, std::uint64_t count,
                                                  Bytes bytes);

/// A scalar as a field of a stretch; `form` is its check, which must outlive that.
[[nodiscard]] impl::StretchField field_in_stretch(const plan::Scalar& scalar, std::string_view name,
                                                  const schemac::impl::Check& form);

/// Bytes that the writer puts for a number: with its tag, if it has one.
[[nodiscard]] std::uint64_t written_size(const plan::Scalar& scalar, Int128 value);
/// Puts it; the value is in the range of its type.
void store_scalar(const plan::Scalar& scalar, Int128 value, std::byte* at);

/// The head at `begin`; false if it isn't whole or of another form.
[[nodiscard]] bool find_head(plan::HeadForm form, const std::byte* begin, const std::byte* end,
                             impl::msgpack::HeadAt& out);
[[nodiscard]] std::uint64_t head_size(plan::HeadForm form, std::uint64_t number);
void store_head(plan::HeadForm form, std::uint64_t number, std::byte* at);

}  // namespace schemac::direct
