// What of a format may be spelled in several ways, of which a writer makes one: files that hold the
// same values may then differ.
#pragma once

#include "plan/plan.h"

namespace net {

/// Whether a form of the format has several spellings for the same, of which our writer has one:
/// numbers in MessagePack and protobuf have several widths, members of messages any order, parts of
/// shared bytes, too.
[[nodiscard]] bool has_several_spellings(const schemac::plan::Plan& plan);

/// Whether another file may hold the same values without a remark: one with other forms, or with
/// bytes that the schema lets be, after the end and between payloads, or with payloads in places
/// that it lets be.
[[nodiscard]] bool lets_be(const schemac::plan::Plan& plan, const schemac::plan::Root& root);

/// Whether contents of a file may share bytes. A writer gives each its own, so the last ones come
/// to lie where no field may be able to say it.
[[nodiscard]] bool may_share(const schemac::plan::Plan& plan);

/// Whether a writer sorts elements.
[[nodiscard]] bool sorts(const schemac::plan::Plan& plan);

}  // namespace net
