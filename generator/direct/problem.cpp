#include "direct/problem.h"

#include <utility>

namespace schemac::direct {

std::string to_string(const Problem& problem) {
  std::string text = problem.path.empty() ? problem.message : problem.path + ": " + problem.message;
  if (problem.rule) text += " [" + std::string(id(*problem.rule)) + "]";
  if (!problem.help.empty()) text += "; " + problem.help;
  return text;
}

Problem refusal_at(std::string path, const schemac::impl::Check& check, const impl::Facts& facts) {
  return {std::move(path), message(check, facts), "",
          check.rule,      check.level,           std::string(check.name)};
}

}  // namespace schemac::direct
