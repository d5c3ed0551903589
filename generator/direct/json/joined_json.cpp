#include "direct/json/joined_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "direct/byte_text.h"
#include "direct/json/array_file.h"
#include "direct/json/element_json.h"
#include "direct/json/payload_json.h"
#include "direct/pieces/joined_array.h"
#include "direct/pieces/value_facts.h"
#include "model/pieces.h"
#include "plan/facts/directory_forms.h"
#include "schemac/base/array_size.h"
#include "schemac/base/counted.h"
#include "schemac/core/ndarray.h"
#include "schemac/io/dataset_values.h"

namespace schemac::direct {
namespace {

class Cutter {
 public:
  Cutter(const plan::Plan& plan, const plan::Record& record, const plan::JoinedArray& array,
         const std::string& path, const References& references, std::vector<Problem>& problems)
      : plan_(plan),
        record_(record),
        array_(array),
        path_(path),
        references_(references),
        problems_(problems) {}

  Value cut(const Members& members, const nlohmann::ordered_json& json) {
    const Value own{members};
    const RecordFacts facts(plan_, record_, own, plan::asked_names(array_.form));
    const auto shape = shape_of(facts.scope(), array_.form);
    if (!shape) return problem("is of a type that no other member states");
    Content content;
    if (!read(*shape, json, content)) return {};
    const std::uint64_t size = content.bytes.size();
    if (size % shape->element.size != 0) {
      return problem("has " + impl::counted(size, "bytes") + ", not a whole number of " +
                     shape->element.name);
    }
    if (shape->dims && !takes(*shape, size)) return refuse_size(*shape, size);
    if (model::is_of_one_piece(array_.form)) return piece_of(record_.fields[array_.piece], content);
    std::uint64_t each = size;
    if (array_.form.split && size != 0) {
      const impl::FileExpression size_of_piece = plan::file_expression(*array_.form.split);
      const impl::FactWorth split = impl::FactEvaluation(facts.scope()).of(size_of_piece);
      if (!split.is_number() || split->number <= 0 || split->number > model::max_u64)
        return problem("can't be cut: no member says how large its pieces are");
      each = static_cast<std::uint64_t>(split->number);
    }
    Elements pieces;
    for (std::uint64_t at = 0; at < size; at += std::min(each, size - at)) {
      const Bytes bytes = content.bytes.subspan(at, std::min(each, size - at));
      if (!add_piece({bytes, content.owner}, pieces)) return {};
    }
    return {std::move(pieces)};
  }

 private:
  Value problem(std::string message, std::string help = {}) {
    problems_.push_back({path_, std::move(message), std::move(help)});
    return {};
  }

  // As an array of any other kind, or, of elements that only others know, their bytes.
  bool read(const JoinedShape& shape, const nlohmann::ordered_json& json, Content& out) {
    if (!shape.element.dtype) return read_bytes(json, out);
    plan::Array like;
    like.dims = plan::Dims();
    const bool is_in_schema = std::ranges::all_of(
        array_.form.forms, [](const model::JoinedForm& form) { return form.dtype.has_value(); });
    like.dtype.op = is_in_schema ? plan::Op::constant : plan::Op::field;  // of other members
    like.is_column_major = shape.is_column_major;
    like.endian = shape.element.endian;
    const std::size_t before = problems_.size();
    Value value = payload_from_json(like, shape.element.dtype, json, path_, references_, problems_);
    if (problems_.size() != before) return false;
    Payload& payload = std::get<Payload>(value.kind);
    const bool has_order = payload.dims && payload.dims->size() > 1;
    const bool has_bytes = bit_count(payload.dtype) > 8;
    if ((has_order && payload.is_column_major != shape.is_column_major) ||
        (has_bytes && payload.endian != shape.element.endian))
      return problem("is stored in another order than its type has"), false;
    if (shape.dims && payload.dims && *payload.dims != *shape.dims)
      return problem("its dims are " + type_text(payload.dtype, &*payload.dims) +
                     ", but other members say " + type_text(payload.dtype, &*shape.dims)),
             false;
    out = std::move(payload.content);
    return true;
  }
  bool read_bytes(const nlohmann::ordered_json& json, Content& out) {
    if (json.is_object() && json.contains("file")) {
      auto file = open_reference(json["file"], path_, references_, problems_);
      if (!file) return false;
      out = std::move(file->content);
      return true;
    }
    const auto data = json.is_object() ? json.find("data") : json.end();
    const bool is_text = json.is_object() && data != json.end() && data->is_string();
    auto bytes = is_text ? from_base64(data->get_ref<const std::string&>()) : std::nullopt;
    if (!bytes) return problem("is of elements that need \"data\" or \"file\""), false;
    out = own(std::move(*bytes));
    return true;
  }
  static bool takes(const JoinedShape& shape, std::uint64_t size) {
    std::uint64_t needed = 0;
    return impl::array_size(*shape.dims, shape.element.size, needed) && needed == size;
  }

  // In the words in which a reader says it. Only JSON has such a member, so it has no class.
  Value refuse_size(const JoinedShape& shape, std::uint64_t size) {
    std::uint64_t needed = 0;
    if (!impl::array_size(*shape.dims, shape.element.size, needed))
      return problem("would have more bytes than 64 bits can count");
    return problem("has " + impl::counted(size, "bytes") + "; its type and dimensions ask for " +
                   std::to_string(needed));
  }

  bool add_piece(Content bytes, Elements& out) {
    const auto& list = std::get<plan::List>(record_.fields[array_.list].body.kind);
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Record& element = plan_.records[nested.record];
    Members members;
    for (plan::FieldId id = 0; id < element.fields.size(); ++id) {
      const plan::Field& field = element.fields[id];
      if (!field.has_member() || field.role == model::RoleKind::choice) continue;
      Value value;
      if (id == array_.piece) {
        value = piece_of(field, bytes);
      } else if (field.default_value) {
        value = {Number{*field.default_value, {}}};
      } else if (!field.is_optional() && !field.may_be_unknown()) {
        problem("its pieces have a member '" + field.name + "' beside their content",
                "give '" + record_.fields[array_.list].name + "' instead");
        return false;
      }
      members.given.push_back({field.name, std::move(value)});
    }
    out.values.push_back({std::move(members)});
    return true;
  }
  static Value piece_of(const plan::Field& field, const Content& bytes) {
    if (!field.codec) return {RawBytes{bytes}};
    EncodedContent content;
    content.coded = Coded(Blob::share(bytes.bytes, bytes.owner));
    return {std::move(content)};
  }

  const plan::Plan& plan_;
  const plan::Record& record_;
  const plan::JoinedArray& array_;
  const std::string& path_;
  const References& references_;
  std::vector<Problem>& problems_;
};

}  // namespace

bool has_elements(const nlohmann::ordered_json& json) {
  if (json.is_array()) return true;
  if (!json.is_object()) return false;
  constexpr std::string_view keys[] = {"data", "file", "value", "values"};
  return std::any_of(std::begin(keys), std::end(keys),
                     [&](std::string_view key) { return json.contains(std::string(key)); });
}

Value pieces_from_json(const plan::Plan& plan, const plan::Record& record,
                       const plan::JoinedArray& array, const Members& members,
                       const nlohmann::ordered_json& json, const std::string& path,
                       const References& references, std::vector<Problem>& problems) {
  return Cutter(plan, record, array, path, references, problems).cut(members, json);
}

}  // namespace schemac::direct
