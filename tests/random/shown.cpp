#include "random/shown.h"

#include <bit>
#include <cmath>

namespace net {
namespace {

constexpr std::size_t most_differences = 5;

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char each : bytes) {
    const auto value = static_cast<unsigned char>(each);
    text += "0123456789abcdef"[value / 16];
    text += "0123456789abcdef"[value % 16];
  }
  return text;
}

bool are_unseen(const Shown& x, const Shown& y) {
  return x.kind == Shown::Kind::unseen || y.kind == Shown::Kind::unseen;
}

void compare(const Shown& x, const Shown& y, bool is_partial, const std::string& path,
             std::vector<std::string>& out) {
  if (out.size() >= most_differences || are_unseen(x, y)) return;
  const auto differ = [&] { out.push_back(path + ": " + to_text(x) + " and " + to_text(y)); };
  if (x.kind != y.kind || x.text != y.text) return differ();
  if (x.kind == Shown::Kind::chosen && x.index != y.index) return differ();
  if (x.kind == Shown::Kind::record) {
    for (const auto& [name, part] : x.parts) {
      const Shown* const other = y.find(name);
      if (other != nullptr)
        compare(part, *other, is_partial, path + "." + name, out);
      else if (!is_partial && part.kind != Shown::Kind::unseen)
        out.push_back(path + "." + name + ": " + to_text(part) + " and no such member");
    }
    return;
  }
  if (x.parts.size() != y.parts.size()) return differ();
  for (std::size_t i = 0; i < x.parts.size(); ++i)
    compare(x.parts[i].second, y.parts[i].second, is_partial,
            x.kind == Shown::Kind::list ? path + "[" + std::to_string(i) + "]" : path, out);
}

}  // namespace

const Shown* Shown::find(std::string_view name) const {
  for (const auto& [own, part] : parts)
    if (own == name) return &part;
  return nullptr;
}

Shown number(std::int64_t value) { return {Shown::Kind::number, std::to_string(value)}; }
Shown number(std::uint64_t value) { return {Shown::Kind::number, std::to_string(value)}; }
Shown real(double value) {
  if (std::isnan(value)) return {Shown::Kind::number, "nan"};
  return {Shown::Kind::number, "real " + std::to_string(std::bit_cast<std::uint64_t>(value))};
}
Shown bytes(schemac::Bytes value) {
  return {Shown::Kind::bytes,
          std::string(reinterpret_cast<const char*>(value.data()), value.size())};
}
Shown bytes(std::string_view value) { return {Shown::Kind::bytes, std::string(value)}; }
Shown of_kind(Shown::Kind kind, std::string text) {
  if (kind == Shown::Kind::refused && is_of_parts(text)) return {Shown::Kind::unseen, {}};
  return {kind, std::move(text)};
}
Shown chosen(std::uint64_t index, std::string_view name, Shown content) {
  Shown made{Shown::Kind::chosen, {}, index};
  made.parts.emplace_back(std::string(name), std::move(content));
  return made;
}
void add(Shown& to, std::string_view name, Shown part) {
  to.parts.emplace_back(std::string(name), std::move(part));
}

bool is_of_parts(std::string_view message) { return message.starts_with("is in several parts"); }

std::string to_text(const Shown& shown) {
  std::string out;
  switch (shown.kind) {
    case Shown::Kind::nothing:
      return "nothing";
    case Shown::Kind::number:
      return shown.text;
    case Shown::Kind::bytes:
      return "'" + hex(shown.text) + "'";
    case Shown::Kind::unseen:
      return "unseen";
    case Shown::Kind::refused:
      return "refused (" + shown.text + ")";
    case Shown::Kind::chosen:
      return "#" + std::to_string(shown.index) + " " + to_text(shown.parts.front().second);
    case Shown::Kind::list:
    case Shown::Kind::record:
      break;
  }
  for (const auto& [name, part] : shown.parts)
    out += (out.empty() ? "" : ", ") + name + (name.empty() ? "" : ": ") + to_text(part);
  return shown.kind == Shown::Kind::list ? "[" + out + "]" : "{" + out + "}";
}

std::vector<std::string> differences(const Shown& shown, const Shown& other, bool is_partial) {
  std::vector<std::string> out;
  compare(shown, other, is_partial, "", out);
  return out;
}

}  // namespace net
