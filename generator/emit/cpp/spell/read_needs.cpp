#include "emit/cpp/spell/read_needs.h"

#include "emit/cpp/spell/records.h"
#include "model/overload.h"

namespace schemac::emit::cpp {

using plan::Op;

void ReadNeeds::add(const plan::Expr& expr) {
  const Op op = expr.op;
  if (op == Op::length) return add_length(expr.id);
  if (op == Op::size_of) return add_size(expr.id);
  if (op == Op::offset_of) return add_offset(expr.id);
  if (op == Op::plain_size) return add_plain_size(expr.id);
  if (op == Op::is_present) return add_presence(expr.id);
  if (op == Op::field) found_.numbers.insert(expr.id);
  if (op == Op::param || op == Op::param_list) found_.params.insert(expr.id);
  if (op == Op::text_is) (is_content_ ? found_.texts : found_.lengths).insert(expr.id);
  if (op == Op::item || op == Op::last_item || op == Op::product || op == Op::sum || op == Op::list)
    found_.lists.insert(expr.id);
  if (op == Op::inside) found_.views.insert(expr.id);
  if (op == Op::inside) return;  // which is asked for what is in it
  for (const plan::Expr& arg : op == Op::param_list ? expr.args.front().args : expr.args) add(arg);
}

void ReadNeeds::add(const plan::Dims& dims) {
  for (const plan::Expr* each : dims.expressions()) add(*each);
}

void ReadNeeds::add_presence(plan::FieldId id) {
  if (const auto& presence = symbols_.field(id).presence) add(presence->condition);
}

void ReadNeeds::add_order(bool is_of_file) {
  if (is_of_file) add(symbols_.record().byte_order);
}

void ReadNeeds::add_length(plan::FieldId id) {
  const auto add_kept = [&] { found_.lengths.insert(id); };
  std::visit(
      model::Overload{
          [&](const plan::Scalar&) { add_kept(); },
          [&](const plan::Constant&) { add_kept(); },
          [&](const plan::Text&) { add_kept(); },
          [&](const plan::Raw& raw) {
            if (is_content_ || !raw.size || !symbols_.field(id).presence) return add_kept();
            add_presence(id);
            add(raw.size);
          },
          [&](const plan::Array& array) { is_content_ || array.head ? add_kept() : add_size(id); },
          [&](const plan::Nested&) { add_kept(); },
          [&](const plan::List& list) { add_length(id, list); },
          [&](const plan::Switch&) { add_kept(); },
      },
      symbols_.field(id).body.kind);
}

void ReadNeeds::add_length(plan::FieldId id, const plan::List& list) {
  if (scalar_element(list) != nullptr && symbols_.position(id)) {
    found_.lists.insert(id);
  } else if (list.count) {
    add_presence(id);
    add(list.count);
  } else if (!is_content_ || !list.head) {  // else it is asked of the list itself
    found_.lengths.insert(id);
  }
}

void ReadNeeds::add_size(plan::FieldId id) {
  const plan::Field& field = symbols_.field(id);
  if (field.region || field.body.fixed_size) {
    add_presence(id);
    if (field.region) add(field.region->size);
    return;
  }
  const plan::Scalar* element = scalar_element(field.body);
  if (element != nullptr && !is_packed(element->dtype) && !has_head(field.body))
    return add_length(id);
  const auto end = symbols_.end_of(id);
  if (!end) return;
  add_place(*end);
  add_place(symbols_.begin_of(id).anchor);
}

void ReadNeeds::add_offset(plan::FieldId id) {
  if (const auto& jump = symbols_.field(id).jump) return add(jump->target);
  add_place(symbols_.begin_of(id).anchor);
}

// In a walk: of the bytes that are decoded.
void ReadNeeds::add_plain_size(plan::FieldId id) {
  if (is_content_) return;
  const plan::Field& field = symbols_.field(id);
  add_presence(id);
  add(field.codec->algorithm);
  add(field.codec->size);
  add_place(symbols_.begin_of(id).anchor);
}

void ReadNeeds::add_place(plan::AnchorId anchor) {
  (is_content_ ? found_.places : found_.anchors).insert(anchor);
}

}  // namespace schemac::emit::cpp
