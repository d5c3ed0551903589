#include "model/spelling.h"

namespace schemac::model {
namespace {

bool is_upper(char ch) { return ch >= 'A' && ch <= 'Z'; }
bool is_lower(char ch) { return ch >= 'a' && ch <= 'z'; }
bool is_letter_or_digit(char ch) {
  return is_upper(ch) || is_lower(ch) || (ch >= '0' && ch <= '9');
}
char to_upper(char ch) { return is_lower(ch) ? static_cast<char>(ch - 'a' + 'A') : ch; }
char to_lower(char ch) { return is_upper(ch) ? static_cast<char>(ch - 'A' + 'a') : ch; }

// A capital after a small letter ("valueType"), or the last one of several ("HTTPHeader").
bool begins_word(std::string_view name, std::size_t i) {
  if (i == 0 || !is_upper(name[i])) return false;
  return is_lower(name[i - 1]) || (i + 1 < name.size() && is_lower(name[i + 1]));
}

}  // namespace

std::string snake_case(std::string_view name) {
  std::string out;
  const auto divide = [&out] {
    if (!out.empty() && out.back() != '_') out += '_';
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (begins_word(name, i)) divide();
    if (is_letter_or_digit(name[i]))
      out += to_lower(name[i]);
    else
      divide();
  }
  return out;
}

std::string camel_case(std::string_view name) {
  std::string out;
  bool begins = true;
  for (const char ch : name) {
    if (is_letter_or_digit(ch)) out += begins ? to_upper(ch) : ch;
    begins = !is_letter_or_digit(ch);
  }
  return out;
}

std::string to_text(const impl::numeral::Form& form) {
  if (form.notation != impl::numeral::Notation::digits)
    return std::string(impl::numeral::name(form.notation));
  return std::string(impl::numeral::base_name(form.base)) + " digits" +
         (form.size != 0 ? " in " + std::to_string(form.size) + " bytes" : "");
}

}  // namespace schemac::model
