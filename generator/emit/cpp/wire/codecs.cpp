#include "emit/cpp/wire/codecs.h"

#include <functional>
#include <set>

#include "emit/cpp/spell/coded_bytes.h"
#include "schemac/check/decoding.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {
namespace {

void for_each_codec(const plan::Plan& plan, const std::function<void(const plan::Codec&)>& visit) {
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (field.codec) visit(*field.codec);
}

bool any_is_chosen(const plan::Plan& plan) {
  bool found = false;
  for_each_codec(plan, [&](const plan::Codec& codec) { found |= !is_fixed(codec); });
  return found;
}

}  // namespace

bool has_codecs(const plan::Plan& plan) {
  bool found = false;
  for_each_codec(plan, [&](const plan::Codec&) { found = true; });
  return found;
}

std::set<CodecAlgorithm> codecs_of(const plan::Plan& plan) {
  std::set<CodecAlgorithm> codecs;
  for_each_codec(plan, [&](const plan::Codec& codec) {
    if (is_fixed(codec)) codecs.insert(static_cast<CodecAlgorithm>(codec.algorithm.number));
  });
  if (!any_is_chosen(plan)) return codecs;
  codecs.insert(CodecAlgorithm::none);  // what states no codec
  for (const plan::Enum& enumeration : plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i) {
      if (enumeration.attributes[i].kind != model::AttributeKind::codec) continue;
      for (const plan::EnumMember& member : enumeration.members)
        if (i < member.attributes.size() && member.attributes[i])
          codecs.insert(static_cast<CodecAlgorithm>(*member.attributes[i]));
    }
  return codecs;
}

void emit_codec_table(Printer& out, const plan::Plan& plan) {
  if (!any_is_chosen(plan)) return;
  std::string codecs;
  for (const CodecAlgorithm codec : codecs_of(plan))
    codecs += (codecs.empty() ? "" : ", ") + table_name(codec);
  out.blank_line();
  out.emit({{"codecs", codecs}},
           R"cc(
             inline const schemac::Codec* codec_of(std::uint64_t code) {
               return schemac::impl::find_codec({$codecs$}, code);
             }
           )cc");
}

bool holds_encoded(const plan::Plan& plan, const plan::Record& record) {
  return CodecHolders(plan).contain(plan::id_of(plan, record));
}

}  // namespace schemac::emit::cpp
