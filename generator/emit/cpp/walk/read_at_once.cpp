#include "emit/cpp/walk/read_at_once.h"

#include <algorithm>
#include <set>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/walk/record_functions.h"

namespace schemac::emit::cpp {
namespace {

// Finds the records that a root holds, and whether each of them, and each of their fields, is of a
// kind that the steps make values of.
class Reach {
 public:
  explicit Reach(const plan::Plan& plan) : plan_(plan) {}

  [[nodiscard]] const std::set<plan::RecordId>& records() const { return records_; }

  bool add(plan::RecordId id) {
    const plan::Record& record = plan_.records[id];
    if (!records_.insert(id).second) return true;
    if (record.is_recursive || record.slack || !record.sections.empty() ||
        !record.section_params.empty())
      return false;
    if (record.message() != nullptr) return true;  // read from its view
    return std::ranges::all_of(record.items, is_inline) &&
           std::ranges::all_of(record.fields, [&](const plan::Field& each) { return takes(each); });
  }

 private:
  static bool is_inline(const plan::Item& item) {
    if (const auto* run = std::get_if<plan::Run>(&item)) return !run->condition && !run->counted;
    return std::holds_alternative<plan::Place>(item) || std::holds_alternative<plan::Pad>(item) ||
           std::holds_alternative<plan::Require>(item) ||
           std::holds_alternative<plan::CheckElements>(item);
  }

  bool takes(const plan::Field& field) {
    const bool is_plain = !field.presence && !field.availability && !field.jump && !field.unknown &&
                          !field.codec && field.role != model::RoleKind::choice;
    if (!is_plain) return false;
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar != nullptr) return !field.region && !scalar->versioned && scalar->flags.empty();
    if (std::holds_alternative<plan::Constant>(field.body.kind)) return !field.region;
    if (!field.has_member()) return false;
    const bool may_have_region = std::holds_alternative<plan::Nested>(field.body.kind) ||
                                 scalar_element(field.body) != nullptr;
    if (field.region && !may_have_region) return false;
    return std::visit([&](const auto& kind) { return takes_body(kind); }, field.body.kind);
  }

  bool takes_body(const plan::Text&) { return true; }
  bool takes_body(const plan::Raw& raw) { return !raw.digest && !raw.free; }
  bool takes_body(const plan::Array& array) {
    return array.dims && (!array.head || has_known_dtype(array));
  }
  bool takes_body(const plan::Nested& nested) { return !nested.json && add(nested.record); }
  bool takes_body(const plan::List& list) {
    const auto refuses = [&](const std::optional<plan::CheckId>& check) {
      return check && plan_.checks[*check].level == Level::error;
    };
    if (refuses(list.duplicate) || refuses(list.order) || is_loose(list) || list.is_counted ||
        list.stated_begins || list.begins_of)
      return false;
    const plan::Body& element = list.element.front();
    if (const plan::Scalar* scalar = scalar_element(list))
      return !is_packed(scalar->dtype) && scalar->flags.empty();
    if (list.least_element == 0 || version_split(plan_, element)) return false;
    if (const auto* nested = std::get_if<plan::Nested>(&element.kind)) return takes_body(*nested);
    return std::holds_alternative<plan::Text>(element.kind);
  }
  bool takes_body(const plan::Switch& choice) {
    return std::ranges::all_of(choice.alternatives, [&](const plan::Alternative& alternative) {
      const auto* nested = std::get_if<plan::Nested>(&alternative.body.front().kind);
      return nested != nullptr && takes_body(*nested);
    });
  }
  bool takes_body(const plan::Scalar&) { return false; }
  bool takes_body(const plan::Constant&) { return false; }

  const plan::Plan& plan_;
  std::set<plan::RecordId> records_;
};

std::string member(const Walk& walk, plan::FieldId id) {
  return "out." + walk.layout.field(id).identifier;
}

std::string element_type(const Walk& walk, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  return nested == nullptr ? "std::string" : walk.plan().records[nested->record].name;
}

}  // namespace

bool can_read_at_once(const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  // Parts are looked for once the file was walked.
  return Reach(plan).add(root.record) && record.message() == nullptr && record.parts.empty();
}

void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms) {
  std::set<plan::RecordId> read;
  for (const plan::Root& root : plan.roots) {
    Reach reach(plan);
    if (!can_read_at_once(plan, root)) continue;
    (void)reach.add(root.record);
    read.insert(reach.records().begin(), reach.records().end());
  }
  if (read.empty()) return;
  const auto readers = [&] {
    for (const plan::RecordId id : read) emit_record_reader(out, plan, forms, id);
  };
  out.blank_line();
  out.emit({{"readers", readers}},
           R"cc(
             namespace detail {

             // ---- reading in one pass; null where anything is wrong ----

             $readers$;

             }  // namespace detail
           )cc");
}

std::string made_parameters(const plan::Record& record) {
  return ", [[maybe_unused]] schemac::ValueReader& reader, [[maybe_unused]] " + record.name +
         "& out";
}

std::string made_in(const Walk& walk, const Site& site) {
  if (walk.mode != Mode::read) return {};
  return site.target.empty() ? member(walk, site.field) : site.target;
}

std::string made_element(const Walk& walk, const plan::List& list, plan::FieldId field) {
  if (walk.mode != Mode::read) return {};
  const bool is_text = std::holds_alternative<plan::Text>(list.element.front().kind);
  return is_text ? member(walk, field) + ".emplace_back()" : "item";
}

std::string made_alternative(const Walk& walk, plan::FieldId field, const plan::Switch& choice,
                             std::size_t index) {
  const auto types =
      alternative_types(walk.plan(), walk.layout.record(), walk.layout.field(field), choice);
  return member(walk, field) + ".emplace<" + std::to_string(index) + ">()" +
         (types[index].is_wrapped ? ".value" : "");
}

std::string bytes_at(const std::string& begin, const std::string& size) {
  return "schemac::Bytes(" + begin + ", static_cast<std::size_t>(" + size + "))";
}

void emit_made(Printer& out, const Walk& walk, const Site& site, const std::string& content) {
  if (walk.mode != Mode::read || !walk.layout.field(site.field).has_member()) return;
  out.emit({{"content", content}, {"target", made_in(walk, site)}},
           "if (!reader.read($content$, $target$)) [[unlikely]] return nullptr;");
}

void emit_made_scalar(Printer& out, Walk& walk, plan::FieldId id) {
  const plan::Field& field = walk.layout.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (walk.mode != Mode::read || scalar == nullptr || !field.has_member()) return;
  const std::string type = scalar->enumeration ? walk.plan().enums[*scalar->enumeration].name
                                               : scalar_type(scalar->dtype);
  std::string content = "static_cast<" + type + ">(" + walk.layout.local(id) + ")";
  if (scalar->coding != plan::Coding::integer) {
    const bool is_plain = scalar->enumeration || type == stored_type(scalar->dtype);
    const std::string at = walk.scope.at(*walk.layout.position(id));
    content = scalar->coding == plan::Coding::token
                  ? load_of(*scalar, at)
                  : std::string(is_plain ? "schemac::load<" : "schemac::detail::load_element<") +
                        type + endian_argument(scalar->endian, scalar->dtype) + ">(" + at + ")";
  }
  out.emit({{"member", member(walk, id)}, {"content", content}}, "$member$ = $content$;");
}

void emit_made_list(Printer& out, const Walk& walk, const plan::List& list, plan::FieldId field,
                    const std::string& count) {
  out.emit({{"count", count}, {"type", element_type(walk, list)}, {"list", member(walk, field)}},
           R"cc(
             if (!reader.take($count$, sizeof($type$))) [[unlikely]] return nullptr;
             $list$.reserve(static_cast<std::size_t>($count$));
           )cc");
}

void emit_made_element(Printer& out, const Walk& walk, const plan::List& list, const Site& site) {
  const std::string type = element_type(walk, list);
  const plan::FieldId field = site.field;
  if (!list.count && !list.head)  // nobody knows how many
    out.emit({{"list", member(walk, field)}, {"begin", site.begin}, {"end", site.end}},
             R"cc(
               if (!reader.make_room($list$, schemac::distance($begin$, next),
                                     schemac::distance(next, $end$))) [[unlikely]]
                 return nullptr;
             )cc");
  if (std::holds_alternative<plan::Nested>(list.element.front().kind))
    out.emit({{"type", type}, {"list", member(walk, field)}},
             "$type$& item = $list$.emplace_back();");
}

}  // namespace schemac::emit::cpp
