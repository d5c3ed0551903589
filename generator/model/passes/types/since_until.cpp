#include "model/passes/types/since_until.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

std::optional<std::uint32_t> version_under(Draft& draft, const syntax::Node& node,
                                           std::string_view key) {
  const auto number = number_under(node, key);
  if (!number) return std::nullopt;
  if (range_of(Dtype::u32).contains(*number)) return static_cast<std::uint32_t>(*number);
  draft
      .error(node.find(key)->range, "does-not-fit",
             "'" + std::string(key) + "' is " + to_text(*number) +
                 ", but a version is 0 to 4294967295")
      .help("write the number of a version");
  return std::nullopt;
}

}  // namespace

std::string shown(const Versions& versions) {
  const auto number = [](std::uint32_t version) { return "version " + std::to_string(version); };
  if (!versions.until) return "since " + number(*versions.since);
  if (!versions.since) return "before " + number(*versions.until);
  return "since " + number(*versions.since) + " and before " + number(*versions.until);
}

Versions versions_under(Draft& draft, const syntax::Node& node) {
  Versions versions;
  versions.since = version_under(draft, node, "since");
  versions.until = version_under(draft, node, "until");
  if (versions.are_all()) return versions;
  const syntax::Node* until = node.find("until");
  versions.range = node.find(versions.since ? "since" : "until")->range;
  if (versions.until && *versions.until <= versions.since.value_or(0))
    draft
        .error(until->range, "does-not-fit",
               "'until' is " + std::to_string(*versions.until) +
                   (versions.since ? ", but 'since' is " + std::to_string(*versions.since) : "") +
                   ": no version has it")
        .help("'until' is the first version that no longer has it");
  return versions;
}

}  // namespace schemac::model
