#include "emit/doc/describe/message_fields.h"

#include "emit/doc/describe/requirements.h"
#include "emit/doc/queries/spelling.h"

namespace schemac::emit::doc {
namespace {

// How values lie in bytes: a packed list is one value, with a length.
struct ValueForm {
  std::string_view words;
  std::string_view type;  // in a diagram
  Text size;
};
ValueForm form_of(protobuf::Coding coding) {
  switch (coding) {
    case protobuf::Coding::varint:
      return {"a varint: 7 bits a byte, the lowest first", "varint", text("1 to 10")};
    case protobuf::Coding::zigzag:
      return {"a varint of the zigzag code, where small numbers of either sign are short", "zigzag",
              text("1 to 10")};
    case protobuf::Coding::fixed32:
      return {"4 bytes, little-endian", "fixed32", text("4")};
    case protobuf::Coding::fixed64:
      return {"8 bytes, little-endian", "fixed64", text("8")};
    case protobuf::Coding::length:
      return {"its length in bytes as a varint, and its bytes", "", text("as its length says")};
  }
  return {};
}

std::vector<std::uint8_t> tag_bytes(const plan::MessageField& field, impl::protobuf::Wire wire) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t left = impl::protobuf::tag_of(field.number, wire);
  for (; left >= 0x80; left >>= 7U) bytes.push_back(static_cast<std::uint8_t>(left | 0x80U));
  bytes.push_back(static_cast<std::uint8_t>(left));
  return bytes;
}

}  // namespace

const plan::MessageField* message_field_of(const plan::Record& record, plan::FieldId field) {
  if (const plan::MessageFields* message = record.message())
    for (const plan::MessageField& each : message->fields)
      if (each.field == field) return &each;
  return nullptr;
}

namespace {

// A member of a JSON text has no bytes of its own to describe.
BodyDoc in_json(const BodySite& site, const plan::MessageField& field, BodyDoc content) {
  const plan::JsonRecord& json = *site.scope.record.json;
  BodyDoc out;
  out.type = std::move(content.type);
  out.requirements = std::move(content.requirements);
  out.size = text("–");
  if (field.field == json.others) {
    out.form.push_back(text("Members of the object that have no name here, as they are."));
    return out;
  }
  if (field.field == json.stored) return out;  // its own words say what it is
  if (field.field == json.entries)
    out.form.push_back(text("Members of the object that have no name here, each a pair."));
  if (json.shape == model::JsonShape::pair) {
    out.form.push_back(field.field == 0 ? text("The name.") : text("The value."));
    require(out.requirements, field.missing, text(site.subject, " is there."),
            text("always there"));
    return out;
  }
  const std::string& name = json.names[field.field];
  const std::string& own = site.scope.record.fields[field.field].name;
  if (json.shape == model::JsonShape::object && name != own && field.field != json.entries)
    out.form.push_back(text("The member ", code(name), "."));
  if (json.shape == model::JsonShape::one_of)
    out.form.push_back(text("Where the value is of this kind."));
  else if (!field.is_repeated && !field.missing)
    out.form.push_back(text("It may be missing."));
  require(out.requirements, field.missing, text(site.subject, " is there."), text("always there"));
  return out;
}

}  // namespace

BodyDoc in_message(const BodySite& site, const plan::MessageField& field, BodyDoc content) {
  if (site.scope.record.json) return in_json(site, field, std::move(content));
  const ValueForm value = form_of(field.coding);
  const bool has_length = field.is_packed || field.coding == protobuf::Coding::length;
  const auto tag = tag_bytes(field, field.is_packed ? impl::protobuf::Wire::length
                                                    : impl::protobuf::wire_of(field.coding));
  BodyDoc out;
  out.type = std::move(content.type);
  out.requirements = std::move(content.requirements);
  out.size = field.is_repeated ? text("varies") : value.size;

  const std::string words(value.words);
  const Text lead = text(tag.size() == 1 ? "The byte " : "The bytes ", code(hex_of(tag)));
  if (field.is_packed)
    out.form.push_back(text(lead, ", the length of all elements in bytes as a varint, and each as ",
                            words, "; read also where each has a tag of its own."));
  else if (field.is_repeated)
    out.form.push_back(text(lead, " and ", words, ", again for each element",
                            field.coding == protobuf::Coding::length
                                ? "."
                                : "; read also where they are packed after one tag."));
  else
    out.form.push_back(text(lead, " and ", words, "."));
  if (!field.is_repeated && !field.missing) out.form.push_back(text("It may be missing."));
  out.form.insert(out.form.end(), content.form.begin(), content.form.end());

  Box tag_box;
  tag_box.name = "tag";
  tag_box.type = hex_of(tag);
  tag_box.size = tag.size();
  tag_box.tone = Tone::constant;
  tag_box.link = site.link;
  out.boxes.push_back(tag_box);
  if (has_length) {
    Box length = tag_box;
    length.name = "length";
    length.type = "varint";
    length.size.reset();
    length.extent = "1 to 10 bytes";
    length.is_short = true;
    length.tone = Tone::derived;
    out.boxes.push_back(std::move(length));
  }
  Box last = content.boxes.empty() ? Box() : content.boxes.back();
  last.name = site.name;
  last.link = site.link;
  last.tone = site.tone;
  if (!value.type.empty()) last.type = std::string(value.type) + " " + flat(out.type);
  const bool is_fixed =
      field.coding == protobuf::Coding::fixed32 || field.coding == protobuf::Coding::fixed64;
  last.size.reset();
  if (is_fixed && !field.is_repeated) last.size = field.coding == protobuf::Coding::fixed32 ? 4 : 8;
  if (!last.size) last.extent = flat(value.size) + (has_length ? "" : " bytes");
  last.is_repeated = field.is_repeated;
  last.is_optional = false;
  out.boxes.push_back(std::move(last));

  require(out.requirements, field.missing, text(site.subject, " is there."), text("always there"));
  limit(out.requirements, field.pieces,
        text("A reader may refuse ", site.subject, " in pieces that are too large."));
  return out;
}

Requirements message_requirements(const DocScope& scope, const plan::MessageFields& message) {
  Requirements out;
  if (scope.record.json) {  // the texts that hold it say what is wrong with them
    limit(out, message.depth,
          text("A reader may refuse any ", code(scope.record.name),
               " that is too deep inside others of its kind."));
    return out;
  }
  require(
      out, message.malformed,
      text("The bytes of ", code(scope.record.name),
           " are fields one after the other: tags with numbers from 1 on, varints of at most "
           "64 bits, values and groups that end before it does, numbers that fit their types."));
  limit(out, message.depth,
        text("A reader may refuse any ", code(scope.record.name),
             " in which messages or groups are nested too deeply."));
  return out;
}

ByteMap message_map(const DocScope& scope, const plan::MessageFields& message, std::string id) {
  ByteMap map;
  map.id = std::move(id);
  map.title = "The fields of " + scope.record.name;
  for (const plan::MessageField& field : message.fields)
    map.groups.push_back(
        {"field " + std::to_string(field.number), 0,
         describe(site_of(scope, field.field), scope.record.fields[field.field].body).boxes});
  return map;
}

}  // namespace schemac::emit::doc
