// Real files against their manifests, by both executors: what is valid is read as the manifest says
// and written again byte for byte, what is broken is refused with an accepted rule at an accepted
// place.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "formats/bytes_of_file.h"
#include "formats/oinf/executors.h"

using namespace schemac;
using namespace schemac::tests;
using nlohmann::json;

namespace {

const std::filesystem::path folders[] = {SCHEMAC_TEST_DATA "/vectors/oinf",
                                         SCHEMAC_TEST_DATA "/made/oinf"};

bool is_version_1(const json& file) {
  return file.at("variant").get<std::string>().starts_with("oinf-v1");
}

/// Offsets at which a violation of a broken file may be reported: see tests/data/README.md.
std::set<std::uint64_t> accepted_places(const json& broken, const json& base) {
  std::set<std::uint64_t> places;
  if (broken.at("offset").is_number()) places.insert(broken.at("offset").get<std::uint64_t>());
  if (broken.contains("strict_reader") && broken.at("strict_reader").is_object())
    places.insert(broken.at("strict_reader").at("offset").get<std::uint64_t>());
  for (const json& change : broken.at("changes")) {
    const auto at = change.at("offset").get<std::uint64_t>();
    for (std::uint64_t i = 0;
         i < std::max<std::uint64_t>(1, change.value<std::uint64_t>("new_size", 1)); ++i)
      places.insert(at + i);
    for (const json& field : base.at("decoded").at("layout")) {
      const auto begin = field.at("offset").get<std::uint64_t>();
      if (begin <= at &&
          at < begin + std::max<std::uint64_t>(1, field.at("size").get<std::uint64_t>()))
        places.insert(begin);
    }
  }
  return places;
}

std::set<std::string> accepted_rules(const json& broken) {
  std::set<std::string> rules = {broken.at("rule_id").get<std::string>()};
  for (const json& rule : broken.at("also_accepted_rule_ids"))
    rules.insert(rule.get<std::string>());
  return rules;
}

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  for (const auto& folder : folders)
    for (const json& file : json_of_file(folder / "manifest.json").at("files")) {
      if (!is_version_1(file)) continue;
      INFO(file.at("path"));
      const auto bytes = bytes_of_file(folder / file.at("path").get<std::string>());
      const Outcome generated = run_generated(bytes);
      CHECK(generated.report.ok());
      CHECK(difference(generated, run_directly(bytes)) == "");
      REQUIRE(generated.written);
      if (file.at("canonical").get<bool>()) CHECK(*generated.written == bytes);
    }
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  for (const auto& folder : folders) {
    std::map<std::string, json> bases;
    for (const json& file :
         json_of_file(SCHEMAC_TEST_DATA "/vectors/oinf/manifest.json").at("files"))
      bases[file.at("path")] = file;
    for (const json& file : json_of_file(folder / "manifest.json").at("files"))
      bases[file.at("path")] = file;
    for (const json& broken : json_of_file(folder / "invalid/manifest.json").at("files")) {
      const json& base = bases.at(broken.at("base"));
      if (!is_version_1(base)) continue;
      INFO(broken.at("path") << ": " << broken.at("rule"));
      const auto bytes = bytes_of_file(folder / "invalid" / broken.at("path").get<std::string>());
      const Outcome generated = run_generated(bytes);
      CHECK(difference(generated, run_directly(bytes)) == "");
      CHECK_FALSE(generated.report.ok());
      const auto rules = accepted_rules(broken);
      const auto places = accepted_places(broken, base);
      const auto& violations = generated.report.violations();
      CHECK(std::any_of(violations.begin(), violations.end(), [&](const auto& violation) {
        return rules.contains(std::string(id(violation.rule)));
      }));
      CHECK(std::any_of(violations.begin(), violations.end(),
                        [&](const auto& violation) { return places.contains(violation.offset); }));
    }
  }
}
