#include "emit/doc/describe/field_requirements.h"

#include "emit/doc/describe/message_fields.h"
#include "emit/doc/describe/requirements.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"
#include "schemac/core/codec.h"

namespace schemac::emit::doc {
namespace {

// Rules and padding, one overload a kind of item; other items check nothing of their own.
class ItemRequirements {
 public:
  ItemRequirements(const DocScope& scope, Requirements& out) : scope_(scope), out_(out) {}

  void operator()(const plan::Require& rule) const {
    const Text holds = condition(scope_, rule.condition);
    Text whole = text(holds, ".");
    const std::string& doc = scope_.plan().checks[rule.check].doc;
    if (!doc.empty()) append(whole, text(" ", prose(doc)));
    require(out_, rule.check, std::move(whole), brief(holds, rule));
  }
  void operator()(const plan::Run& run) const {
    for (const std::vector<plan::RunField>* fields : {&run.fixed, &run.after})
      for (const plan::RunField& each : *fields)
        if (!each.field)
          require(out_, each.padding,
                  text("The " + counted(each.size, "byte") + " of " + each.name + " are zero."));
  }
  void operator()(const plan::Pad& pad) const {
    require(out_, pad.padding,
            text("The padding up to a multiple of " + std::to_string(pad.multiple) + " is zero."));
  }
  void operator()(const plan::CheckElements& later) const {
    for (const plan::EachRule& rule : later.list.each)
      require(out_, rule.check,
              text("For each element of ", scope_.field(later.field), " (", code("_"),
                   " below): ", condition(scope_, rule.condition), "."),
              text("each: ", condition(scope_, rule.condition)));
  }
  void operator()(const plan::MessageFields& message) const {
    for (Requirement& each : message_requirements(scope_, message)) out_.push_back(std::move(each));
  }
  template <class Other>
  void operator()(const Other&) const {}

 private:
  // "1" where the rule is that the field is 1, else the whole condition. Nothing where the field
  // follows from the others: its role says the same.
  Text brief(const Text& holds, const plan::Require& rule) const {
    if (!rule.at || !rule.at->inner.empty() || holds.empty()) return holds;
    const plan::Field& field = scope_.record.fields[rule.at->field];
    if (field.source.kind == plan::SourceKind::expression) return {};
    const bool is_about_it = holds.size() > 1 && holds[0].text == field.name &&
                             holds[1].style == Style::plain && holds[1].text.starts_with(" is ");
    if (!is_about_it) return holds;
    const std::string rest = holds[1].text.substr(4);  // "at most "
    return text(rest, Text(holds.begin() + 2, holds.end()));
  }

  const DocScope& scope_;
  Requirements& out_;
};

// Of what lies where a value says.
Text near(const Text& name, bool is_late) {
  return is_late ? text("A writer puts ", name, " just there.")
                 : text(name, " is near enough to what is written before it.");
}

void add_section_requirements(const DocScope& scope, std::size_t index, Requirements& out) {
  const plan::Section& section = scope.record.sections[index];
  const Text name =
      section.is_whole_file
          ? text("the file")
          : text("section ", code(section.name, to(scope.context.links.section(scope.id, index))));
  if (section.begin) {
    const Span begin = scope.field(*section.begin);
    const Text before = index == 0 ? text("the fields before the first section")
                                   : text("section ", code(scope.record.sections[index - 1].name));
    require(out, section.order,
            index == 0 ? text(begin, " is not before the end of ", before, ".")
                       : text(begin, " is not before the start of ", before, "."),
            index == 0 ? text("not before the end of the header")
                       : text("≥ ", scope.record.sections[index - 1].begin
                                        ? text(scope.field(*scope.record.sections[index - 1].begin))
                                        : before));
    require(out, section.misaligned,
            text(begin, " is a multiple of " + std::to_string(section.align) + "."),
            text("multiple of " + std::to_string(section.align)));
    require(out, section.bounds, text(begin, " is not beyond the end of the file."));
  }
  require(
      out, section.gap,
      text("The bytes of ", name, " that no field covers, and those before its start, are zero."));
  require(out, section.unclaimed, text("Every byte of ", name, " belongs to a field."));
  require(
      out, section.place,
      text("What offsets point at is written one after the other, in the order of its fields."));
  if (section.begin)
    require(
        out, section.begin_place,
        text(scope.field(*section.begin), " is written as the first offset after ",
             index == 0 ? text("the fields before the first section")
                        : text("section ", code(scope.record.sections[index - 1].name)),
             section.align == 1 ? "."
                                : " that is a multiple of " + std::to_string(section.align) + "."));
  if (section.given) {
    const Span begin = scope.field(*section.begin);
    require(out, section.given->too_early,
            text("A writer puts ", name, " at ", begin, ", after all that it writes before."));
    require(out, section.given->too_far, near(name, section.given->is_late));
  }
  require(out, section.end,
          section.is_followed ? text("The file is written at least up to the end of ", name, ".")
                              : text("The file is written without bytes after ", name, "."));
}

}  // namespace

Requirements place_requirements(const DocScope& scope, plan::FieldId id) {
  Requirements out;
  const plan::Field& field = scope.record.fields[id];
  const Span name = scope.field(id);
  if (field.availability)
    require(out, field.availability->check,
            text("A writer has ", name, " only in files of versions with it: ",
                 versions_words(field.availability->versions), "."));
  if (field.presence)
    for (const plan::AbsentScalar& zero : field.presence->zeros)
      require(out, zero.check,
              text(scope.field(zero.field),
                   " is " + model::to_text(zero.value) + " where there is no ", name, "."),
              text(model::to_text(zero.value) + " without ", name));
  if (field.jump) {
    const plan::Jump& jump = *field.jump;
    const Span stated = scope.field(jump.stated_by);
    require(out, jump.outside,
            text(name, ", at ", scope.expression(jump.target), ", is inside ", room_of(scope, id),
                 "."));
    require(out, jump.misaligned,
            text(stated, " is a multiple of " + std::to_string(jump.align) + "."),
            text("multiple of " + std::to_string(jump.align)));
    require(out, jump.overlap, text(name, " shares no byte with another payload."),
            text("no overlap"));
    require(out, jump.moved, text("A writer puts ", name, " where it has put no other payload."));
    require(out, jump.too_early,
            text("A writer puts ", name, " at ", stated,
                 jump.is_late ? ", after all that it writes before."
                              : ", where it has written nothing else."));
    require(out, jump.too_far, near(text(name), jump.is_late));
  }
  if (field.codec) {
    const plan::Codec& codec = *field.codec;
    const auto fixed = constant_of(codec.algorithm);
    const Text made_by = fixed
                             ? text(std::string(schemac::name(static_cast<CodecAlgorithm>(*fixed))))
                             : text("the codec ", scope.expression(codec.algorithm));
    require(out, codec.malformed, text(name, " is encoded by ", made_by, ": it can be decoded."),
            text("encoded by ", made_by));
    limit(out, codec.too_large,
          text("A reader may refuse ", name, " where it decodes to too many bytes."));
    const Text size = codec.size ? text(scope.expression(*codec.size), " bytes")
                                 : text("as many bytes as it states");
    require(out, codec.size_check, text(name, " decodes to ", size, "."),
            codec.stated_by ? text("bytes of ", name, " when decoded") : Text());
    if (codec.content)
      add_text_requirements(out, text("the content of ", name), codec.content->checks,
                            codec.content->style.syntax, true);
  }
  if (field.region) {
    const Text size = scope.expression(field.region->size);
    require(out, field.region->cause,
            text("All ", size, " bytes of ", name, " are inside ", room_of(scope, id), "."));
    require(out, field.region->fill, text(name, " takes exactly ", size, " bytes."),
            text("= bytes of ", name));
  }
  return out;
}

Requirements record_requirements(const DocScope& scope) {
  Requirements out;
  const ItemRequirements of_item(scope, out);
  for (const plan::Item& item : scope.record.items) std::visit(of_item, item);
  for (std::size_t i = 0; i < scope.record.sections.size(); ++i)
    add_section_requirements(scope, i, out);
  for (const plan::JoinedArray& array : scope.record.arrays)
    require(out, array.size_check,
            text("The pieces of ", code(array.form.name),
                 " have as many bytes as its type and dimensions ask for."));
  for (const plan::StatedParts& parts : scope.record.parts) {
    const Text list = text(code(parts.form.list.steps.back().member));
    const Text bytes = text(code(scope.record.fields[parts.field].name));
    require(out, parts.outside, text("Each of ", list, " is inside ", bytes, "."));
    require(out, parts.overlap, text("No two of ", list, " share bytes of ", bytes, "."));
    require(out, parts.gap, text("All bytes of ", bytes, " are of one of ", list, "."));
  }
  limit(out, scope.record.depth,
        text("A reader may refuse any ", code(scope.record.name),
             " that is too deep inside itself."));
  // Several roots of one type, and files of directories, have the same check or one like it.
  const auto trailing = [&](const plan::Root& root) {
    if (root.record != scope.id) return false;
    require(out, root.trailing, text("Nothing follows the last field."));
    return true;
  };
  bool is_root = false;
  for (const plan::Root& root : scope.plan().roots) is_root |= trailing(root);
  for (const plan::Directory& directory : scope.plan().directories)
    for (const auto& content : directory.contents)
      if (!is_root && content) is_root = trailing(*content);
  return out;
}

}  // namespace schemac::emit::doc
