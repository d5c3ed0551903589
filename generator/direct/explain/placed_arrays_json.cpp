// Arrays over pieces as JSON.
#include <nlohmann/json.hpp>
#include <ostream>

#include "direct/explain/placed_arrays.h"
#include "direct/json/element_json.h"
#include "direct/pieces/joined_array.h"
#include "direct/text/plain_content.h"
#include "schemac/core/dtype.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

Json without_pieces(const PlacedArray& array) {
  const Joined& joined = array.joined;
  const std::string remark = unknown_type_text(joined);
  const std::string type =
      joined.element.dtype ? std::string(name(*joined.element.dtype)) : joined.element.name;
  Json json = {{"path", source::as_utf8(array.path)},
               {"type", source::as_utf8(type_text(joined))},
               {"dtype", source::as_utf8(type)},
               {"numpy", numpy_json(joined.element)},
               {"dims", joined.dims},
               {"order", joined.is_column_major ? "column" : "row"},
               {"nbytes", joined.size},
               {"value", first_elements(joined)},
               {"doc", joined.declared->doc}};
  if (!remark.empty()) json["remark"] = remark;
  return json;
}

Json json_of(const PiecePlace& place) {
  Json json = Json::object();
  if (!place.file.empty()) json["file"] = source::as_utf8(place.file);
  json["offset"] = place.offset;
  json["size"] = place.size;
  return json;
}

}  // namespace

void write_arrays(const std::vector<PlacedArray>& arrays, std::ostream& out) {
  out << '[';
  for (const PlacedArray& array : arrays) {
    std::string text = (&array == &arrays.front() ? "" : ",") + without_pieces(array).dump();
    text.back() = ',';
    out << text << R"("pieces":[)";
    for (const PiecePlace& place : array.places)
      out << (&place == &array.places.front() ? "" : ",") << json_of(place).dump();
    out << "]}";
  }
  out << ']';
}

}  // namespace schemac::direct
