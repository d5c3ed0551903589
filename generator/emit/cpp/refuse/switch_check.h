// The check of a switch: a function with a case for each alternative.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// For `value` of Metadata it prints
///
///   template <class Out>
///   inline bool check_metadata_value(const Metadata& value, const schemac::impl::FrameOf<Out>&
///   frame,
///                                    Out& out) {
///     const schemac::impl::FrameOf<Out> inner{&frame, "value"};
///     if (const auto* held = std::get_if<Bitset>(&value.value)) {
///       return check(*held, inner, out);
///     }
///     ...
///     return out.reject_dtype(inner, "", "nothing");
///   }
///
/// and for the elements of a list a function that gets the element and its frame, `inner`.
void emit_switch_check(Printer& out, const WriteScope& scope, plan::FieldId id,
                       const plan::Switch& choice);

}  // namespace schemac::emit::cpp
