#include "emit/backends.h"

#include <array>

#include "emit/cpp/header.h"

namespace schemac::emit {
namespace {

std::vector<Output> emit_cpp(const plan::Plan& plan) {
  return {{plan.format + ".h", cpp::emit_header(plan)}};
}

constexpr std::array<Backend, 1> all = {{
    {"cpp", "a C++20 header that reads, views, writes and validates", &emit_cpp},
}};

}  // namespace

std::span<const Backend> backends() { return all; }

const Backend* find_backend(std::string_view name) {
  for (const Backend& backend : all)
    if (backend.name == name) return &backend;
  return nullptr;
}

}  // namespace schemac::emit
