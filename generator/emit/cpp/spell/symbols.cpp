#include "emit/cpp/spell/symbols.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "model/overload.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {
namespace {

// Of the next padding, which no field is called; counts them.
std::string padding_name(const plan::Record& record, std::size_t& count) {
  std::string name;
  do {
    name = count == 0 ? "padding" : "padding_" + std::to_string(count + 1);
    ++count;
  } while (std::ranges::any_of(record.fields,
                               [&](const plan::Field& each) { return each.identifier == name; }));
  return name;
}

}  // namespace

Symbols::Symbols(const plan::Plan& plan, const plan::Record& record)
    : plan_(&plan),
      record_(&record),
      positions_(record.fields.size()),
      in_sections_(record.fields.size()),
      ends_(record.fields.size()),
      anchors_(std::max<std::size_t>(1, record.anchor_count)) {
  anchors_[0] = "begin";
  std::size_t paddings = 0;
  const model::Overload note{
      [&](const plan::Run& run) { note_run(run); },
      [&](const plan::LoneField& lone) { note_lone(lone); },
      [&](const plan::Pad& pad) { anchors_[pad.end] = "after_" + padding_name(record, paddings); },
      [&](const plan::InSection& section) {
        for (std::size_t i = 0; i < section.fields.size(); ++i)
          in_sections_[section.fields[i].field] = InSection{section.section, i};
      },
      [](const plan::Require&) {},
      [](const plan::CheckElements&) {},
      [](const plan::CheckDigest&) {},
      [](const plan::CheckCodec&) {},
      [](const plan::FindSections&) {},
      [](const plan::FinishSections&) {},
      [](const plan::MessageFields&) {},
  };
  for (const plan::Item& item : record.items) std::visit(note, item);
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (positions_[id]) keep(id);
  for (const plan::Field& each : record.fields)
    if (each.jump || plan::switch_of(each) != nullptr)
      plan::for_each_expression(each, [this](const plan::Expr& expr) { keep_measured(expr); });
  std::sort(kept_anchors_.begin(), kept_anchors_.end());
  kept_anchors_.erase(std::unique(kept_anchors_.begin(), kept_anchors_.end()), kept_anchors_.end());
}

plan::Position Symbols::begin_of(plan::FieldId id) const {
  plan::Position begin = positions_[id].value_or(plan::Position{});
  const auto* scalar = std::get_if<plan::Scalar>(&field(id).body.kind);
  if (scalar != nullptr && positions_[id]) begin.distance -= tag_size(*scalar);
  return begin;
}

void Symbols::note_lone(const plan::LoneField& lone) {
  if (field(lone.field).jump) return;
  const auto* scalar = std::get_if<plan::Scalar>(&field(lone.field).body.kind);
  positions_[lone.field] = lone.begin;
  if (scalar != nullptr) positions_[lone.field]->distance += tag_size(*scalar);
  ends_[lone.field] = lone.end;
  if (lone.end) anchors_[*lone.end] = "after_" + field(lone.field).identifier;
}

void Symbols::note_run(const plan::Run& run) {
  const auto tag_of = [&](const plan::RunField& each) {
    const auto* scalar = std::get_if<plan::Scalar>(&field(*each.field).body.kind);
    return scalar == nullptr ? 0 : tag_size(*scalar);
  };
  for (const plan::RunField& each : run.fixed)
    if (each.field)
      positions_[*each.field] = {run.begin.anchor,
                                 run.begin.distance + each.distance + tag_of(each)};
  if (run.condition) anchors_[run.end] = "after_" + field(*run.fixed.back().field).identifier;
  if (!run.counted) return;
  positions_[run.counted->list] = {run.begin.anchor, run.begin.distance + extent_of(run.fixed)};
  anchors_[run.counted->after] = "after_" + field(run.counted->list).identifier;
  for (const plan::RunField& each : run.after)
    if (each.field) positions_[*each.field] = {run.counted->after, each.distance + tag_of(each)};
}

// Content that lies elsewhere, and a tag, may need the size of a field that no inline field
// follows.
void Symbols::keep_measured(const plan::Expr& expr) {
  if (expr.op == plan::Op::inside || expr.op == plan::Op::param_list) return;  // of another record
  if (expr.op == plan::Op::size_of && ends_[expr.id]) kept_anchors_.push_back(*ends_[expr.id]);
  for (const plan::Expr& argument : expr.args) keep_measured(argument);
}

void Symbols::keep(plan::FieldId id) {
  const plan::Field& kept = field(id);
  if (positions_[id]->anchor != 0) kept_anchors_.push_back(positions_[id]->anchor);
  if (is_late_rest(id)) return;
  if (kept.is_kept) {
    kept_views_.push_back(id);
    return keep_end(id);
  }
  if (kept.presence || kept.region) return keep_end(id);  // found again when it is touched
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) {
                   if (scalar.varies())
                     kept_lengths_.push_back({id, value_member(id), number_type(scalar)});
                 },
                 [&](const plan::Constant&) { keep_end(id); },
                 [&](const plan::Text&) { keep_length(id); },
                 [&](const plan::Raw&) { keep_length(id); },
                 [&](const plan::Array&) { keep_length(id); },
                 [&](const plan::Nested&) { keep_end(id); },
                 [&](const plan::List& list) {
                   scalar_element(list) != nullptr ? keep_length(id) : keep_end(id);
                 },
                 [&](const plan::Switch&) { keep_end(id); },
             },
             kept.body.kind);
}

void Symbols::keep_end(plan::FieldId id) {
  if (ends_[id]) kept_anchors_.push_back(*ends_[id]);
}

// After a head it is found from its end.
void Symbols::keep_length(plan::FieldId id) {
  const bool has_head = has_kept_size(field(id).body);
  if (has_head) keep_end(id);
  kept_lengths_.push_back({id, length_member(id)});
  if (has_head && has_product(field(id))) kept_products_.push_back(id);
}

std::string Symbols::at(plan::Position position, const std::string& object,
                        const std::string& suffix) const {
  const std::string base = object + anchors_[position.anchor] + suffix;
  return position.distance == 0 ? base : base + " + " + std::to_string(position.distance);
}

std::string Symbols::member(plan::FieldId id) const { return local(id) + "_"; }
std::string Symbols::length_member(plan::FieldId id) const { return length_local(id) + "_"; }
std::string Symbols::value_member(plan::FieldId id) const {
  return field(id).identifier + "_value_";
}

std::string Symbols::local(plan::FieldId id) const {
  return local_name(*plan_, *record_, field(id).identifier);
}
std::string Symbols::length_local(plan::FieldId id) const {
  return length_name(*record_, field(id).identifier);
}

std::string Symbols::whole_flag(plan::FieldId id) const {
  return "is_whole_" + field(id).identifier;
}

std::string Symbols::section(const plan::SectionRef& reference) const {
  const std::string name = reference.is_param ? record_->section_params[reference.index]
                                              : record_->sections[reference.index].name;
  return snake_case(name) + "_section";
}

std::string Symbols::section_type(const std::string& variable) const {
  bool is_file = record_->file_param && section({true, *record_->file_param}) == variable;
  for (std::uint32_t i = 0; i < record_->sections.size(); ++i)
    is_file = is_file || (record_->sections[i].is_whole_file && section({false, i}) == variable);
  return is_file ? "schemac::impl::FileExtents" : "schemac::impl::Extents";
}

std::string Symbols::param(plan::ParamId id) const { return param_name(record_->params[id]); }

std::vector<plan::FieldId> Symbols::fields_in_section(std::uint32_t section) const {
  std::vector<plan::FieldId> fields;
  for (const plan::Item& item : record_->items)
    if (const auto* in = std::get_if<plan::InSection>(&item);
        in != nullptr && in->section == section)
      for (const plan::LoneField& lone : in->fields) fields.push_back(lone.field);
  return fields;
}

std::string Symbols::param_type(plan::ParamId id) const {
  const plan::Param& param = record_->params[id];
  if (param.is_list) return "const schemac::impl::NumberList&";
  return param.range.min < 0 ? "std::int64_t" : "std::uint64_t";
}

bool Symbols::has_sections() const {
  return std::any_of(record_->items.begin(), record_->items.end(), [](const plan::Item& item) {
    return std::holds_alternative<plan::FindSections>(item);
  });
}

std::string starts_type(const Symbols& symbols, const plan::List& list) {
  const plan::Scalar& scalar = *scalar_element(symbols.field(list.stated_starts->list).body);
  return "schemac::StatedStarts<" + stored_type(scalar.dtype) +
         (list.has_slack ? ", true" : ", false") + endian_argument(scalar) + ">";
}

std::string section_offsets(const Symbols& symbols, const std::string& name) {
  const plan::Record& record = symbols.record();
  for (std::uint32_t i = 0; i < record.sections.size(); ++i) {
    if (symbols.section({false, i}) != name) continue;
    return record.sections[i].is_whole_file ? "schemac::impl::Offsets{0, origin_.file.size()}"
                                            : "origin_.offsets_of(" + name + "_)";
  }
  return name + "_";
}
std::string section_offsets(const Symbols& symbols, const plan::SectionRef& reference) {
  return section_offsets(symbols, symbols.section(reference));
}

}  // namespace schemac::emit::cpp
