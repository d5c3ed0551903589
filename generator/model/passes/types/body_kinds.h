// The kinds of bodies that a node can state by itself: scalars with flags or an enumeration, texts,
// constants, arrays, digests, and what only later versions execute.
#pragma once

#include "model/passes/types/bodies.h"

namespace schemac::model {

[[nodiscard]] Scalar make_scalar(Draft& draft, const syntax::Node& node, NumberType type,
                                 const BodySite& site);
/// A scalar whose type is a declared enumeration.
[[nodiscard]] Scalar make_enum_scalar(Draft& draft, const syntax::Node& node, EnumIndex enumeration,
                                      ByteOrder endian);
/// `str`, and `bytes` with a prefix or an end mark.
[[nodiscard]] Text make_text(Draft& draft, const syntax::Node& node, const BodySite& site);
/// `const` without a type: a text or a list of integers and texts.
[[nodiscard]] ConstantBytes make_constant_bytes(Draft& draft, const syntax::Node& constant);
/// The key of a node that states a body of its own: "switch", "ndarray", ...; empty if there is
/// none.
[[nodiscard]] std::string_view kind_key(const syntax::Node& node);

}  // namespace schemac::model
