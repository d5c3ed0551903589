// The C++ types of values: what a member of a generated struct is.
//
// Both halves of the backend ask here, the one that declares and writes values and the one that
// reads them, so that they agree on each type.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// An alternative of a switch in the std::variant: its type, and whether that is a struct made for
/// it (with one member, `value`), because two alternatives would have the same type otherwise.
struct AlternativeType {
  std::string type;   ///< as spelled inside the record's struct
  std::string inner;  ///< the type of the content; the same unless wrapped
  bool is_wrapped = false;
};

/// The type of a body's value: "std::uint32_t", "std::vector<Tensor>", "schemac::Blob". For a
/// switch the alias's name.
[[nodiscard]] std::string value_type(const plan::Plan& plan, const plan::Record& record,
                                     const plan::Field& field, const plan::Body& body);
/// The type of a field's member: as above, in a std::optional where the field may be absent.
[[nodiscard]] std::string member_type(const plan::Plan& plan, const plan::Record& record,
                                      const plan::Field& field);

/// The alias that a struct gives to the variant of a switch: "Value" for `value`.
[[nodiscard]] std::string variant_name(const plan::Plan& plan, const plan::Record& record,
                                       const plan::Field& field);
/// Its alternatives, in the order of the variant.
[[nodiscard]] std::vector<AlternativeType> alternative_types(const plan::Plan& plan,
                                                             const plan::Record& record,
                                                             const plan::Field& field,
                                                             const plan::Switch& choice);
/// An alternative's type from outside the struct: "Bitset", "Metadata::Big".
[[nodiscard]] std::string qualified_type(const plan::Record& record,
                                         const AlternativeType& alternative);

}  // namespace schemac::emit::cpp
