#include "emit/backends.h"

#include <array>

#include "emit/cpp/header.h"
#include "emit/fuzz/target.h"

namespace schemac::emit {
namespace {

std::vector<Output> emit_cpp(std::span<const plan::Plan> plans, const std::string&) {
  Output header{".h", {}};
  for (const plan::Plan& plan : plans) {
    if (!header.text.empty()) header.text += '\n';
    header.text += cpp::emit_header(plan);
  }
  return {std::move(header)};
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
