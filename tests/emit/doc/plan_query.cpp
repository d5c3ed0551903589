#include "emit/doc/plan_query.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <variant>
#include <vector>

#include "emit/doc/plan_words.h"
#include "model/overload.h"

namespace query {
namespace {

using namespace schemac;
using plan::Plan;

struct Unanswered {
  std::string why;
};

class Answer {
 public:
  Answer(const Plan& plan, const std::string& question) : plan_(plan) {
    std::istringstream in(question);
    in >> verb_ >> subject_;
    for (std::string word; in >> word;) rest_.push_back(word);
  }

  std::string operator()() {
    const auto dot = subject_.find('.');
    type_ = subject_.substr(0, dot);
    if (dot != subject_.npos) name_ = subject_.substr(dot + 1);
    if (verb_ == "roots") return roots();
    if (verb_ == "root") return root();
    if (verb_ == "value" || verb_ == "attribute" || verb_ == "members" || verb_ == "stored")
      return of_enum();
    for (const plan::Directory& directory : plan_.directories)
      if (directory.form.name == type_) return of_directory(directory.form);
    for (const plan::Record& record : plan_.records)
      if (record.name == type_) record_ = &record;
    if (record_ == nullptr) throw Unanswered{"no record " + type_};
    for (const plan::Field& field : record_->fields) names_.push_back(field.name);
    if (name_.empty()) return of_record();
    if (verb_ == "holds") return check();
    const bool is_element = name_.ends_with("[]");
    field_ = &field_named(is_element ? name_.substr(0, name_.size() - 2) : name_);
    body_ = &field_->body;
    if (is_element) body_ = &body<plan::List>().element.front();
    return of_field();
  }

 private:
  const plan::Field& field_named(const std::string& name) const {
    for (const plan::Field& field : record_->fields)
      if (field.name == name) return field;
    throw Unanswered{"no field " + name};
  }
  const std::string& word(std::size_t i) const {
    if (i >= rest_.size()) throw Unanswered{"a word is missing"};
    return rest_[i];
  }
  template <class Kind>
  const Kind& body() const {
    if (const auto* kind = std::get_if<Kind>(&body_->kind)) return *kind;
    throw Unanswered{"not that kind of field"};
  }
  std::string expression(const plan::Expr& expr) const { return plan::to_text(expr, names_); }
  template <class T>
  static std::string number(const std::optional<T>& value) {
    return value ? std::to_string(*value) : "varies";
  }

  std::string roots() const {
    std::string out;
    for (const plan::Root& root : plan_.roots)
      out += (out.empty() ? "" : " ") + plan_.records[root.record].name;
    return out;
  }

  std::string root() const {
    for (const plan::Root& root : plan_.roots)
      if (root.name == subject_) return plan_.records[root.record].name;
    throw Unanswered{"no such root"};
  }

  // ---- enumerations ----

  std::string of_enum() const {
    for (const plan::Enum& enumeration : plan_.enums) {
      if (enumeration.name != type_) continue;
      if (verb_ == "members") return std::to_string(members_of(enumeration));
      if (verb_ == "stored") return std::string(schemac::name(enumeration.dtype));
      for (const plan::EnumMember& member : enumeration.members)
        if (member.name == name_) return of_member(enumeration, member);
    }
    throw Unanswered{"no such member"};
  }
  // All of them, or those that a version has.
  std::ptrdiff_t members_of(const plan::Enum& enumeration) const {
    if (rest_.empty()) return std::ssize(enumeration.members);
    return std::ranges::count_if(enumeration.members, [&](const plan::EnumMember& member) {
      return member.versions.include(std::stoull(word(0)));
    });
  }
  std::string of_member(const plan::Enum& enumeration, const plan::EnumMember& member) const {
    if (verb_ == "value") return model::to_text(member.value);
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i) {
      if (enumeration.attributes[i].name != word(0)) continue;
      if (!member.attributes[i]) return "none";
      if (enumeration.attributes[i].kind == model::AttributeKind::dtype)
        return std::string(schemac::name(static_cast<Dtype>(*member.attributes[i])));
      return model::to_text(*member.attributes[i]);
    }
    throw Unanswered{"no such attribute"};
  }

  // ---- records ----

  std::string of_directory(const model::Directory& directory) const {
    if (verb_ == "parts") {
      std::string out;
      for (const auto& entry : directory.entries) out += (out.empty() ? "" : " ") + entry.name;
      return out;
    }
    if (verb_ == "across") {
      for (const model::FileRule& rule : directory.rules)
        if (rule.name == word(0))
          return std::string(id(rule.rule)) + ' ' + std::string(id(rule.level));
      throw Unanswered{"no such rule"};
    }
    const auto entry = std::ranges::find(directory.entries, name_, &model::DirectoryEntry::name);
    if (entry == directory.entries.end()) throw Unanswered{"no entry " + name_};
    if (verb_ == "called") return entry->names.front().text();
    if (verb_ == "first") return std::to_string(entry->first);
    if (verb_ == "there") return entry->is_optional ? "optional" : "always";
    if (verb_ != "type") throw Unanswered{"no such question about a directory"};
    if (entry->directory) return "directory " + plan_.directories[*entry->directory].form.name;
    const auto number = static_cast<std::size_t>(entry - directory.entries.begin());
    for (const plan::Directory& each : plan_.directories)
      if (&each.form == &directory) return plan_.records[each.contents[number]->record].name;
    throw Unanswered{"no such directory"};
  }

  std::string of_record() const {
    if (verb_ == "size") return number(record_->fixed_size);
    if (verb_ == "least") return std::to_string(record_->least_size);
    if (verb_ == "coding") return record_->message() != nullptr ? "message" : "fields in order";
    std::string out;
    const auto add = [&](const std::string& name) { out += (out.empty() ? "" : " ") + name; };
    if (verb_ == "parts") {
      for (const plan::Field& field : record_->fields)
        if (rest_.empty() || !field.availability ||
            field.availability->versions.include(std::stoull(word(0))))
          add(field.name);
      return out;
    }
    if (verb_ == "sections") {
      for (const plan::Section& section : record_->sections) add(section.name);
      return out;
    }
    for (const plan::Section& section : record_->sections) {
      if (section.name != word(0)) continue;
      if (verb_ == "begin") return section.begin ? names_[*section.begin] : "nothing";
      if (verb_ == "align") return std::to_string(section.align);
      if (verb_ == "each") return std::to_string(section.each_align);
      if (verb_ == "filled") return std::to_string(section.pad);
      if (verb_ == "gaps") return section.gap ? "zeros" : "anything";
    }
    throw Unanswered{"no such question about a record"};
  }

  // ---- fields ----

  std::string of_field() const {
    const std::map<std::string, std::function<std::string()>> answers = {
        {"size", [&] { return size(); }},
        {"offset", [&] { return offset(); }},
        {"type", [&] { return type_of(*body_); }},
        {"endian", [&] { return endian(); }},
        {"coding", [&] { return coding(); }},
        {"number", [&] { return std::to_string(message_field().number); }},
        {"occurs", [&] { return occurs(); }},
        {"default", [&] { return model::to_text(field_->default_value.value()); }},
        {"least", [&] { return std::to_string(body_->least_size); }},
        {"constant", [&] { return constant(); }},
        {"formula", [&] { return formula(); }},
        {"count", [&] { return expression(body<plan::List>().count.value()); }},
        {"if", [&] { return expression(field_->presence.value().condition); }},
        {"at", [&] { return names_[field_->jump.value().stated_by]; }},
        {"room", [&] { return room(); }},
        {"absent", [&] { return absent(); }},
        {"prefix", [&] { return std::string(schemac::name(text().prefix.value().dtype)); }},
        {"padding", [&] { return std::to_string(text().pad); }},
        {"characters", [&] { return text().charset_text; }},
        {"unique", [&] { return key(body<plan::List>().unique.value()); }},
        {"order", [&] { return key(body<plan::List>().order_by.value()); }},
        {"minimum", [&] { return number(body<plan::List>().minimum); }},
        {"maximum", [&] { return number(body<plan::List>().maximum); }},
        {"dims", [&] { return dims(); }},
        {"dtype", [&] { return dtype(); }},
        {"major",
         [&] { return std::string(body<plan::Array>().is_column_major ? "column" : "row"); }},
        {"form", [&] { return form(); }},
        {"bit", [&] { return bit(); }},
        {"unknown", [&] { return model::to_text(field_->unknown.value().value); }},
        {"slack", [&] { return slack(); }},
    };
    const auto found = answers.find(verb_);
    if (found == answers.end()) throw Unanswered{"no such question about a field"};
    return found->second();
  }

  const plan::Scalar& scalar() const {
    if (const auto* list = std::get_if<plan::List>(&field_->body.kind))
      return std::get<plan::Scalar>(list->element.front().kind);
    return body<plan::Scalar>();
  }
  const plan::Text& text() const { return body<plan::Text>(); }

  // Of numbers of a tagged form it is that form's.
  std::string endian() const {
    const auto* array = std::get_if<plan::Array>(&body_->kind);
    const bool is_big =
        array != nullptr ? array->endian == Endian::big
                         : scalar().endian == Endian::big || scalar().coding != plan::Coding::plain;
    return is_big ? "big" : "little";
  }

  // What says where the spare bytes after elements end.
  std::string slack() const {
    const auto& list = body<plan::List>();
    return list.has_slack ? "up to " + names_[list.stated_starts.value().list] : "none";
  }

  // ---- wire forms ----

  const plan::MessageField& message_field() const {
    const plan::MessageFields* message = record_->message();
    if (message != nullptr)
      for (const plan::MessageField& each : message->fields)
        if (&record_->fields[each.field] == field_) return each;
    throw Unanswered{"no field of a message"};
  }
  std::string occurs() const {
    const plan::MessageField& field = message_field();
    return field.is_repeated ? "any number of times" : field.missing ? "once" : "at most once";
  }
  std::string coding() const {
    if (record_->message() != nullptr) return coding_of(message_field().coding);
    return std::visit(
        [](const auto& kind) -> std::string {
          if constexpr (requires { kind.head; }) {
            return kind.head ? coding_of(kind.head->form) : "plain";
          } else if constexpr (requires { kind.coding; }) {
            return coding_of(kind);
          } else {
            return "plain";
          }
        },
        body_->kind);
  }

  std::string size() const {
    if (field_->region) return expression(field_->region->size);
    if (const auto* list = std::get_if<plan::List>(&field_->body.kind); list && list->stride)
      return std::to_string(*list->stride) + " each";
    return number(body_->fixed_size);
  }

  // From the items: the distance of the field's own part, and after which field that counts.
  std::string offset() const {
    std::map<plan::AnchorId, std::string> before;
    const auto spelled = [&](plan::AnchorId anchor, std::uint64_t distance) {
      return anchor == 0 ? std::to_string(distance)
                         : before[anchor] + " + " + std::to_string(distance);
    };
    for (const plan::Item& item : record_->items) {
      if (const auto* place = std::get_if<plan::LoneField>(&item)) {
        const plan::Field& field = record_->fields[place->field];
        if (place->end) before[*place->end] = field.name;
        if (&field == field_ && !field.jump)
          return spelled(place->begin.anchor, place->begin.distance);
      }
      const auto* run = std::get_if<plan::Run>(&item);
      if (run == nullptr) continue;
      std::uint64_t end = run->begin.distance;
      for (const plan::RunField& part : run->fixed) {
        const std::uint64_t at = run->begin.distance + part.distance;
        if (part.field && &record_->fields[*part.field] == field_)
          return spelled(run->begin.anchor, at);
        end = at + part.size;
      }
      if (!run->counted) continue;
      before[run->counted->after] = record_->fields[run->counted->list].name;
      if (&record_->fields[run->counted->list] == field_) return spelled(run->begin.anchor, end);
      for (const plan::RunField& part : run->after)
        if (part.field && &record_->fields[*part.field] == field_)
          return spelled(run->counted->after, part.distance);
    }
    return "elsewhere";
  }

  std::string type_of(const plan::Body& body) const {
    const auto named = [&](const char* otherwise) {
      return body.form ? plan_.forms[*body.form].name : std::string(otherwise);
    };
    return std::visit(
        model::Overload{
            [&](const plan::Scalar& scalar) {
              return scalar.enumeration ? plan_.enums[*scalar.enumeration].name
                                        : std::string(schemac::name(scalar.dtype));
            },
            [&](const plan::Constant&) { return named("bytes"); },
            [&](const plan::Text&) { return named("text"); },
            [&](const plan::Raw& raw) { return named(raw.free ? "json" : "other"); },
            [&](const plan::Array&) { return named("array"); },
            [&](const plan::Nested& nested) { return plan_.records[nested.record].name; },
            [&](const plan::List& list) { return type_of(list.element.front()) + "[]"; },
            [&](const plan::Switch&) { return named("switch"); },
        },
        body.kind);
  }

  std::string constant() const {
    if (const auto* bytes = std::get_if<plan::Constant>(&body_->kind)) return hex(bytes->bytes);
    return scalar().constant ? model::to_text(*scalar().constant) : "none";
  }

  std::string formula() const {
    const plan::Source& source = field_->source;
    const auto named = [&](const char* what) {
      return std::string(what) + " " + names_[source.field];
    };
    switch (source.kind) {
      case plan::SourceKind::count_of:
        return named("count of");
      case plan::SourceKind::size_of:
        return named("size of");
      case plan::SourceKind::plain_size_of:
        return named("plain size of");
      case plan::SourceKind::begin_of:
        return named("begin of");
      case plan::SourceKind::tag_of:
        return named("form of");
      case plan::SourceKind::section_begin:
        return "begin of section " + record_->sections[source.section].name;
      case plan::SourceKind::expression:
        return expression(source.expression.value());
      case plan::SourceKind::flags:
        return "flags";
      case plan::SourceKind::constant:
        return "constant";
      case plan::SourceKind::member:
        return "given";
    }
    return "";
  }

  std::string room() const {
    if (field_->jump) {
      const plan::SectionRef& section = field_->jump->section;
      return section.is_param ? record_->section_params[section.index]
                              : record_->sections[section.index].name;
    }
    for (const plan::Item& item : record_->items)
      if (const auto* in = std::get_if<plan::InSection>(&item))
        for (const plan::LoneField& lone : in->fields)
          if (&record_->fields[lone.field] == field_) return record_->sections[in->section].name;
    return "none";
  }

  std::string absent() const {
    for (const plan::Field& field : record_->fields) {
      if (!field.presence) continue;
      for (const plan::AbsentScalar& zero : field.presence->zeros)
        if (&record_->fields[zero.field] == field_)
          return model::to_text(zero.value) + " without " + field.name;
    }
    return "none";
  }

  std::string key(plan::FieldId field) const {
    const auto& nested = std::get<plan::Nested>(body<plan::List>().element.front().kind);
    return plan_.records[nested.record].fields[field].name;
  }

  std::string dtype() const {
    const plan::Expr& expr = body<plan::Array>().dtype;
    if (expr.op != plan::Op::constant) return expression(expr);
    return std::string(schemac::name(static_cast<Dtype>(expr.number)));
  }
  // Lists one after the other; a number is a list of one.
  std::string dims() const {
    std::string out;
    for (const plan::DimsTerm& term : body<plan::Array>().dims.value().terms) {
      const bool is_list = plan::leaf_of(term.value).op == plan::Op::list;
      const std::string value = expression(term.value);
      out += (out.empty() ? "" : " ++ ") + (is_list ? value : "[" + value + "]");
      if (term.condition) out += " if " + expression(*term.condition);
    }
    return out;
  }

  std::string form() const {
    const plan::Alternative* other = nullptr;
    for (const plan::Alternative& alternative : body<plan::Switch>().alternatives) {
      if (alternative.tags.empty()) other = &alternative;
      for (const model::Int128 tag : alternative.tags)
        if (model::to_text(tag) == word(0)) return type_of(alternative.body.front());
    }
    if (other == nullptr) throw Unanswered{"no such tag"};
    return type_of(other->body.front());
  }

  std::string bit() const {
    for (const plan::Flag& flag : scalar().flags)
      if (flag.name == word(0)) return std::to_string(flag.bit);
    throw Unanswered{"no such flag"};
  }

  // Identifiers of checks say what they belong to; fields of that name are in one record alone
  // here.
  std::string check() const {
    std::string begin;
    for (const char ch : type_) {
      if (ch >= 'A' && ch <= 'Z') {
        begin += begin.empty() ? "" : "_";
        begin += static_cast<char>(ch + ('a' - 'A'));
      } else {
        begin += ch;
      }
    }
    for (const plan::Check& check : plan_.checks)
      if (check.identifier == begin + "_" + name_ + "_" + word(0))
        return std::string(id(check.rule)) + " " + std::string(id(check.level));
    throw Unanswered{"no such check"};
  }

  const Plan& plan_;
  std::string verb_, subject_, type_, name_;
  std::vector<std::string> rest_;
  const plan::Record* record_ = nullptr;
  const plan::Field* field_ = nullptr;
  const plan::Body* body_ = nullptr;  // the field's, or its element's
  std::vector<std::string> names_;
};

}  // namespace

std::string ask(const Plan& plan, const std::string& question) {
  try {
    return Answer(plan, question)();
  } catch (const Unanswered& reason) {
    return "? " + reason.why;
  } catch (const std::bad_optional_access&) {
    return "? it has no such thing";
  }
}

}  // namespace query
