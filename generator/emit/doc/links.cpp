#include "emit/doc/links.h"

#include <utility>

namespace schemac::emit::doc {
namespace {

// Letters, digits, '_' and '-' as they are, everything else by its number: as an id in HTML, in the
// fragment of an address, and in a selector of a script.
std::string id_characters(std::string_view name) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char ch : name) {
    const auto byte = static_cast<unsigned char>(ch);
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '-' || byte == '.';
    if (is_plain) {
      out += ch;
    } else {
      out += "-x";
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    }
  }
  return out;
}

}  // namespace

std::string Links::below(const std::string& id, std::string_view name) {
  return id + "." + id_characters(name);
}

std::string Links::add(const std::string& wanted) {
  std::string id = wanted;
  for (int n = 2; !taken_.insert(id).second; ++n) id = wanted + "-" + std::to_string(n);
  return id;
}

Links::Links(const plan::Plan& plan) {
  // Ids that the page has in any case, those of the search box and the parts of its frame included.
  for (const std::string_view id :
       {layout_id, directories_id, types_id, enums_id, checks_id, examples_id, conventions_id,
        references_id, index_id, overview_id})
    taken_.insert(std::string(id));
  for (const std::string_view id : {"top", "content", "contents", "search", "results"})
    taken_.insert(std::string(id));
  for (const plan::Record& record : plan.records) {
    OfRecord& links = records_.emplace_back();
    links.id = add(id_characters(record.name));
    for (const plan::Field& field : record.fields)
      links.fields.push_back(plan::is_group(field) ? "" : add(below(links.id, field.name)));
    for (std::size_t i = 0; i < record.fields.size(); ++i)  // people find its first field
      if (plan::is_group(record.fields[i])) links.fields[i] = links.fields[i + 1];
    for (const plan::Section& section : record.sections)
      links.sections.push_back(add(below(links.id, "section-" + section.name)));
  }
  for (const plan::Enum& enumeration : plan.enums) {
    OfEnum& links = enums_.emplace_back();
    links.id = add(id_characters(enumeration.name));
    for (const plan::EnumMember& member : enumeration.members)
      links.members.push_back(add(below(links.id, member.name)));
  }
  for (const plan::Form& form : plan.forms) forms_.push_back(add(id_characters(form.name)));
  for (const plan::Check& check : plan.checks)
    checks_.push_back(add("check-" + id_characters(check.identifier)));
}

}  // namespace schemac::emit::doc
