#include "emit/cpp/spell/preview.h"

#include <cctype>

#include "emit/cpp/spell/local_names.h"

namespace schemac::emit::cpp {
namespace {

// Statements without comments and texts, whose words name nothing.
std::string code_of(std::string_view text) {
  std::string code;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with("//")) {
      at = text.find('\n', at);
      if (at == std::string_view::npos) break;
    }
    code += text[at];
    if (text[at] != '"') continue;
    while (text[++at] != '"')
      if (text[at] == '\\') ++at;
  }
  return code;
}

}  // namespace

Preview::Preview(const std::function<void(Printer&)>& print) {
  Printer out(Printer::Width::any);
  print(out);
  text_ = out.take();
  if (!text_.empty()) text_.pop_back();  // the line's end
  code_ = code_of(text_);
}

std::size_t Preview::count(std::string_view name) const {
  const auto is_word = [](char ch) {
    return std::isalnum(static_cast<unsigned char>(ch)) != 0 || ch == '_';
  };
  // After these a name is a member's.
  const auto is_other = [](char ch) { return ch == '.' || ch == '>' || ch == ':'; };
  std::size_t count = 0;
  for (auto at = code_.find(name); at != std::string::npos; at = code_.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_word(code_[at - 1]) && !is_other(code_[at - 1]));
    const bool ends = at + name.size() == code_.size() || !is_word(code_[at + name.size()]);
    if (begins && ends) ++count;
  }
  return count;
}

std::string Preview::parameter(std::string_view type, std::string_view name) const {
  return std::string(type) + (count(name) == 0 ? "" : " " + std::string(name));
}

std::string Preview::parameters(const plan::Record& record) const {
  std::string out;
  for (const plan::Param& param : record.params)
    out += ", " + parameter(param_type(param), param_name(param));
  return out;
}

}  // namespace schemac::emit::cpp
