#include "cli/findings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>
#include <utility>

#include "direct/byte_text.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

using Json = nlohmann::ordered_json;

FindingSpot place_of(const source::SourceRange& range, const std::string& schema,
                     std::string message = {}) {
  if (!range.has_position()) return {schema, std::nullopt, std::nullopt, std::move(message)};
  const source::Position begin = range.file->position(range.begin);
  const source::Position end = range.file->position(std::max(range.begin, range.end));
  return {range.file->path(), TextRegion{begin.line, begin.column, end.line, end.column},
          std::nullopt, std::move(message)};
}

Finding::Severity severity_of(source::Severity severity) {
  switch (severity) {
    case source::Severity::error:
      return Finding::Severity::error;
    case source::Severity::warning:
      return Finding::Severity::warning;
    case source::Severity::note:
      return Finding::Severity::note;
  }
  return Finding::Severity::error;
}

Finding::Severity severity_of(Level level) {
  switch (level) {
    case Level::error:
    case Level::rule:
      return Finding::Severity::error;
    case Level::warn:
      return Finding::Severity::warning;
    case Level::canonical:
      return Finding::Severity::note;
  }
  return Finding::Severity::error;
}

// SARIF's word; GitHub calls the last one "notice".
std::string_view word_of(Finding::Severity severity) {
  switch (severity) {
    case Finding::Severity::error:
      return "error";
    case Finding::Severity::warning:
      return "warning";
    case Finding::Severity::note:
      return "note";
  }
  return "error";
}

std::string percent_encoded(std::string_view text, const auto& is_plain) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char ch : text) {
    const auto byte = static_cast<unsigned char>(ch);
    if (is_plain(ch)) {
      result += ch;
    } else {
      result += '%';
      result += digits[byte >> 4];
      result += digits[byte & 15];
    }
  }
  return result;
}

// A path as a reference; a colon before the first slash would begin a scheme.
std::string uri_of(const std::string& path) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  const std::string uri =
      percent_encoded(path, [&](char ch) { return plain.find(ch) != std::string_view::npos; });
  return path.starts_with('/') ? "file://" + uri : uri;
}

Json location_of(const FindingSpot& place, const std::string& field) {
  Json physical = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.region)
    physical["region"] = {{"startLine", place.region->line},
                          {"startColumn", place.region->column},
                          {"endLine", place.region->end_line},
                          {"endColumn", place.region->end_column}};
  if (place.offset) physical["region"] = {{"byteOffset", *place.offset}};
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!field.empty())
    location["logicalLocations"] =
        Json::array({Json{{"fullyQualifiedName", source::as_utf8(field)}}});
  if (!place.message.empty()) location["message"] = {{"text", source::as_utf8(place.message)}};
  return location;
}

std::string escaped(std::string_view text, std::string_view signs) {
  return percent_encoded(text, [&](char ch) { return signs.find(ch) == std::string_view::npos; });
}

}  // namespace

std::vector<Finding> findings_of(const source::Diagnostics& diagnostics,
                                 const std::string& schema) {
  std::vector<Finding> findings;
  for (const source::Diagnostic& each : diagnostics.all()) {
    Finding finding;
    finding.severity = severity_of(each.severity);
    finding.rule = each.code;
    finding.message = each.message;
    for (const std::string& help : each.helps) finding.message += "\nhelp: " + help;
    finding.place = place_of(each.range, schema);
    for (const source::Note& note : each.notes)
      finding.beside.push_back(place_of(note.range, schema, note.message));
    findings.push_back(std::move(finding));
  }
  const auto key = [](const Finding& finding) {
    const TextRegion region = finding.place.region.value_or(TextRegion());
    return std::tuple(std::string_view(finding.place.file), region.line, region.column);
  };
  std::ranges::stable_sort(findings, {}, key);
  return findings;
}

Finding finding_of(const Violation& violation, const std::string& file) {
  Finding finding;
  finding.severity = severity_of(violation.level);
  finding.rule = std::string(id(violation.rule));
  finding.field = violation.path;
  const std::string field = violation.path.empty() ? "" : direct::printable(violation.path) + ": ";
  finding.message = field + direct::printable(violation.message);
  finding.place = {file, std::nullopt, violation.offset, {}};
  return finding;
}

void write_annotation(const Finding& finding, std::ostream& out) {
  constexpr std::string_view in_message = "%\r\n", in_property = "%\r\n:,";
  const std::string_view word = word_of(finding.severity);
  out << "::" << (word == "note" ? "notice" : word)
      << " file=" << escaped(finding.place.file, in_property);
  if (const auto& region = finding.place.region) {
    out << ",line=" << region->line << ",col=" << region->column;
    if (region->end_line == region->line) out << ",endColumn=" << region->end_column;
  }
  out << ",title=" << escaped(finding.rule, in_property) << "::";
  if (finding.place.offset) out << "byte " << *finding.place.offset << ", ";
  out << escaped(source::as_utf8(finding.message), in_message) << '\n';
}

std::string sarif_result(const Finding& finding) {
  Json result = {{"ruleId", finding.rule},
                 {"level", word_of(finding.severity)},
                 {"message", {{"text", source::as_utf8(finding.message)}}},
                 {"locations", Json::array({location_of(finding.place, finding.field)})}};
  for (const FindingSpot& place : finding.beside)
    result["relatedLocations"].push_back(location_of(place, ""));
  return result.dump();
}

SarifLog::SarifLog(std::ostream& out) : out_(out) {
  out_ << R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",)"
       << R"("runs":[{"columnKind":"unicodeCodePoints","results":[)";
}

void SarifLog::add(const std::string& rule, const std::string& result) {
  rules_.insert(rule);
  out_ << (count_++ == 0 ? "\n" : ",\n") << result;
}

void SarifLog::finish(bool is_whole) {
  Json rules = Json::array();
  for (const std::string& rule : rules_) rules.push_back({{"id", rule}});
  Json remarks = Json::array();
  for (const std::string& text : remarks_)
    remarks.push_back({{"level", "note"}, {"message", {{"text", source::as_utf8(text)}}}});
  Json invocation = {{"executionSuccessful", is_whole}};
  if (!remarks.empty()) invocation["toolExecutionNotifications"] = std::move(remarks);
  const Json driver = {
      {"name", "schemac"}, {"semanticVersion", SCHEMAC_VERSION}, {"rules", std::move(rules)}};
  out_ << "\n],\"tool\":" << Json({{"driver", driver}}).dump()
       << ",\"invocations\":" << Json::array({invocation}).dump() << "}]}\n";
}

}  // namespace schemac::cli
