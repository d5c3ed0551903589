#include "emit/cpp/steps/made.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/steps/walk.h"

namespace schemac::emit::cpp {
namespace {

std::string member(const Walk& walk, plan::FieldId id) {
  return "out." + walk.layout.field(id).identifier;
}

std::string element_type(const Walk& walk, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  return nested == nullptr ? "std::string" : walk.plan().records[nested->record].name;
}

}  // namespace

std::string made_parameters(const plan::Record& record) {
  return ", [[maybe_unused]] schemac::impl::ValueReader& reader, [[maybe_unused]] " + record.name +
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
                  : std::string(is_plain ? "schemac::impl::load<"
                                         : "schemac::impl::detail::load_element<") +
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
               if (!reader.make_room($list$, schemac::impl::distance($begin$, next),
                                     schemac::impl::distance(next, $end$))) [[unlikely]]
                 return nullptr;
             )cc");
  if (std::holds_alternative<plan::Nested>(list.element.front().kind))
    out.emit({{"type", type}, {"list", member(walk, field)}},
             "$type$& item = $list$.emplace_back();");
}

}  // namespace schemac::emit::cpp
