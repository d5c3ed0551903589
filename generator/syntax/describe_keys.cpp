// The table's parts in words, for messages.
#include <algorithm>

#include "syntax/keys.h"

namespace schemac::syntax {
namespace {

// Longer lists of words help nobody; a suggestion does.
constexpr std::size_t most_words_shown = 5;

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

std::string example(Context context) {
  const auto& required = required_keys(context);
  std::string result;
  for (const auto& group : required) {
    result += (result.empty() ? "{" : ", ") + std::string(group.front()) + ": ...";
  }
  return result.empty() ? "a map" : result + "}";
}

std::string describe_form(const ValueForm& form) {
  if (!form.described.empty()) return std::string(form.described);
  switch (form.form) {
    case Form::unchecked:
      return "anything";
    case Form::name:
      return "a name";
    case Form::word:
      break;
    case Form::text:
      return "a text";
    case Form::quoted:
      return "a text in quotes";
    case Form::integer:
      return "a whole number";
    case Form::boolean:
      return "true or false";
    case Form::expression:
      return form.takes_list ? "an expression or a list of them" : "an expression";
    case Form::type:
      return "a type";
    case Form::list:
      return form.values.front().form == Form::record
                 ? "a list whose items are each " +
                       std::string(describe(form.values.front().context))
                 : "a list";
    case Form::record:
      return example(form.context);
    case Form::names:
      return form.values.front().form == Form::record
                 ? "a map of names, each with " + std::string(describe(form.values.front().context))
                 : "a map of names";
  }
  std::vector<std::string> words;
  for (const std::string_view word : form.words) words.push_back(in_quotes(word));
  if (words.size() > most_words_shown) return "one of its own words";
  return joined(words);
}

// A map of keys that are all kept for later isn't proposed.
bool is_planned(const ValueForm& form) {
  if (form.form != Form::record) return false;
  bool has_keys = false;
  for (const Key& key : keys()) {
    if (std::find(key.contexts.begin(), key.contexts.end(), form.context) == key.contexts.end())
      continue;
    if (key.status == KeyStatus::executed) return false;
    has_keys = true;
  }
  return has_keys;
}

}  // namespace

std::string describe(const std::vector<ValueForm>& forms) {
  std::vector<std::string> words;
  // Words are spelt out one by one, so that the list has one "or".
  for (const ValueForm& form : forms) {
    if (is_planned(form)) continue;
    if (form.form == Form::word && form.described.empty() &&
        form.words.size() <= most_words_shown) {
      for (const std::string_view word : form.words) words.push_back(in_quotes(word));
    } else {
      words.push_back(describe_form(form));
    }
  }
  return joined(words);
}

std::string_view describe(Context context) {
  switch (context) {
    case Context::none:
      return "a value";
    case Context::schema:
      return "a schema";
    case Context::enumeration:
      return "an enumeration";
    case Context::member:
    case Context::attach_member:
      return "an enumeration's member";
    case Context::attach:
      return "an entry of 'attach'";
    case Context::type:
      return "a type";
    case Context::field:
      return "a field";
    case Context::case_body:
      return "a case";
    case Context::section:
      return "a section";
    case Context::section_each:
    case Context::each:
      return "an 'each'";
    case Context::rule:
      return "a rule";
    case Context::valid:
      return "a 'valid'";
    case Context::repetition:
      return "a 'repeat'";
    case Context::order:
      return "an 'order'";
    case Context::pad:
      return "a 'pad'";
    case Context::slack:
      return "a 'slack'";
    case Context::parts:
      return "'parts'";
    case Context::ndarray:
      return "an ndarray";
    case Context::codec:
      return "a codec";
    case Context::digest:
      return "a digest";
    case Context::number_form:
      return "a 'form'";
    case Context::span:
      return "an 'over'";
    case Context::bit:
      return "a flag";
    case Context::map:
      return "a 'map'";
    case Context::array:
      return "an array";
    case Context::array_form:
      return "an ndarray of pieces";
    case Context::style:
      return "a 'style'";
    case Context::directory_entry:
    case Context::directory_switch:
      return "a directory's entry";
    case Context::key_list:
      return "a list of keys";
    case Context::sample:
      return "a sample";
  }
  return "";
}

}  // namespace schemac::syntax
