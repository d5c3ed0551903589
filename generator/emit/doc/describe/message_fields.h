// Fields of messages (protobuf): a tag, perhaps a length, then what the field's body is.
#pragma once

#include "emit/doc/describe/body_kinds.h"

namespace schemac::emit::doc {

/// Null for records that are no messages, and for the choice that keeps fields of other numbers.
[[nodiscard]] const plan::MessageField* message_field_of(const plan::Record& record,
                                                         plan::FieldId field);

/// A field's body with what comes before it: `content` is what the body is on its own.
[[nodiscard]] BodyDoc in_message(const BodySite& site, const plan::MessageField& field,
                                 BodyDoc content);

/// What holds of every message of this kind.
[[nodiscard]] Requirements message_requirements(const DocScope& scope,
                                                const plan::MessageFields& message);

/// Rows of bytes: one a field, named by its number.
[[nodiscard]] ByteMap message_map(const DocScope& scope, const plan::MessageFields& message,
                                  std::string id);

}  // namespace schemac::emit::doc
