// What each wire form can hold: MessagePack has objects for some things and none for others.
#pragma once

#include "model/passes/draft.h"

namespace schemac::model {

/// Reports what has no object in MessagePack, what is of MessagePack alone, and keys that say what
/// the objects say themselves. In MessagePack numbers get its byte order.
void check_wire(Draft& draft, const syntax::Node& node, Body& body);

/// Reports fields of MessagePack records that don't follow each other, and records in them that are
/// of another wire form. All types are made.
void check_wire_of_records(Draft& draft);

/// The text of the record that the pairs of `map: {key, value}` are.
[[nodiscard]] syntax::Node fields_of_pairs(const syntax::Node& map);

}  // namespace schemac::model
