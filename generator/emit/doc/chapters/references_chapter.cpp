#include <map>
#include <set>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/queries/standards.h"
#include "plan/facts/inner_bodies.h"
#include "schemac/base/digest_algorithm.h"

namespace schemac::emit::doc {
namespace {

bool is_real(Dtype dtype) {
  return dtype == Dtype::f16 || dtype == Dtype::f32 || dtype == Dtype::f64 || dtype == Dtype::c64 ||
         dtype == Dtype::c128;
}

// The key of the document that defines a digest; "" of none.
std::string_view standard_of(impl::DigestAlgorithm algorithm) {
  const std::string_view kind = name(algorithm);
  if (kind == "crc32_ogg") return "ogg";
  if (kind == "crc32") return kind;
  for (const std::string_view family : {"crc", "fletcher", "sha", "xxh"})
    if (kind.starts_with(family)) return family;
  return kind == "none" ? "" : kind;
}

// The keys of documents that define how one body is stored.
class StandardsOf {
 public:
  explicit StandardsOf(std::set<std::string_view>& keys) : keys_(keys) {}

  void operator()(const plan::Scalar& scalar) const {
    const bool is_object =
        scalar.coding != plan::Coding::plain && scalar.coding != plan::Coding::numeral;
    if (is_object) keys_.insert("msgpack");
    if (is_real(scalar.dtype)) keys_.insert("ieee-754");
  }
  void operator()(const plan::Constant&) const {}
  void operator()(const plan::Text& what) const {
    for (const Standard& standard : standards())
      if (standard.key == what.encoding) keys_.insert(standard.key);
    if (what.head) keys_.insert("msgpack");
  }
  void operator()(const plan::Raw& raw) const {
    if (raw.digest && raw.digest->algorithm.op == plan::Op::constant)
      keys_.insert(standard_of(static_cast<impl::DigestAlgorithm>(raw.digest->algorithm.number)));
  }
  void operator()(const plan::Array& array) const {
    if (array.dtype.op == plan::Op::constant && is_real(static_cast<Dtype>(array.dtype.number)))
      keys_.insert("ieee-754");
  }
  void operator()(const plan::Nested&) const {}
  void operator()(const plan::List&) const {}
  void operator()(const plan::Switch&) const {}

 private:
  std::set<std::string_view>& keys_;
};

void collect_standards(const plan::Body& body, std::set<std::string_view>& keys) {
  std::visit(StandardsOf(keys), body.kind);
  for (const plan::Body* inner : inner_bodies(body)) collect_standards(*inner, keys);
}

std::set<std::string_view> standards_of(const Context& context) {
  std::set<std::string_view> keys;
  for (const model::Type& type : context.format.types)
    for (const Standard& standard : standards())
      if (type.wire == standard.key) keys.insert(standard.key);
  for (const plan::Record& record : context.plan.records)
    for (const plan::Field& field : record.fields) collect_standards(field.body, keys);
  for (const plan::Enum& enumeration : context.plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i)
      for (const plan::EnumMember& member : enumeration.members) {
        if (enumeration.attributes[i].kind == model::AttributeKind::dtype && member.attributes[i] &&
            is_real(static_cast<Dtype>(*member.attributes[i])))
          keys.insert("ieee-754");
        if (enumeration.attributes[i].kind == model::AttributeKind::digest && member.attributes[i])
          keys.insert(standard_of(static_cast<impl::DigestAlgorithm>(*member.attributes[i])));
      }
  return keys;
}

// What a schema refers to, each with the types that do.
std::map<std::string, std::vector<Text>> cited(const Context& context) {
  std::map<std::string, std::vector<Text>> found;
  for (plan::RecordId id = 0; id < context.plan.records.size(); ++id) {
    const DocScope scope(context, id);
    if (!scope.record.doc_ref.empty())
      found[scope.record.doc_ref].push_back(text(record_link(context, id)));
    for (plan::FieldId field = 0; field < scope.record.fields.size(); ++field)
      if (!scope.record.fields[field].doc_ref.empty())
        found[scope.record.fields[field].doc_ref].push_back(
            text(code(scope.record.name + "." + scope.record.fields[field].name,
                      to(context.links.field(id, field)))));
    for (const plan::JoinedArray& array : scope.record.arrays)
      if (!array.form.doc_ref.empty())
        found[array.form.doc_ref].push_back(
            text(code(scope.record.name + "." + array.form.name, to(context.links.record(id)))));
  }
  for (const plan::Directory& directory : context.plan.directories) {
    const std::string& name = directory.form.name;
    const std::string link = to(Links::below(std::string(directories_id), name));
    if (!directory.form.doc_ref.empty())
      found[directory.form.doc_ref].push_back(text(code(name, link)));
    for (const model::JoinedArray& array : directory.arrays)
      if (!array.doc_ref.empty())
        found[array.doc_ref].push_back(text(code(name + "." + array.name, link)));
  }
  for (plan::EnumId id = 0; id < context.plan.enums.size(); ++id)
    if (!context.plan.enums[id].doc_ref.empty())
      found[context.plan.enums[id].doc_ref].push_back(text(enum_link(context, id)));
  for (plan::FormId id = 0; id < context.plan.forms.size(); ++id)
    if (!context.plan.forms[id].doc_ref.empty())
      found[context.plan.forms[id].doc_ref].push_back(text(form_link(context, id)));
  return found;
}

}  // namespace

Chapter references_chapter(const Context& context) {
  Chapter chapter;
  chapter.id = references_id;
  chapter.title = "References";
  Items items;
  const auto own = cited(context);
  const std::string& whole = context.plan.doc_ref;
  if (!whole.empty() && !own.contains(whole)) items.items.push_back(reference(whole));
  for (const auto& [words, users] : own)
    items.items.push_back(text(reference(words), ": ", listed(users)));
  const auto keys = standards_of(context);
  for (const Standard& standard : standards())
    if (keys.contains(standard.key)) items.items.push_back(standard_link(standard.key));
  if (!items.items.empty()) chapter.blocks.emplace_back(std::move(items));
  return chapter;
}

}  // namespace schemac::emit::doc
