// What the documents of several kinds of bodies have in common: boxes, heads; and that of lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "emit/doc/describe/body_kinds.h"
#include "plan/plan.h"

namespace schemac::emit::doc {

/// "name.length", or "length" of a form on its own.
[[nodiscard]] std::string joined(const std::string& name, std::string_view label);
/// A box where `site` is; none of the size where that varies.
[[nodiscard]] Box box(const BodySite& site, std::string name, std::string type,
                      std::optional<std::uint64_t> size);
/// The head of a value that says its own length: `states` is what it says.
void add_head(BodyDoc& out, const BodySite& site, const plan::Head& head, std::string_view states);

/// The document of `body`, a list.
[[nodiscard]] BodyDoc describe_list(const BodySite& whole, const plan::Body& body,
                                    const plan::List& list);
/// The document of `body`, a checksum.
/// Adds how a number with a form is spelled.
void describe_numeral(BodyDoc& out, const Text& subject, const plan::Scalar& scalar);
[[nodiscard]] BodyDoc describe_digest(const BodySite& site, const plan::Body& body,
                                      const plan::Digest& digest);

}  // namespace schemac::emit::doc
