#include <cmath>
#include <nlohmann/json.hpp>

#include "direct/json/element_json.h"
#include "stats/element_text.h"
#include "stats/report.h"

namespace schemac::stats {
namespace {

using direct::Json;

Json number_json(double value) {
  if (std::isfinite(value)) return value;
  return short_number(value);
}

void add_summary(Json& json, const Summary& summary) {
  json["min"] = number_json(summary.min);
  json["max"] = number_json(summary.max);
  json["mean"] = number_json(summary.mean);
  json["median"] = number_json(summary.median);
  json["std"] = number_json(summary.std);
}

Json elements_json(const FileArray& array, const std::vector<std::uint64_t>& indices) {
  Json json = Json::array();
  for (const std::uint64_t i : indices)
    array.at(i, [&](Bytes bytes, std::uint64_t index) {
      json.push_back(direct::element_json(array.dtype, array.endian, bytes, index));
    });
  return json;
}

Json histogram_json(const std::vector<Bin>& histogram) {
  Json json = Json::array();
  for (const Bin& bin : histogram)
    json.push_back({{"begin", bin.begin}, {"end", bin.end}, {"count", bin.count}});
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const FileArray& array, const Statistics& found) {
  Json json = {{"name", array.name},
               {"path", array.path},
               {"dtype", array.opaque_type.empty() ? name(array.dtype) : array.opaque_type},
               {"numpy", array.opaque_type.empty() ? direct::numpy_json(array.dtype, array.endian)
                                                   : Json(array.opaque_type)},
               {"dims", array.dims},
               {"order", array.is_column_major ? "column" : "row"}};
  if (!array.remark.empty()) json["remark"] = array.remark;
  if (!array.has_data) return json;
  json["offset"] = array.offset;
  json["nbytes"] = array.size();
  if (const std::string problem = array.problem(); !problem.empty()) {
    json["problem"] = problem;
    return json;
  }
  json["count"] = found.count;
  const Preview preview = preview_of(found.count);
  json["first"] = elements_json(array, preview.first);
  json["last"] = elements_json(array, preview.last);
  if (found.count == 0) return json;
  const bool is_complex = array.dtype == Dtype::c64 || array.dtype == Dtype::c128;
  if (is_complex) json["of"] = "magnitudes";
  add_summary(json, found.all);
  if (found.finite_count() != found.count) {
    json["nan"] = found.nan_count;
    json["inf"] = found.infinity_count;
    json["-inf"] = found.negative_infinity_count;
    Json& finite = json["finite"] = {{"count", found.finite_count()}};
    if (found.finite_count() != 0) add_summary(finite, found.finite);
  }
  json["histogram"] = histogram_json(found.histogram);
  return json;
}

}  // namespace schemac::stats
