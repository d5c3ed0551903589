// A row of an explanation as JSON.
#include <array>

#include "direct/explain.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> kind_names = {"field", "payload", "padding",
                                                        "slack", "unknown", "folded"};

}  // namespace

Json to_json(const Row& row) {
  Json json = {{"path", row.path}, {"offset", row.offset},
               {"size", row.size}, {"kind", kind_names[static_cast<std::size_t>(row.kind)]},
               {"type", row.type}, {"value", row.value},
               {"doc", row.doc}};
  if (!row.relation.empty()) json["relation"] = row.relation;
  if (row.target) json["target"] = {{"offset", row.target->offset}, {"path", row.target->path}};
  if (row.children.empty()) return json;
  Json& children = json["children"] = Json::array();
  for (const Row& child : row.children) children.push_back(to_json(child));
  return json;
}

}  // namespace schemac::direct
