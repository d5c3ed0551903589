#include "direct/files/file_names.h"

#include <charconv>

namespace schemac::direct {

std::optional<std::string> middle_of(const model::FileName& form, const std::string& name) {
  if (form.kind == model::FileName::Kind::fixed)
    return name == form.before ? std::optional(std::string()) : std::nullopt;
  const std::size_t around = form.before.size() + form.after.size();
  if (name.size() < around || !name.starts_with(form.before) || !name.ends_with(form.after))
    return std::nullopt;
  return name.substr(form.before.size(), name.size() - around);
}

std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_plain = error == std::errc() && end == text.data() + text.size() &&
                        (text == "0" || !text.starts_with('0'));
  return is_plain ? std::optional(number) : std::nullopt;
}

}  // namespace schemac::direct
