// The reference vectors: every array of a manifest, every field at its place, the same bytes back.
#include <fstream>
#include <set>

#include "direct/explain/explain.h"
#include "direct/files/select.h"
#include "direct/json/value_json.h"
#include "direct/small_schema.h"
#include "formats/bytes_of_file.h"
#include "schemac/base/load.h"

using namespace schemac;
using schemac::tests::bytes_of_file;
using schemac::tests::json_of_file;

namespace {

const Compilation& format() {
  static const Compilation run = compile(std::string(SCHEMAC_SOURCE_DIR) + "/schemas/oinf.yaml");
  return run;
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return std::string(impl::text_at(bytes.data(), bytes.size()));
}

struct Vector {
  std::string path;
  nlohmann::json entry;
};

std::vector<Vector> vectors() {
  std::vector<Vector> result;
  for (const char* folder : {"/vectors/oinf/", "/made/oinf/"}) {
    const std::string base = std::string(SCHEMAC_TEST_DATA) + folder;
    const auto manifest = json_of_file(base + "manifest.json");
    for (const auto& entry : manifest["files"])
      result.push_back({base + entry["path"].get<std::string>(), entry});
  }
  REQUIRE(result.size() > 20);
  return result;
}

using Json = nlohmann::ordered_json;

// All arrays among decoded values.
void collect_arrays(const Json& json, std::vector<Json>& out) {
  if (json.is_object() && json.contains("sha256")) out.push_back(json);
  if (json.is_structured()) {
    for (const Json& each : json) collect_arrays(each, out);
  }
}

// An f32 is shown by the shortest number that comes back; of a NaN the bits may be told.
bool is_same_element(const Json& wanted, const Json& shown, bool is_f32) {
  if (wanted == "nan") return shown.is_string() && shown.get<std::string>().starts_with("nan");
  if (!wanted.is_number_float() || !shown.is_number()) return wanted == shown;
  if (is_f32) return wanted.get<float>() == shown.get<float>();
  return wanted.get<double>() == shown.get<double>();
}

bool is_same_array(const Json& wanted, const Json& shown) {
  std::string dtype = wanted["dtype"];
  if (dtype == "bool") dtype = "bool8";
  const Json& first = wanted["first3"];
  const Json& preview = shown["preview"];
  bool is_same = shown["sha256"] == wanted["sha256"] && shown["dims"] == wanted["shape"] &&
                 shown["dtype"] == dtype && preview.size() >= first.size();
  for (std::size_t i = 0; is_same && i < first.size(); ++i)
    is_same = is_same_element(first[i], preview[i], dtype == "f32");
  return is_same;
}

void collect_places(const std::vector<direct::Row>& rows,
                    std::set<std::pair<std::uint64_t, std::uint64_t>>& out) {
  for (const direct::Row& row : rows) {
    out.emplace(row.offset, row.size);
    collect_places(row.children, out);
  }
}

}  // namespace

TEST_CASE("vectors are accepted, with the arrays of their manifests") {
  const plan::Plan& plan = format().plans.at(0);
  for (const Vector& vector : vectors()) {
    INFO(vector.path);
    const auto bytes = bytes_of_file(vector.path);
    CHECK(direct::validate(plan, plan.roots[0], bytes).ok());
    const auto decoded = direct::decode(plan, plan.roots[0], bytes, direct::Reading::strict);
    std::vector<Json> arrays;
    collect_arrays(direct::to_json(decoded.values, direct::Payloads::preview), arrays);
    for (const Json tensor : vector.entry["decoded"]["tensors"]) {
      if (tensor["stored"] == "absent") continue;
      INFO(tensor["name"]);
      CHECK(std::ranges::any_of(arrays,
                                [&](const Json& shown) { return is_same_array(tensor, shown); }));
    }
  }
}

TEST_CASE("every byte of a vector is explained once, every field is at its place") {
  const plan::Plan& plan = format().plans.at(0);
  for (const Vector& vector : vectors()) {
    INFO(vector.path);
    const auto bytes = bytes_of_file(vector.path);
    const auto rows = direct::explain(plan, plan.roots[0], bytes).rows;
    std::uint64_t reached = 0;
    for (const direct::Row& row : rows) {
      CHECK(row.offset == reached);
      CHECK(row.kind != direct::RowKind::unknown);
      reached = row.offset + row.size;
    }
    CHECK(reached == bytes.size());
    std::set<std::pair<std::uint64_t, std::uint64_t>> places;
    collect_places(rows, places);
    for (const auto& field : vector.entry["decoded"]["layout"]) {
      if (field["size"] == 0) continue;
      INFO(field["name"]);
      CHECK(places.count(
                {field["offset"].get<std::uint64_t>(), field["size"].get<std::uint64_t>()}) == 1);
    }
  }
}

TEST_CASE("canonical vectors come back byte for byte") {
  const plan::Plan& plan = format().plans.at(0);
  for (const Vector& vector : vectors()) {
    if (!vector.entry["canonical"].get<bool>()) continue;
    INFO(vector.path);
    const auto bytes = bytes_of_file(vector.path);
    const auto decoded = direct::decode(plan, plan.roots[0], bytes, direct::Reading::strict);
    const std::string json = direct::to_json(decoded, "oinf", direct::Payloads::full).dump();
    const auto document = direct::parse_document(json);
    CHECK(document.schema == "oinf");
    const auto encoded = direct::encode(plan, plan.roots[0], document.values);
    for (const auto& problem : encoded.problems) UNSCOPED_INFO(to_string(problem));
    CHECK(text_of(encoded.bytes) == text_of(bytes));
  }
}

TEST_CASE("a changed value moves what follows from it") {
  const plan::Plan& plan = format().plans.at(0);
  const auto bytes =
      bytes_of_file(std::string(SCHEMAC_TEST_DATA) + "/vectors/oinf/v1_simple_model.oinf");
  const auto decoded = direct::decode(plan, plan.roots[0], bytes, direct::Reading::strict);
  nlohmann::ordered_json values = direct::to_json(decoded.values, direct::Payloads::full);
  values["sizevars"][0]["name"] = "a.much.longer.name";
  values["metadata"].clear();
  const auto encoded = direct::encode(plan, plan.roots[0], values);
  REQUIRE(encoded.ok());
  CHECK(direct::validate(plan, plan.roots[0], encoded.bytes).ok());
  const auto rows = direct::explain(plan, plan.roots[0], encoded.bytes).rows;
  const auto row = [&](const std::string& path) {
    return std::find_if(rows.begin(), rows.end(),
                        [&](const direct::Row& each) { return each.path == path; })
        ->value;
  };
  CHECK(row("n_metadata") == 0);
  CHECK(row("sizevars[0].name.length") == 18);
  CHECK(row("file_size") == encoded.bytes.size());
}

TEST_CASE("a file is recognised by its first bytes, or by its name") {
  const auto known = direct::candidates_of(format().plans.at(0));
  const auto bytes = bytes_of_file(std::string(SCHEMAC_TEST_DATA) + "/vectors/oinf/v1_empty.oinf");
  REQUIRE(direct::select(known, bytes, "any").size() == 1);
  CHECK(direct::name_of(direct::select(known, bytes, "any").front()) == "oinf");
  CHECK(direct::select(known, Bytes(bytes).subspan(1), "x.OINF").size() == 1);
  CHECK(direct::select(known, Bytes(bytes).subspan(1), "x.bin").empty());
}
