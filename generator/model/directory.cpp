#include "model/directory.h"

#include <array>
#include <string_view>

namespace schemac::model {

std::string path_text(const FileExpression& path, Indices indices) {
  constexpr std::array<std::string_view, 5> bases = {"", "_", "_key", "", ""};
  std::string text(bases[static_cast<std::size_t>(path.base)]);
  for (const FileStep& step : path.steps) {
    text += (text.empty() ? "" : ".") + step.member;
    if (step.index && indices == Indices::shown) text += "[" + std::to_string(*step.index) + "]";
  }
  return text;
}

}  // namespace schemac::model
