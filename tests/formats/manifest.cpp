#include "formats/manifest.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "formats/bytes_of_file.h"

namespace schemac::tests {
namespace {

using nlohmann::json;

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

void check_valid_files(const std::filesystem::path& folder, const KindOf& kind_of) {
  std::uint64_t count = 0;
  const json manifest = json_of_file(folder / "manifest.json");
  for (const json& file : manifest.at("files")) {
    const FileKind* format = kind_of(file.at("variant"));
    if (format == nullptr) continue;
    ++count;
    INFO(file.at("path"));
    const auto bytes = bytes_of_file(folder / file.at("path").get<std::string>());
    const Outcome generated = format->run_generated(bytes);
    CHECK(generated.report.ok());
    CHECK(difference(generated, format->run_directly(bytes)) == "");
    REQUIRE(generated.written);
    if (file.at("canonical").get<bool>()) CHECK(*generated.written == bytes);
  }
  CHECK(count > 0);
}

void check_broken_files(const std::filesystem::path& folder, const std::filesystem::path& bases,
                        const KindOf& kind_of) {
  std::map<std::string, json> valid;
  for (const auto& each : {bases, folder}) {
    const json manifest = json_of_file(each / "manifest.json");
    for (const json& file : manifest.at("files")) valid[file.at("path")] = file;
  }
  const json manifest = json_of_file(folder / "invalid/manifest.json");
  for (const json& broken : manifest.at("files")) {
    const json& base = valid.at(broken.at("base"));
    const FileKind* format = kind_of(base.at("variant"));
    if (format == nullptr) continue;
    INFO(broken.at("path") << ": " << broken.at("rule"));
    const auto bytes = bytes_of_file(folder / "invalid" / broken.at("path").get<std::string>());
    const Outcome generated = format->run_generated(bytes);
    CHECK(difference(generated, format->run_directly(bytes)) == "");
    CHECK_FALSE(generated.report.ok());
    const auto rules = accepted_rules(broken);
    const auto places = accepted_places(broken, base);
    const auto& violations = generated.report.violations();
    CHECK(std::any_of(violations.begin(), violations.end(), [&](const auto& violation) {
      return rules.contains(std::string(id(violation.rule))) && places.contains(violation.offset);
    }));
  }
}

}  // namespace schemac::tests
