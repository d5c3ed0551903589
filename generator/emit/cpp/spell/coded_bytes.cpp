#include "emit/cpp/spell/coded_bytes.h"

#include "emit/cpp/spell/read_scope.h"

namespace schemac::emit::cpp {

bool is_fixed(const plan::Codec& codec) { return codec.algorithm.op == plan::Op::constant; }

std::string table_name(CodecAlgorithm algorithm) {
  return "&schemac::codec_" + std::string(name(algorithm));
}

std::string codec_text(const plan::Codec& codec, const std::string& code) {
  return is_fixed(codec) ? table_name(static_cast<CodecAlgorithm>(codec.algorithm.number))
                         : "detail::codec_of(" + code + ")";
}

std::string coded_bytes(ReadScope& scope, const plan::Codec& codec, const std::string& stored) {
  std::string text =
      "schemac::CodedBytes(" + codec_text(codec, scope.fact(codec.algorithm)) + ", " + stored;
  if (codec.size) text += ", " + scope.size(*codec.size);
  return text + ")";
}

std::string stored_accessor(const plan::Field& field) {
  return field.codec ? field.identifier + "_stored" : field.identifier;
}

std::string coded_bytes(ReadScope& scope, plan::FieldId id) {
  const std::string stored = "schemac::Bytes(" + scope.at(id) + ", " + scope.after(id) + ")";
  return coded_bytes(scope, *scope.symbols().field(id).codec, stored);
}

}  // namespace schemac::emit::cpp
