#include "emit/backends.h"

#include <array>

#include "emit/cpp/folder/folders.h"
#include "emit/cpp/header.h"
#include "emit/fuzz/target.h"
#include "plan/facts/directory_forms.h"

namespace schemac::emit {
namespace {

std::vector<Output> emit_cpp(std::span<const plan::Plan> plans, const std::string& stem) {
  Output header{".h", {}}, folders{"_folder.h", {}};
  const auto append = [](std::string& text, const std::string& more) {
    if (!text.empty()) text += '\n';
    text += more;
  };
  for (const plan::Plan& plan : plans) {
    append(header.text, cpp::emit_header(plan::with_files_of_directories(plan)));
    if (!plan.directories.empty()) append(folders.text, cpp::emit_folders(plan, stem));
  }
  std::vector<Output> outputs = {std::move(header)};
  if (!folders.text.empty()) outputs.push_back(std::move(folders));
  return outputs;
}

std::vector<Output> emit_fuzz(std::span<const plan::Plan> plans, const std::string& stem) {
  return {{"_fuzz.cpp", fuzz::emit_target(plans, stem)}};
}

constexpr std::array<Backend, 2> all = {{
    {"cpp", "a C++20 header that reads, views, writes and validates", &emit_cpp},
    {"fuzz", "a libFuzzer target that holds the header to what it promises", &emit_fuzz},
}};

}  // namespace

std::span<const Backend> backends() { return all; }

const Backend* find_backend(std::string_view name) {
  for (const Backend& backend : all)
    if (backend.name == name) return &backend;
  return nullptr;
}

}  // namespace schemac::emit
