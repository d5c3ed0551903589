#include <algorithm>
#include <map>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"
#include "emit/doc/queries/standards.h"

namespace schemac::emit::doc {
namespace {

// Encodings that records have, with those that have them unless all do.
Text wire_forms_of(const Context& context) {
  std::map<std::string, std::vector<Text>> forms;
  for (const model::Type& type : context.format.types) {
    if (type.wire.empty()) continue;
    for (plan::RecordId id = 0; id < context.plan.records.size(); ++id)
      if (context.plan.records[id].name == type.name)
        forms[type.wire].push_back(text(record_link(context, id)));
  }
  std::vector<Text> names;
  for (const auto& [form, records] : forms)
    names.push_back(records.size() == context.plan.records.size()
                        ? standard_link(form)
                        : text(standard_link(form), ", of ", listed(records)));
  return listed(names);
}

Text root_text(const Context& context, const plan::Root& root) {
  Text out = text(record_link(context, root.record));
  if (!root.name.empty()) out = text(code(root.name), " (", out, ")");
  return out;
}

Text extensions_of(const Context& context) {
  std::vector<Text> names;
  for (const plan::Root& root : context.plan.roots)
    for (const std::string& extension : root.extensions) {
      const auto same = [&](const Text& known) { return flat(known) == "." + extension; };
      if (std::none_of(names.begin(), names.end(), same))
        names.push_back(text(code("." + extension)));
    }
  return listed(names);
}

// Each with the roots that begin so, where they differ.
Text magic_of(const Context& context) {
  std::map<std::string, std::vector<Text>> roots;
  std::vector<const std::vector<std::uint8_t>*> firsts;
  for (const plan::Root& root : context.plan.roots)
    for (const std::vector<std::uint8_t>& beginning : root.beginnings) {
      std::vector<Text>& same = roots[hex_of(beginning)];
      if (same.empty()) firsts.push_back(&beginning);
      same.push_back(text(code(root.name)));
    }
  std::vector<Text> all;
  for (const std::vector<std::uint8_t>* beginning : firsts) {
    const std::string hex = hex_of(*beginning);
    Text one = text(code(hex));
    const std::string characters = characters_of(*beginning);
    if (!characters.empty()) append(one, text(" (", code(characters), ")"));
    if (roots[hex].size() < context.plan.roots.size())
      append(one, text(" in ", listed(roots[hex])));
    all.push_back(std::move(one));
  }
  return listed(all, "or");
}

// "1 or 2, stated by File.version".
Text version_of(const Context& context) {
  if (!context.format.version) return {};
  const model::VersionField& version = *context.format.version;
  const model::Type& type = context.format.types[version.type];
  const std::string& field_name = type.fields[version.field].name;
  for (plan::RecordId id = 0; id < context.plan.records.size(); ++id) {
    const DocScope scope(context, id);
    if (scope.record.name != type.name) continue;
    for (plan::FieldId field = 0; field < scope.record.fields.size(); ++field) {
      if (scope.record.fields[field].name != field_name) continue;
      for (const plan::Item& item : scope.record.items) {
        const auto* rule = std::get_if<plan::Require>(&item);
        if (rule != nullptr && rule->at && rule->at->field == field)
          return text(condition(scope, rule->condition));
      }
      return text("stated by ", scope.field(field));
    }
  }
  return {};
}

Text smallest_of(const Context& context) {
  std::vector<Text> all;
  for (const plan::Root& root : context.plan.roots) {
    const plan::Record& record = context.plan.records[root.record];
    std::string words = size_words(record.least_size, {});
    if (record.fixed_size && record.sections.empty())
      words = "always " + size_words(0, record.fixed_size);
    all.push_back(context.plan.roots.size() > 1 ? text(code(root.name), ": ", words) : text(words));
  }
  std::vector<Text> shown;
  for (Text& each : all)
    if (flat(each).find("any number") == std::string::npos) shown.push_back(std::move(each));
  return listed(shown);
}

}  // namespace

Chapter overview_chapter(const Context& context) {
  const plan::Plan& plan = context.plan;
  Facts facts;
  std::vector<Text> roots;
  for (const plan::Root& root : plan.roots) roots.push_back(root_text(context, root));
  add_fact(facts, roots.size() > 1 ? "Kinds of files" : "A file is", listed(roots));
  add_fact(facts, "File names end in", extensions_of(context));
  add_fact(facts, "First bytes", magic_of(context));
  add_fact(facts, "Encoding", wire_forms_of(context));
  add_fact(facts, "Byte order", byte_order_of(context));
  add_fact(facts, "Version", version_of(context));
  add_fact(facts, "Size of a file", smallest_of(context));
  add_fact(facts, "Specified in", reference(plan.doc_ref));
  Chapter inner;
  inner.id = overview_id;
  inner.title = "At a glance";
  inner.blocks.push_back(std::move(facts));
  return inner;
}

}  // namespace schemac::emit::doc
