#include "known/format_index.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "direct/byte_text.h"
#include "direct/files/select.h"
#include "schemac/digest/deflate.h"
#include "schemac/digest/digester.h"
#include "schemac/io/source.h"

namespace schemac::known {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string digest_of(Bytes text) {
  impl::Digester digester(impl::digest_crc32);
  digester.add(text);
  return direct::to_hex(digester.finish());
}

std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> numbers;
  const auto bytes = direct::from_hex(hex);
  if (!bytes) return numbers;
  for (const std::byte each : *bytes) numbers.push_back(std::to_integer<std::uint8_t>(each));
  return numbers;
}

std::vector<std::vector<std::uint8_t>> all_from_hex(const Json& texts) {
  std::vector<std::vector<std::uint8_t>> all;
  for (const Json& text : texts) all.push_back(from_hex(text.get<std::string>()));
  return all;
}

// Whether a text is what the index was made of.
bool is_current(const fs::path& path, const Json& source) {
  const Result<Source> file = Source::open(path.string());
  return file && file->bytes().size() == source.at("size").get<std::uint64_t>() &&
         digest_of(file->bytes()) == source.at("crc32").get<std::string>();
}

// A schema that the index doesn't know could be what a file is of.
bool are_all_known(const fs::path& folder, const Json& schemas) {
  std::error_code error;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") ++count;
  return !error && count == schemas.size();
}

}  // namespace

std::optional<FormatIndex> FormatIndex::load(const std::string& folder) {
  const fs::path base(folder);
  const Result<Source> file = Source::open((base.parent_path() / "known.json").string());
  if (!file) return std::nullopt;
  const std::string_view text = impl::text_at(file->bytes().data(), file->bytes().size());
  const Json index = Json::parse(text, nullptr, false);
  FormatIndex made;
  try {
    for (const Json& source : index.at("sources"))
      if (!is_current(base / source.at("path").get<std::string>(), source)) return std::nullopt;
    if (!are_all_known(base, index.at("schemas"))) return std::nullopt;
    for (const Json& schema : index.at("schemas")) {
      const std::string path = (base / schema.at("path").get<std::string>()).string();
      for (const Json& root : schema.at("roots"))
        made.entries_.push_back({path, root.at("format").get<std::string>(),
                                 all_from_hex(root.at("beginnings")),
                                 root.at("extensions").get<std::vector<std::string>>()});
    }
  } catch (const Json::exception&) {
    return std::nullopt;  // not an index that this program makes
  }
  return made;
}

std::vector<std::string> FormatIndex::recognise(Bytes bytes, std::string_view file_name) const {
  std::vector<const Entry*> left;
  for (const Entry& entry : entries_) left.push_back(&entry);
  const auto keep = [&](const auto& fits) {
    std::vector<const Entry*> kept;
    std::ranges::copy_if(left, std::back_inserter(kept), fits);
    if (!kept.empty()) left = std::move(kept);
    return left.size() == 1;
  };
  if (!keep([&](const Entry* each) { return direct::begins_with(each->beginnings, bytes); }))
    keep([&](const Entry* each) { return direct::has_extension(each->extensions, file_name); });
  std::vector<std::string> paths;
  for (const Entry* each : left)
    if (std::ranges::find(paths, each->schema) == paths.end()) paths.push_back(each->schema);
  return paths;
}

std::optional<std::string> FormatIndex::find(const std::string& format) const {
  const auto found = std::ranges::find(entries_, format, &Entry::format);
  return found == entries_.end() ? std::nullopt : std::optional(found->schema);
}

std::string index_of(const std::vector<KnownSchema>& schemas, const std::string& folder) {
  const fs::path base = fs::path(folder).lexically_normal();
  const auto path_of = [&](const std::string& path) {
    return fs::path(path).lexically_normal().lexically_relative(base).string();
  };
  Json index = {{"schemas", Json::array()}, {"sources", Json::array()}};
  std::set<std::string> listed;
  for (const KnownSchema& schema : schemas) {
    Json roots = Json::array();
    for (const plan::Plan& plan : schema.compilation.plans) {
      for (const plan::Root& root : plan.roots) {
        std::vector<std::string> extensions = root.extensions;
        std::ranges::copy(root.text_extensions, std::back_inserter(extensions));
        Json beginnings = Json::array();
        for (const std::vector<std::uint8_t>& each : root.beginnings)
          beginnings.push_back(direct::to_hex(std::as_bytes(std::span(each))));
        roots.push_back({{"format", plan.format},
                         {"beginnings", std::move(beginnings)},
                         {"extensions", std::move(extensions)}});
      }
    }
    index["schemas"].push_back({{"path", path_of(schema.path)}, {"roots", std::move(roots)}});
    for (const auto& file : schema.compilation.sources->files()) {
      if (!listed.insert(path_of(file->path())).second) continue;
      index["sources"].push_back({{"path", path_of(file->path())},
                                  {"size", file->text().size()},
                                  {"crc32", digest_of(std::as_bytes(std::span(file->text())))}});
    }
  }
  return index.dump(1) + '\n';
}

}  // namespace schemac::known
