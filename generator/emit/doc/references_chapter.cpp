#include <array>
#include <map>
#include <set>

#include "emit/doc/body_kinds.h"
#include "emit/doc/chapters.h"

namespace schemac::emit::doc {
namespace {

// Documents that forms, codecs and encodings of schemas are specified in. A new wire form, codec or
// digest has its line here.
struct Standard {
  std::string_view key, title, address;
};
constexpr std::array<Standard, 15> standards = {{
    {"ascii", "ASCII: RFC 20", "https://www.rfc-editor.org/rfc/rfc20"},
    {"utf-8", "UTF-8: RFC 3629", "https://www.rfc-editor.org/rfc/rfc3629"},
    {"ieee-754", "Floating-point numbers: IEEE 754", "https://standards.ieee.org/ieee/754/6210/"},
    {"msgpack", "MessagePack", "https://github.com/msgpack/msgpack/blob/master/spec.md"},
    {"protobuf", "Protocol Buffers, encoding", "https://protobuf.dev/programming-guides/encoding/"},
    {"json", "JSON: RFC 8259", "https://www.rfc-editor.org/rfc/rfc8259"},
    {"zlib", "zlib: RFC 1950", "https://www.rfc-editor.org/rfc/rfc1950"},
    {"deflate", "DEFLATE: RFC 1951", "https://www.rfc-editor.org/rfc/rfc1951"},
    {"gzip", "gzip and CRC-32: RFC 1952", "https://www.rfc-editor.org/rfc/rfc1952"},
    {"crc32", "CRC-32: RFC 1952, section 8", "https://www.rfc-editor.org/rfc/rfc1952"},
    {"adler32", "Adler-32: RFC 1950, section 9", "https://www.rfc-editor.org/rfc/rfc1950"},
    {"md5", "MD5: RFC 1321", "https://www.rfc-editor.org/rfc/rfc1321"},
    {"sha", "SHA-1 and SHA-2: RFC 6234", "https://www.rfc-editor.org/rfc/rfc6234"},
    {"zstd", "Zstandard: RFC 8878", "https://www.rfc-editor.org/rfc/rfc8878"},
    {"blosc", "Blosc, chunk format",
     "https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst"},
}};

bool is_real(Dtype dtype) {
  return dtype == Dtype::f16 || dtype == Dtype::f32 || dtype == Dtype::f64 || dtype == Dtype::c64 ||
         dtype == Dtype::c128;
}

void collect_standards(const plan::Body& body, std::set<std::string_view>& keys) {
  if (const auto* what = std::get_if<plan::Text>(&body.kind)) {
    for (const Standard& standard : standards)
      if (standard.key == what->encoding) keys.insert(standard.key);
    if (what->head) keys.insert("msgpack");
  }
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) {
    if (scalar->coding != plan::Coding::plain) keys.insert("msgpack");
    if (is_real(scalar->dtype)) keys.insert("ieee-754");
  }
  if (const auto* array = std::get_if<plan::Array>(&body.kind))
    if (array->dtype.op == plan::Op::constant && is_real(static_cast<Dtype>(array->dtype.number)))
      keys.insert("ieee-754");
  for (const plan::Body* inner : inner_bodies(body)) collect_standards(*inner, keys);
}

std::set<std::string_view> standards_of(const Context& context) {
  std::set<std::string_view> keys;
  for (const model::Type& type : context.format.types)
    for (const Standard& standard : standards)
      if (type.wire == standard.key) keys.insert(standard.key);
  for (const plan::Record& record : context.plan.records)
    for (const plan::Field& field : record.fields) collect_standards(field.body, keys);
  for (const plan::Enum& enumeration : context.plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i)
      for (const plan::EnumMember& member : enumeration.members)
        if (enumeration.attributes[i].kind == model::AttributeKind::dtype && member.attributes[i] &&
            is_real(static_cast<Dtype>(*member.attributes[i])))
          keys.insert("ieee-754");
  return keys;
}

// An address becomes a link, other words stay words.
Text linked(const std::string& words) {
  const bool is_address = words.starts_with("https://") || words.starts_with("http://");
  return is_address && words.find_first_of(" \"<>") == std::string::npos ? text(link(words, words))
                                                                         : text(words);
}

// What a schema refers to, each with the types that do.
std::map<std::string, std::vector<Text>> cited(const Context& context) {
  std::map<std::string, std::vector<Text>> found;
  for (plan::RecordId id = 0; id < context.plan.records.size(); ++id) {
    const Scope scope(context, id);
    if (!scope.record.doc_ref.empty())
      found[scope.record.doc_ref].push_back(text(record_link(context, id)));
    for (plan::FieldId field = 0; field < scope.record.fields.size(); ++field)
      if (!scope.record.fields[field].doc_ref.empty())
        found[scope.record.fields[field].doc_ref].push_back(
            text(code(scope.record.name + "." + scope.record.fields[field].name,
                      to(context.links.field(id, field)))));
  }
  for (plan::EnumId id = 0; id < context.plan.enums.size(); ++id)
    if (!context.plan.enums[id].doc_ref.empty())
      found[context.plan.enums[id].doc_ref].push_back(text(enum_link(context, id)));
  for (plan::FormId id = 0; id < context.plan.forms.size(); ++id)
    if (!context.plan.forms[id].doc_ref.empty())
      found[context.plan.forms[id].doc_ref].push_back(text(form_link(context, id)));
  return found;
}

}  // namespace

Section references_chapter(const Context& context) {
  Section chapter;
  chapter.id = references_id;
  chapter.title = "References";
  Items items;
  const auto own = cited(context);
  const std::string& whole = context.plan.doc_ref;
  if (!whole.empty() && !own.contains(whole)) items.items.push_back(linked(whole));
  for (const auto& [words, users] : own)
    items.items.push_back(text(linked(words), ": ", listed(users)));
  const auto keys = standards_of(context);
  for (const Standard& standard : standards)
    if (keys.contains(standard.key))
      items.items.push_back(text(link(std::string(standard.title), std::string(standard.address))));
  if (!items.items.empty()) chapter.blocks.emplace_back(std::move(items));
  return chapter;
}

}  // namespace schemac::emit::doc
