// Rows of an explanation as JSON.
#include <array>
#include <ostream>

#include "direct/explain/explain.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> kind_names = {"field", "payload", "padding",
                                                        "slack", "unknown", "folded"};

Json without_children(const Row& row) {
  Json json = {{"path", row.path}, {"offset", row.offset},
               {"size", row.size}, {"kind", kind_names[static_cast<std::size_t>(row.kind)]},
               {"type", row.type}, {"value", row.value},
               {"doc", row.doc}};
  if (!row.relation.empty()) json["relation"] = row.relation;
  if (row.target) json["target"] = {{"offset", row.target->offset}, {"path", row.target->path}};
  return json;
}

}  // namespace

void write_fields(const std::vector<Row>& rows, std::ostream& out) {
  out << '[';
  for (const Row& row : rows) {
    std::string text = (&row == &rows.front() ? "" : ",") + without_children(row).dump();
    if (!row.children.empty()) text.back() = ',';
    out << text;
    if (row.children.empty()) continue;
    out << R"("children":)";
    write_fields(row.children, out);
    out << '}';
  }
  out << ']';
}

}  // namespace schemac::direct
