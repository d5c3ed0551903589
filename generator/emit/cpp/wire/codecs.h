// Fields whose bytes a codec makes: how generated code decodes, checks and encodes them.
#pragma once

#include <set>
#include <string>

#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/steps.h"
#include "emit/printer.h"
#include "plan/plan.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {

/// Whether files of the format have encoded fields.
[[nodiscard]] bool has_codecs(const plan::Plan& plan);
/// The codecs that may be named in files of the format.
[[nodiscard]] std::set<CodecAlgorithm> codecs_of(const plan::Plan& plan);
/// `detail::codec_of`, where a number of the file says which codec it is.
void emit_codec_table(Printer& out, const plan::Plan& plan);

/// "content_stored": the accessor of what lies in the bytes; that of other fields has their name.
[[nodiscard]] std::string stored_accessor(const plan::Field& field);
/// The stored bytes of a field with what decodes them: a schemac::CodedBytes.
[[nodiscard]] std::string coded_bytes(Scope& scope, plan::FieldId id);
/// The accessor of a field as schemac::CodedBytes, beside that of what lies in the bytes.
void emit_coded_declaration(Printer& out, const Layout& layout, plan::FieldId id);
void emit_coded_accessor(Printer& out, const Layout& layout, plan::FieldId id);
/// The check of a field that was read before.
void emit_check_codec(Printer& out, Walk& walk, const plan::CheckCodec& item);

/// The plan as the writer sees it, to whom the stored bytes of such a field are nothing but bytes.
[[nodiscard]] plan::Plan written_plan(const plan::Plan& plan);
/// Whether a record has, or holds, encoded fields.
[[nodiscard]] bool holds_encoded(const plan::Plan& plan, const plan::Record& record);
/// For each record that has, or holds, encoded fields a function that makes their stored bytes. In
/// `whole`, the plan of readers, stored bytes are records.
void emit_encoders(Printer& out, const plan::Plan& plan, const plan::Plan& whole);

}  // namespace schemac::emit::cpp
