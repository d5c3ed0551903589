// Files that grow (plan::Stream): the functions that check and write a root take any struct like
// its record, so that its list can be a schemac::impl::Streamed, of which most is in the file
// already. This is what they call these types.
#pragma once

#include <string>
#include <string_view>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What a root says of its list whose elements may come one by one; null for others.
[[nodiscard]] const plan::Stream* stream_of(const plan::Plan& plan, const plan::Record& record);
/// A record with a schemac::impl::Streamed in the place of that list: "FileStream".
[[nodiscard]] std::string streamed_type(const plan::Record& record);

/// What a root's functions call the type of their value: "File", or "Value" of a template with the
/// parameters `value_template`.
[[nodiscard]] std::string value_type(const plan::Plan& plan, const plan::Record& root);
[[nodiscard]] std::string value_template(const plan::Plan& plan, const plan::Record& root,
                                         std::string_view further = {});

/// Each root once, whatever it is called.
[[nodiscard]] std::vector<const plan::Root*> growing_roots(const plan::Plan& plan);

}  // namespace schemac::emit::cpp
