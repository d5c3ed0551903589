// A schema in a test: compiled from its text, used with files in hex and values in JSON.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "compile.h"
#include "direct/byte_text.h"
#include "direct/json/value_json.h"
#include "direct/walk/decode.h"
#include "direct/walk/validate.h"
#include "direct/write/encode.h"

namespace schemac::tests {

class SmallSchema {
 public:
  explicit SmallSchema(const std::string& text) : run_(compile_text("test.yaml", text)) {
    REQUIRE(run_.ok());
    REQUIRE(run_.plans.size() == 1);
  }

  [[nodiscard]] const plan::Plan& plan() const { return run_.plans.front(); }
  [[nodiscard]] const plan::Root& root() const { return plan().roots.front(); }

  /// The file of these values in hex; or what is wrong with them, a line each.
  [[nodiscard]] std::string written(std::string_view json) const {
    const direct::Document document = direct::parse_document(json);
    REQUIRE(document.problems.empty());
    const direct::Encoded encoded = direct::encode(plan(), root(), document.values);
    if (encoded.ok()) return direct::to_hex(encoded.bytes);
    std::string text;
    for (const auto& problem : encoded.problems) text += to_string(problem) + "\n";
    return text;
  }
  /// The values of a file, as JSON in one line.
  [[nodiscard]] std::string read(std::string_view hex,
                                 direct::Reading reading = direct::Reading::strict) const {
    const auto bytes = direct::from_hex(hex);
    REQUIRE(bytes);
    const direct::Decoded decoded = direct::decode(plan(), root(), *bytes, reading);
    return direct::to_json(decoded.values, direct::Payloads::preview).dump();
  }
  /// "path offset rule" of each violation.
  [[nodiscard]] std::vector<std::string> violations(std::string_view hex) const {
    const auto bytes = direct::from_hex(hex);
    REQUIRE(bytes);
    std::vector<std::string> lines;
    const Report report = direct::validate(plan(), root(), *bytes);
    for (const Violation& violation : report.violations()) {
      lines.push_back(violation.path + " " + std::to_string(violation.offset) + " " +
                      std::string(id(violation.rule)));
    }
    return lines;
  }

 private:
  Compilation run_;
};

}  // namespace schemac::tests
