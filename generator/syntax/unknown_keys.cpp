#include "syntax/unknown_keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/integer.h"

namespace schemac::syntax {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

// What Kaitai Struct says in another way than by another name.
struct Migration {
  std::string_view key;
  std::string_view help;
};

constexpr std::array migrations = {
    Migration{"meta", "its keys go at the top: schema, title, endian, extensions, imports"},
    Migration{"size-eos", "write 'size: eos'"},
    Migration{"repeat-expr", "write the count itself: 'repeat: count'"},
    Migration{"repeat-until", "write the condition under 'repeat': 'repeat: {until: condition}'"},
    Migration{"switch-on", "write 'switch:' and 'cases:' beside 'name:'"},
    Migration{"expr", "write the condition under 'rules:', with a name"},
    Migration{"value", "name an expression under 'let:', or write 'is:' in a field"},
    Migration{"eos-error", "how strict reading is follows from 'level:'"},
    Migration{"consume", "a terminator is always consumed"},
    Migration{"include", "a terminator is never a part of the value"},
    Migration{"bit-endian", "name bits with 'flags:'; bit 0 is the lowest"},
    Migration{"xref", "write 'doc-ref:'"},
    Migration{"license", "write it into 'doc:'"},
    Migration{"encoding", "write 'encoding:' in each text, or in a type for texts"},
    Migration{"io", "let 'at' name the offset, and 'in' the section, if there is one"},
    Migration{"base",
              "offsets count from the start of the file; digits have a base in their 'form'"},
    Migration{"in-enum", "an enumeration refuses other values, unless it says 'unknown: keep'"},
};

// What earlier drafts of the language had, or what others have for it.
constexpr std::array other_ways = {
    Migration{"keep-tag", "mark the field that holds the tag with 'given: true'"},
    Migration{"block", "read packed blocks as bytes"},
    Migration{"block_bytes", "read packed blocks as bytes"},
    Migration{"order", "let elements be records, and write 'order: {by: ...}' beside 'repeat'"},
    Migration{"json", "write 'wire: json' and 'fields'"},
};

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
  }
  return false;
}

// The key of this context that Kaitai calls `name`.
const Key* find_kaitai(std::string_view name, Context context) {
  for (const Key& key : keys()) {
    const bool is_here =
        std::find(key.contexts.begin(), key.contexts.end(), context) != key.contexts.end();
    if (is_here && has_word(key.kaitai, name)) return &key;
  }
  return nullptr;
}

// "it is a key of a section", for a key that is used in three other contexts at most.
std::optional<std::string> where_it_belongs(std::string_view name) {
  std::vector<std::string_view> contexts;
  for (const Key& key : keys()) {
    if (key.name != name) continue;
    for (const Context context : key.contexts) {
      const std::string_view described = describe(context);
      if (std::find(contexts.begin(), contexts.end(), described) == contexts.end())
        contexts.push_back(described);
    }
  }
  if (contexts.empty() || contexts.size() > 3) return std::nullopt;
  std::string result = "it is a key of ";
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (i > 0) result += i + 1 == contexts.size() ? " or " : ", ";
    result += contexts[i];
  }
  return result;
}

std::vector<std::string> names_in(Context context) {
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    const bool is_here =
        std::find(key.contexts.begin(), key.contexts.end(), context) != key.contexts.end();
    if (is_here && key.status == KeyStatus::executed) names.emplace_back(key.name);
  }
  return names;
}

std::optional<std::string> migration_help(std::string_view name) {
  const auto found = std::find_if(migrations.begin(), migrations.end(),
                                  [&](const Migration& m) { return m.key == name; });
  if (found == migrations.end()) return std::nullopt;
  return std::string(found->help);
}

// A key of the surroundings that is indented too deeply, or too little.
std::string remedy(const Entry& entry, Context context) {
  const std::string_view name = entry.key;
  if (name.find(':') != std::string_view::npos) return "a ':' that ends a key has a blank after it";
  const bool is_one_level_up = context == Context::type && find_key(Context::schema, name) &&
                               (name == "root" || name == "samples" || name == "imports");
  if (is_one_level_up) return "it goes at the top of the schema, not in a type";
  if (context == Context::enumeration && parse_integer(name)) {
    return "members go under 'members:', as name: number";
  }
  if (const Key* key = find_kaitai(name, context)) {
    if (const auto help = migration_help(name)) return *help;
    return "Kaitai's " + in_quotes(name) + " is " + in_quotes(key->name);
  }
  if (const auto help = migration_help(name)) return *help;
  // A key of another place isn't misspelt.
  if (const auto described = where_it_belongs(name)) return *described;
  for (const Migration& other : other_ways)
    if (other.key == name) return std::string(other.help);
  if (const auto help = source::did_you_mean(name, names_in(context))) return *help;
  if (entry.value.kind == NodeKind::empty && entry.value.text.empty()) {
    return "if it is part of a value, quote that value";
  }
  // Longer lists help nobody.
  constexpr std::size_t most_keys_shown = 10;
  const std::vector<std::string> names = names_in(context);
  if (names.empty() || names.size() > most_keys_shown) return "";
  return "its keys are " + source::listed(names);
}

}  // namespace

void report_unknown_key(const Entry& entry, Context context, source::Diagnostics& diagnostics) {
  auto& error =
      diagnostics.error(entry.key_range, "unknown-key",
                        std::string(describe(context)) + " has no key " + in_quotes(entry.key));
  std::string help = remedy(entry, context);
  if (!help.empty()) error.help(std::move(help));
}

}  // namespace schemac::syntax
