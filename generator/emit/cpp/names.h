// C++ spellings: everything that is a matter of the language alone. Keywords, literals, the names
// of the runtime.
//
// Emitters print names of the runtime in their templates; whatever depends on a kind of the plan
// comes from here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/range.h"
#include "model/spelling.h"
#include "plan/identifiers.h"
#include "plan/plan.h"
#include "schemac/core/dtype.h"

namespace schemac::emit::cpp {

using model::camel_case;
using model::snake_case;
using plan::escaped;

/// The namespace of a format: its name, or with '_' after it where C++ or the runtime has the
/// name.
[[nodiscard]] std::string namespace_name(const plan::Plan& plan);

/// "std::uint32_t", "double", "bool", "schemac::Half".
[[nodiscard]] std::string scalar_type(Dtype dtype);
/// Whether a class of the runtime stands for it, which no number converts to.
[[nodiscard]] bool is_short_float(Dtype dtype);
/// The type as it lies in the file: of the same size, for schemac::impl::load. bool8 is
/// std::uint8_t, f16 std::uint16_t.
[[nodiscard]] std::string stored_type(Dtype dtype);
/// "schemac::Dtype::f32".
[[nodiscard]] std::string dtype_name(Dtype dtype);
/// "schemac::impl::msgpack::HeadForm::list".
[[nodiscard]] std::string head_form(plan::HeadForm form);
/// "" or ", schemac::Endian::big": the second argument of schemac::impl::load, where the order
/// isn't the file's (order_argument).
[[nodiscard]] std::string endian_argument(const plan::Scalar& scalar);

/// "schemac::Endian::big".
[[nodiscard]] std::string endian_name(Endian endian);

/// "5", "0x7fffffffffffffffu" or "-1" where a wide literal needs a suffix.
[[nodiscard]] std::string literal(model::Int128 number);
/// A quoted string literal; what isn't printable ASCII is escaped in octal.
[[nodiscard]] std::string quoted(std::string_view text);
/// The same for what takes a std::string_view, which a zero byte in the literal would end.
[[nodiscard]] std::string text_literal(std::string_view text);
/// "schemac::impl::Rule::bad_value", "schemac::impl::Level::rule".
[[nodiscard]] std::string rule_name(Rule rule);
[[nodiscard]] std::string level_name(Level level);

/// "TensorView": the reading class of a record.
[[nodiscard]] std::string view_name(const plan::Record& record);

/// "DatasetFolder": the class of a directory; and how a member of it is called, which has some of
/// its own.
[[nodiscard]] std::string folder_class(const model::Directory& directory);
[[nodiscard]] std::string folder_member(const std::string& name);

}  // namespace schemac::emit::cpp
