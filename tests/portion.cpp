#include "portion.h"

#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SCHEMAC_TESTS_SANITIZED
#endif
#endif

namespace schemac::tests {
namespace {

#if defined(SCHEMAC_TESTS_SANITIZED) || defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

bool sees_more() { return std::getenv("SCHEMAC_TESTS") != nullptr; }

}  // namespace

std::uint64_t one_of() {
  if (!is_sanitized) return sees_more() ? 1 : 3;
  return sees_more() ? 331 : 499;
}
std::uint64_t one_of_lengths() {
  if (!is_sanitized) return sees_more() ? 1 : 3;
  return sees_more() ? 101 : 199;
}
unsigned some_of(unsigned count) {
  if (!is_sanitized) return count;
  return sees_more() ? count / 2 : count / 5;
}

}  // namespace schemac::tests
