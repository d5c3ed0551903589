// Keys of elements, where their list compares them.
#pragma once

#include <optional>
#include <string>

#include "direct/walk/walker.h"

namespace schemac::direct {

/// The key that a list compares: a field of its records, or (~0) texts that are elements.
[[nodiscard]] plan::FieldId key_field(const std::optional<plan::FieldId>& field);
[[nodiscard]] bool is_of_record(const Key& key);
/// Whether key `x` comes before `y`.
[[nodiscard]] bool precedes(const Key& x, const Key& y);
/// As a sentence shows it.
[[nodiscard]] std::string shown(const Key& key);
/// A list of texts as one text that no other key has.
[[nodiscard]] std::string flattened(const Key& key);

}  // namespace schemac::direct
