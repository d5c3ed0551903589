#include "emit/cpp/wire/codecs.h"

#include <string>

#include "emit/cpp/spell/coded_bytes.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {

void emit_codec_table(Printer& out, const plan::Plan& plan) {
  if (!plan.uses.codecs_of_file) return;
  std::string codecs;
  for (const CodecAlgorithm codec : plan.uses.codecs)
    codecs += (codecs.empty() ? "" : ", ") + table_name(codec);
  out.blank_line();
  out.emit({{"codecs", codecs}},
           R"cc(
             inline const schemac::Codec* codec_of(std::uint64_t code) {
               return schemac::impl::find_codec({$codecs$}, code);
             }
           )cc");
}

}  // namespace schemac::emit::cpp
