#include "emit/doc/queries/doc_scope.h"

#include <algorithm>

namespace schemac::emit::doc {
namespace {

bool begins_name(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}
bool continues_name(char ch) { return begins_name(ch) || (ch >= '0' && ch <= '9'); }

// The end of the word that begins at `at`: a name, a quoted text, or what lies between these.
std::size_t end_of_word(const std::string& text, std::size_t at) {
  if (text[at] == '\'') {
    const auto close = text.find('\'', at + 1);
    return close == text.npos ? text.size() : close + 1;
  }
  std::size_t end = at;
  if (begins_name(text[at]) || text[at] == '.') {
    ++end;
    while (end < text.size() && continues_name(text[end])) ++end;
    return end;
  }
  while (end < text.size() && !begins_name(text[end]) && text[end] != '\'' && text[end] != '.')
    ++end;
  return end;
}

// Offsets into no declared section may lead anywhere.
Text section_of(const Context& context, plan::RecordId id, std::size_t index) {
  const plan::Section& section = context.plan.records[id].sections[index];
  if (section.is_whole_file) return text("the file");
  return text("section ", code(section.name, to(context.links.section(id, index))));
}

}  // namespace

DocScope::DocScope(const Context& around, plan::RecordId which)
    : context(around), id(which), record(around.plan.records[which]) {
  for (const plan::Field& field : record.fields) names_.push_back(field.name);
}

Span DocScope::field(plan::FieldId field) const {
  return code(names_[field], to(context.links.field(id, field)));
}

Text DocScope::section(const plan::SectionRef& section) const {
  if (!section.is_param) return section_of(context, id, section.index);
  const std::string& name = record.section_params[section.index];
  for (const plan::Root& root : plan().roots) {
    const auto& sections = plan().records[root.record].sections;
    for (std::size_t i = 0; i < sections.size(); ++i)
      if (sections[i].name == name) return section_of(context, root.record, i);
  }
  return text("section ", code(name));
}

std::string DocScope::plain(const plan::Expr& expr) const { return plan::to_text(expr, names_); }

Text DocScope::expression(const plan::Expr& expr) const {
  Text out;
  const std::string all = plain(expr);
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = end_of_word(all, at);
    const std::string word = all.substr(at, end - at);
    at = end;
    const auto name = std::find(names_.begin(), names_.end(), word);
    const bool is_field = name != names_.end() && (at == all.size() || all[at] != '(');
    const std::string target =
        is_field ? to(context.links.field(id, static_cast<plan::FieldId>(name - names_.begin())))
                 : "";
    if (target.empty() && !out.empty() && out.back().link.empty())
      out.back().text += word;
    else
      out.push_back(code(word, target));
  }
  return out;
}

Span record_link(const Context& context, plan::RecordId id) {
  return code(context.plan.records[id].name, to(context.links.record(id)));
}
Span enum_link(const Context& context, plan::EnumId id) {
  return code(context.plan.enums[id].name, to(context.links.enumeration(id)));
}
Span form_link(const Context& context, plan::FormId id) {
  return code(context.plan.forms[id].name, to(context.links.form(id)));
}

}  // namespace schemac::emit::doc
