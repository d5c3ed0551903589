// Scalars and lists of them as they are looked at: their types, and how a number is loaded.
#pragma once

#include <string>

#include "emit/cpp/spell/spelling.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "Checksum", "std::uint32_t"
[[nodiscard]] std::string viewed_type(const plan::Plan& plan, const plan::Scalar& scalar);

/// "std::uint64_t", or "std::int64_t" for a scalar with a sign: the type of its local.
[[nodiscard]] std::string number_type(const plan::Scalar& scalar);
/// Whether it is a boolean, which in a broken file can be any byte.
[[nodiscard]] bool may_be_any_byte(const plan::Scalar& scalar);
/// ", static_cast<schemac::Endian>(root_order)": what comes after the other arguments of functions
/// and classes that take the byte order of a file; else empty.
[[nodiscard]] std::string order_argument(const plan::Scalar& scalar, const plan::Record& record,
                                         const Spelling& spelling);
/// The byte order of an array or a digest: "schemac::Endian::big".
[[nodiscard]] std::string order_of(const plan::Array& array, const plan::Record& record,
                                   const Spelling& spelling);
[[nodiscard]] std::string order_of(const plan::Digest& digest, const plan::Record& record,
                                   const Spelling& spelling);
/// "schemac::impl::load<std::uint32_t>(begin + 4)"; `order` as of order_argument.
[[nodiscard]] std::string load_of(const plan::Scalar& scalar, const std::string& at,
                                  const std::string& order);
/// The same as what people see: "schemac::impl::load<Checksum>(begin + 4)".
[[nodiscard]] std::string load_as(const plan::Scalar& scalar, const std::string& type,
                                  const std::string& at, const std::string& order);
/// Where it doesn't fill its type in the file: "3, schemac::Endian::big", its bytes and their
/// order; else empty.
[[nodiscard]] std::string narrow_arguments(const plan::Scalar& scalar);

/// "schemac::impl::numeral::leb128"
[[nodiscard]] std::string numeral_form(const plan::Scalar& scalar);
/// "schemac::impl::msgpack::put_integer<std::int64_t>": what the runtime calls `function`, for a
/// number of variable size. `is_typed`: MessagePack's takes a type, which it reads or writes.
[[nodiscard]] std::string integer_function(const plan::Scalar& scalar, const std::string& function,
                                           bool is_typed);

/// The same of a scalar that was walked before and ends at `end`.
[[nodiscard]] std::string load_between(const plan::Scalar& scalar, const std::string& at,
                                       const std::string& end, const std::string& order);
/// "schemac::ScalarList<std::uint64_t>", "schemac::BitList": how a list of scalars is looked at.
[[nodiscard]] std::string walked_list_type(const plan::Plan& plan, const plan::Scalar& scalar);
[[nodiscard]] std::string list_type(const plan::Plan& plan, const plan::Scalar& scalar);
/// The same with elements of `type`.
[[nodiscard]] std::string list_type_of(const plan::Scalar& scalar, const std::string& type);
/// The same of a field that is one, with its product if it has that.
[[nodiscard]] std::string list_type(const plan::Plan& plan, const plan::Field& field);

/// Whether numbers of that type have a sign.
[[nodiscard]] bool is_signed(Dtype dtype);

/// "!schemac::impl::msgpack::has_tag<std::uint32_t>(begin)": whether the tag at `at` is none of a
/// scalar's.
[[nodiscard]] std::string wrong_tag(const plan::Scalar& scalar, const std::string& at);

}  // namespace schemac::emit::cpp
