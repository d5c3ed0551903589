// Bytes that a codec makes, as generated code spells them.
#pragma once

#include <string>

#include "emit/cpp/spell/read_scope.h"
#include "plan/plan.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {

/// "content_stored": the accessor of what lies in the bytes; that of other fields has their name.
[[nodiscard]] std::string stored_accessor(const plan::Field& field);
/// The stored bytes of a field with what decodes them: a schemac::CodedBytes.
[[nodiscard]] std::string coded_bytes(ReadScope& scope, plan::FieldId id);
/// The same with `stored`, an expression for the stored bytes.
[[nodiscard]] std::string coded_bytes(ReadScope& scope, const plan::Codec& codec,
                                      const std::string& stored);

/// Whether the schema says the algorithm, not a number of the file.
[[nodiscard]] bool is_fixed(const plan::Codec& codec);

/// "&schemac::codec_zlib", or what finds the one with a number, which is spelled `code`.
[[nodiscard]] std::string codec_text(const plan::Codec& codec, const std::string& code);

/// "&schemac::codec_zlib".
[[nodiscard]] std::string table_name(CodecAlgorithm algorithm);

}  // namespace schemac::emit::cpp
