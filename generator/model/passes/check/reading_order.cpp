#include "model/passes/check/reading_order.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/passes/value_types.h"
#include "model/passes/walk.h"

namespace schemac::model {

namespace {

// Whether a field's value is known when another one is read.
bool is_read_before(const Type& type, FieldIndex source, FieldIndex user) {
  const bool source_is_inline = is_inline(type.fields[source]);
  if (source_is_inline != is_inline(type.fields[user])) return source_is_inline;
  return source < user;
}

void check_forward(Draft& draft, TypeIndex index, const StructuralUse& use) {
  const Type& type = draft.format.types[index];
  visit_expressions(use.expression, [&](const Expression& inner) {
    const Reference* field = as_own_field(inner);
    if (field == nullptr || is_read_before(type, field->index, use.target)) return true;
    const Field& source = type.fields[field->index];
    const Field& user = type.fields[use.target];
    const bool is_itself = field->index == use.target;
    draft
        .error(inner.range, "forward-reference",
               is_itself ? "the layout of '" + user.name + "' depends on '" + user.name + "' itself"
                         : "the layout of '" + user.name + "' depends on '" + source.name +
                               "', which is read after it")
        .note(source.name_range, "'" + source.name + "' is declared here")
        .help(is_itself ? "name a field before it"
                        : "move '" + source.name + "' before '" + user.name + "'");
    return true;
  });
}

// Bits with names aren't how many there are of something.
void check_dims(Draft& draft, const Type& type, const NdArray& array) {
  const Reference* list = array.dims == nullptr ? nullptr : as_own_field(*array.dims);
  if (list == nullptr) return;
  const Field& field = type.fields[list->index];
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || scalar->flags.empty()) return;
  draft
      .error(array.dims->range, "type-mismatch",
             "'dims' is a list of flags, but should be a list of whole numbers")
      .note(field.name_range, "'" + field.name + "' is declared here")
      .help("leave out the 'flags' of '" + field.name + "'");
}

// The dims and the element type of an array decide its size as well, and what ends a list.
void check_array(Draft& draft, TypeIndex type, FieldIndex index, const Body& body) {
  if (const auto* array = std::get_if<NdArray>(&body.kind)) {
    check_dims(draft, draft.format.types[type], *array);
    for (const ExpressionPtr& inner : {array->dtype, array->dims})
      if (inner != nullptr)
        check_forward(draft, type, {Structure::size, inner, index, std::nullopt});
  }
  for (const Condition& each : body.each)
    if (each.ends_list)
      check_forward(draft, type, {Structure::repeat, each.expression, index, std::nullopt});
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Case& each : choice->cases) check_array(draft, type, index, each.body);
}

// What a record asks of those around it has to be read when it is reached.
class OuterOrder {
 public:
  OuterOrder(Draft& draft, const std::vector<std::vector<bool>>& parameters)
      : draft_(draft), parameters_(parameters) {}

  void check(TypeIndex index) {
    const Type& type = draft_.format.types[index];
    const auto visit = [&](const ExpressionPtr& expression) {
      visit_expressions(expression, [&](const Expression& inner) {
        if (const auto* reference = std::get_if<Reference>(&inner.node))
          check(index, inner, *reference, reference->up, {});
        return true;
      });
    };
    for (const StructuralUse& use : structural_uses(draft_.format, index, parameters_))
      visit(use.expression);
    for (const Field& field : type.fields) {
      visit(field.is);
      for (const Condition& valid : field.valid) visit(valid.expression);
      for (const Condition& each : field.body.each) visit(each.expression);
      if (const auto* array = std::get_if<NdArray>(&field.body.kind)) {
        visit(array->dtype);
        visit(array->dims);
      }
    }
    for (const Condition& rule : type.rules) visit(rule.expression);
    visit(type.version);
    visit(type.byte_order);
  }

 private:
  // `up` of the records that hold `type` has the field.
  void check(TypeIndex type, const Expression& inner, const Reference& reference, std::size_t up,
             std::set<TypeIndex> seen) {
    const bool is_of_root = reference.base == Base::root;
    if ((reference.base != Base::self || up == 0) && !is_of_root) return;
    if (is_of_root && !seen.insert(type).second) return;
    const Format& format = draft_.format;
    for (TypeIndex holder = 0; holder < format.types.size(); ++holder) {
      const Type& outer = format.types[holder];
      if (outer.is_message()) continue;
      const bool is_root = std::any_of(format.roots.begin(), format.roots.end(),
                                       [&](const Root& root) { return root.type == holder; });
      for (FieldIndex i = 0; i < outer.fields.size(); ++i) {
        const std::vector<TypeIndex> held = records_in(outer.fields[i].body);
        if (std::find(held.begin(), held.end(), type) == held.end()) continue;
        if (is_of_root ? is_root : up == 1)
          compare(outer, inner, reference.index, i);
        else
          check(holder, inner, reference, up - 1, seen);
      }
    }
  }

  void compare(const Type& outer, const Expression& inner, FieldIndex asked, FieldIndex user) {
    if (asked >= outer.fields.size() || is_read_before(outer, asked, user)) return;
    const Field& source = outer.fields[asked];
    const Field& holder = outer.fields[user];
    const auto place = std::make_pair(inner.range.begin, inner.range.file);
    if (!reported_.insert(place).second) return;
    draft_
        .error(inner.range, "forward-reference",
               asked == user ? "what '" + holder.name + "' holds depends on '" + holder.name +
                                   "' itself, which isn't read yet"
                             : "what '" + holder.name + "' holds depends on '" + source.name +
                                   "', which is read after it")
        .note(source.name_range, "'" + source.name + "' is declared here")
        .help(asked == user ? "name a field before it"
                            : "move '" + source.name + "' before '" + holder.name + "'");
  }

  Draft& draft_;
  const std::vector<std::vector<bool>>& parameters_;
  std::set<std::pair<std::size_t, const source::SourceFile*>> reported_;
};

// Whether something goes on up to the end of what it lies in.
class OpenEnds {
 public:
  explicit OpenEnds(const Format& format) : format_(format), known_(format.types.size()) {}

  bool is_open(const Body& body) {
    if (body.wire == "msgpack") return body.repeat.kind == RepeatKind::eos;
    if (body.size.kind == SizeKind::expression) return false;
    if (body.size.kind != SizeKind::none) return true;
    if (body.repeat.kind == RepeatKind::eos || body.slack) return true;
    return std::visit([this](const auto& kind) { return is_open_kind(kind); }, body.kind);
  }

  bool is_open(TypeIndex type) {
    if (known_[type]) return *known_[type];
    known_[type] = false;  // of a record inside itself
    const Type& record = format_.types[type];
    if (record.is_message()) known_[type] = true;  // nothing in a message says where it ends
    if (record.size != nullptr || record.is_message()) return *known_[type];
    for (const Field& field : format_.types[type].fields)
      if (is_inline(field) && is_open(field.body)) known_[type] = true;
    return *known_[type];
  }

  /// The field that an open one goes on with up to the end: itself, or one of a record in it.
  const Field& cause(const Field& field) {
    const Field* found = &field;
    // A record that holds itself has no innermost field.
    for (std::size_t depth = 0; depth < format_.types.size(); ++depth) {
      const Field* inner = cause_inside(found->body);
      if (inner == nullptr) break;
      found = inner;
    }
    return *found;
  }

 private:
  const Field* cause_inside(const Body& body) {
    if (body.size.kind != SizeKind::none || body.repeat.kind == RepeatKind::eos || body.slack)
      return nullptr;
    if (const auto* choice = std::get_if<Switch>(&body.kind)) {
      const auto open = std::find_if(choice->cases.begin(), choice->cases.end(),
                                     [this](const Case& each) { return is_open(each.body); });
      return open == choice->cases.end() ? nullptr : cause_inside(open->body);
    }
    const auto* record = std::get_if<RecordReference>(&body.kind);
    if (record == nullptr) return nullptr;
    const Type& type = format_.types[record->type];
    if (type.is_message() || type.size != nullptr) return nullptr;
    const auto open =
        std::find_if(type.fields.begin(), type.fields.end(),
                     [this](const Field& each) { return is_inline(each) && is_open(each.body); });
    return open == type.fields.end() ? nullptr : &*open;
  }

  bool is_open_kind(const Scalar& /*unused*/) { return false; }
  bool is_open_kind(const ConstantBytes& /*unused*/) { return false; }
  bool is_open_kind(const Padding& /*unused*/) { return false; }
  bool is_open_kind(const Text& text) { return !text.prefix && !text.terminator; }
  bool is_open_kind(const RawBytes& /*unused*/) { return true; }
  bool is_open_kind(const NdArray& /*unused*/) { return false; }
  bool is_open_kind(const Digest& /*unused*/) { return false; }
  bool is_open_kind(const FreeForm& free) { return free.wire == "text"; }
  bool is_open_kind(const Foreign& /*unused*/) { return false; }
  bool is_open_kind(const RecordReference& record) { return is_open(record.type); }
  bool is_open_kind(const Switch& choice) {
    return std::any_of(choice.cases.begin(), choice.cases.end(),
                       [this](const Case& each) { return is_open(each.body); });
  }

  const Format& format_;
  std::vector<std::optional<bool>> known_;
};

// Two fields that follow each other: both inline, or in one section without offsets of their own.
bool follows(const Field& field, const Field& next) {
  if (field.place.at != nullptr || next.place.at != nullptr) return false;
  return field.place.section == next.place.section;
}

// Nothing distinguishes the zeros after a record from what takes all bytes.
void check_padded_end(Draft& draft, const Type& type, OpenEnds& ends) {
  if (type.pad.value_or(1) == 1) return;
  for (const Field& field : type.fields) {
    if (field.place.at != nullptr || field.place.section || !ends.is_open(field.body)) continue;
    const Field& cause = ends.cause(field);
    draft
        .error(cause.name_range, "after-eos",
               "'pad' of '" + type.name + "' has no room after '" + cause.name +
                   "', which takes all bytes up to the end")
        .help("give '" + cause.name + "' a 'size' or a count, or leave out 'pad'");
  }
}

// `told` are the fields already reported for taking all bytes.
void check_ends(Draft& draft, const Type& type, OpenEnds& ends, std::set<const Field*>& told) {
  if (type.is_message()) return;  // in a message every field says how long it is
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    const Field& field = type.fields[i];
    // Of a list with slack another pass says it, for its own record.
    if (field.body.slack || !ends.is_open(field.body)) continue;
    const auto next =
        std::find_if(type.fields.begin() + static_cast<std::ptrdiff_t>(i) + 1, type.fields.end(),
                     [&](const Field& other) { return follows(field, other); });
    if (next == type.fields.end()) continue;
    const Field& cause = ends.cause(field);
    if (!told.insert(&cause).second) continue;
    const bool is_own = &cause == &field;
    const std::string whose = is_own ? "which" : "whose '" + cause.name + "'";
    draft
        .error(next->name_range, "after-eos",
               shown(*next) + " comes after '" + field.name + "', " + whose +
                   " takes all bytes up to the end")
        .note(cause.name_range, "'" + cause.name + "' is declared here")
        .help("give '" + cause.name + "' a 'size' or a count, or move " +
              (is_own ? "it" : "'" + field.name + "'") + " to the end");
  }
  check_padded_end(draft, type, ends);
}

// The field whose number follows from where a writer puts content; none if that is given.
const Field* stated_begin(const Type& type, const Field& content) {
  const auto states = [&](const Field& field) {
    const Role& role = field.role;
    return role.kind == RoleKind::derived && role.derivation == DerivationKind::begin_of &&
           &type.fields[role.field] == &content;
  };
  const auto found = std::ranges::find_if(type.fields, states);
  return found == type.fields.end() ? nullptr : &*found;
}

// What needs bytes before content that lies after all that is in line, and how to do without.
struct Room {
  std::string what, otherwise;
};
std::optional<Room> room_before(const Type& type, const Field& content) {
  if (content.place.align.value_or(1) != 1) return Room{"its 'align'", ", or leave out 'align'"};
  const Field* begin = stated_begin(type, content);
  if (begin == nullptr) return Room{"bytes up to the offset that is given", ""};
  if (begin->role.divisor == 1) return std::nullopt;
  return Room{"bytes up to where a unit begins", ", or state the offset in bytes"};
}

// Content at offsets of the file lies after all that is in line. Where that takes all bytes, only
// content without bytes can be written, and bytes that align it would be taken, too.
void check_aligned_places(Draft& draft, TypeIndex root) {
  OpenEnds ends(draft.format);
  const auto& fields = draft.format.types[root].fields;
  const auto open = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.place.at == nullptr && ends.is_open(field.body);
  });
  if (open == fields.end()) return;
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) {
    if (type != root && !holds(draft.format, root, type)) continue;
    for (const Field& field : draft.format.types[type].fields) {
      const Placement& place = field.place;
      if (place.at == nullptr || place.section) continue;
      const auto room = room_before(draft.format.types[type], field);
      if (!room) continue;
      draft
          .error(field.name_range, "after-eos",
                 shown(field) + " has no room for " + room->what + ": it is written after '" +
                     open->name + "', which takes all bytes up to the end")
          .note(open->name_range, "'" + open->name + "' is declared here")
          .help("give '" + open->name + "' a 'size' or a count" + room->otherwise);
    }
  }
}

// A section begins in every file, so what says where is always there. (Of versions:
// passes/bind/versions.cpp.)
void check_starts(Draft& draft, const Type& type) {
  for (const Section& section : type.sections) {
    if (!section.begin || type.fields[*section.begin].condition == nullptr) continue;
    const Field& source = type.fields[*section.begin];
    draft
        .error(source.condition->range, "maybe-absent",
               "section '" + section.name + "' begins at '" + source.name +
                   "', which is there only under this condition")
        .note(section.range, "the section is declared here")
        .help("let the field that states the start of a section always be there");
  }
}

}  // namespace

void check_reading_order(Draft& draft) {
  const auto parameters = find_structural_parameters(draft.format);
  OpenEnds ends(draft.format);
  OuterOrder outer(draft, parameters);
  std::set<const Field*> open_fields;
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) {
    for (const StructuralUse& use : structural_uses(draft.format, type, parameters))
      check_forward(draft, type, use);
    const auto& fields = draft.format.types[type].fields;
    for (FieldIndex i = 0; i < fields.size(); ++i) check_array(draft, type, i, fields[i].body);
    check_ends(draft, draft.format.types[type], ends, open_fields);
    outer.check(type);
    check_starts(draft, draft.format.types[type]);
  }
}

void check_aligned_places(Draft& draft) {
  std::set<TypeIndex> roots;
  for (const Root& root : draft.format.roots)
    if (roots.insert(root.type).second) check_aligned_places(draft, root.type);
}

}  // namespace schemac::model
