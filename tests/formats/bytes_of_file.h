// Test data: a file's bytes, and the manifests beside them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "schemac/core/bytes.h"

namespace schemac::tests {

[[nodiscard]] inline std::vector<std::byte> bytes_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("can't read " + path.string());
  std::vector<std::byte> bytes;
  std::transform(std::istreambuf_iterator<char>(in), {}, std::back_inserter(bytes),
                 [](char ch) { return static_cast<std::byte>(ch); });
  return bytes;
}

[[nodiscard]] inline nlohmann::json json_of_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in);
}

}  // namespace schemac::tests
