#include "syntax/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "syntax/expression.h"
#include "syntax/integer.h"

namespace schemac::syntax {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_yaml_constant(std::string_view text) {
  const std::string word = lower(text);
  return word == "null" || word == "~" || word == "true" || word == "false";
}

bool has_words_joined_by(std::string_view text, char separator) {
  while (true) {
    const std::size_t end = text.find(separator);
    if (!is_identifier(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool is_kebab(std::string_view text) {
  if (text.empty() || !std::isalpha(static_cast<unsigned char>(text.front()))) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
  });
}

bool is_label(const Label& label) {
  const bool is_first = parse_integer(label.first).has_value();
  if (label.last) return is_first && parse_integer(*label.last).has_value();
  return is_first || has_words_joined_by(label.first, '.');
}

bool has_kind(std::string_view name, bool is_quoted, NameKind kind) {
  switch (kind) {
    case NameKind::identifier:
      return is_identifier(name);
    case NameKind::kebab:
      return is_kebab(name);
    case NameKind::dotted:
      return has_words_joined_by(name, '.');
    case NameKind::case_label:
      return is_quoted || std::ranges::all_of(labels_of(name), is_label);
  }
  return false;
}

// "first-name" to "first_name": the nearest text that is a name.
std::string as_identifier(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front()))) {
    result.insert(0, "_");
  }
  return result;
}

std::string_view what_it_is(NameKind kind) {
  switch (kind) {
    case NameKind::identifier:
    case NameKind::dotted:
      return "names have letters, digits and '_', and don't begin with a digit";
    case NameKind::kebab:
      return "it begins with a letter and has letters, digits, '_' and '-'";
    case NameKind::case_label:
      return "a case is a member, a number, numbers such as 1..9, several of these with '|' "
             "between "
             "them, 'else', or a text in quotes";
  }
  return "";
}

// One byte of "..." as spelt, at `at`: its value and how many characters spell it.
struct SpeltByte {
  int value = 0;
  std::size_t length = 1;
};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

SpeltByte byte_at(std::string_view spelt, std::size_t at) {
  const auto plain = static_cast<unsigned char>(spelt[at]);
  if (plain != '\\' || at + 1 >= spelt.size()) return {plain, 1};
  const char kind = spelt[at + 1];
  if (kind == 'x' && at + 3 < spelt.size()) {
    const int high = hex_value(spelt[at + 2]);
    const int low = hex_value(spelt[at + 3]);
    if (high >= 0 && low >= 0) return {high * 16 + low, 4};
  }
  constexpr std::string_view letters = "0abtnvfre";
  constexpr std::array values = {0, 7, 8, 9, 10, 11, 12, 13, 27};
  const std::size_t index = letters.find(kind);
  return {index == std::string_view::npos ? static_cast<unsigned char>(kind) : values[index], 2};
}

}  // namespace

std::vector<Label> labels_of(std::string_view key) {
  const auto trimmed = [](std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
  };
  std::vector<Label> labels;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('|', begin), key.size());
    const std::string_view label = key.substr(begin, end - begin);
    const std::size_t dots = label.find("..");
    labels.push_back({trimmed(label.substr(0, dots)), std::nullopt});
    if (dots != std::string_view::npos) labels.back().last = trimmed(label.substr(dots + 2));
    begin = end + 1;
  }
  return labels;
}

bool is_yaml_boolean(std::string_view text) {
  const std::string word = lower(text);
  return word == "yes" || word == "no" || word == "on" || word == "off";
}

bool check_name(std::string_view name, const source::SourceRange& range, bool is_quoted,
                NameKind kind, source::Diagnostics& diagnostics) {
  if (!is_quoted && is_yaml_constant(name)) {
    diagnostics
        .error(range, "yaml-word",
               in_quotes(name) + " is a value for YAML where a name is expected")
        .help("quote it: \"" + std::string(name) + "\"");
    return false;
  }
  if (!has_kind(name, is_quoted, kind)) {
    auto& error = diagnostics.error(range, "bad-name", in_quotes(name) + " is not a name");
    error.help(std::string(what_it_is(kind)));
    const bool misses_blank = name.find(':') != std::string_view::npos;
    if (misses_blank) {
      error.help("a ':' that ends a key has a blank after it");
    } else if (kind == NameKind::identifier && name.size() <= 40 && !name.empty()) {
      error.help("for example '" + as_identifier(name) + "'");
    }
    return false;
  }
  if (kind == NameKind::identifier && is_expression_keyword(name)) {
    diagnostics.error(range, "bad-name", in_quotes(name) + " is a word of the expression language")
        .help("choose another name, such as '" + std::string(name) + "_'");
    return false;
  }
  if (!is_quoted && is_yaml_boolean(name)) {
    diagnostics
        .warning(range, "yaml-word", in_quotes(name) + " is a boolean for other readers of YAML")
        .help("quote it: \"" + std::string(name) + "\"");
  }
  return true;
}

std::optional<ByteEscape> find_byte_escape(std::string_view spelt) {
  if (spelt.size() < 2 || spelt.front() != '"') return std::nullopt;
  spelt = spelt.substr(1, spelt.size() - 2);
  ByteEscape result;
  std::string run;
  const auto append_item = [&](const std::string& item) {
    result.as_list += (result.as_list.empty() ? "[" : ", ") + item;
  };
  const auto end_run = [&] {
    // A digit alone would be a number, and some signs would end an unquoted text.
    if (!run.empty()) append_item(is_identifier(run) ? run : '"' + run + '"');
    run.clear();
  };
  for (std::size_t at = 0; at < spelt.size();) {
    const SpeltByte byte = byte_at(spelt, at);
    const bool is_escaped = byte.length > 1;
    if (is_escaped && byte.value >= 0x80 && result.spelling.empty()) {
      result.spelling = spelt.substr(at, byte.length);
    }
    if (byte.value >= 0x20 && byte.value < 0x7F && byte.value != '"' && byte.value != '\\') {
      run += static_cast<char>(byte.value);
    } else {
      end_run();
      constexpr std::string_view digits = "0123456789abcdef";
      append_item(std::string("0x") + digits[static_cast<std::size_t>(byte.value) / 16] +
                  digits[static_cast<std::size_t>(byte.value) % 16]);
    }
    at += byte.length;
  }
  end_run();
  result.as_list += "]";
  if (result.spelling.empty()) return std::nullopt;
  return result;
}

}  // namespace schemac::syntax
