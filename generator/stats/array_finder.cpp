#include "stats/array_finder.h"

#include <algorithm>

#include "direct/json/element_json.h"
#include "direct/json/value_json.h"
#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/walk/decode.h"
#include "direct/walk/value_builder.h"
#include "model/overload.h"

namespace schemac::stats {
namespace {

using direct::path_of;
using direct::Spot;

constexpr int deepest = 64;  // records in records, of which some may hold themselves
constexpr int several = 2;

int arrays_in(const plan::Plan& plan, const plan::Record& record, int depth);

// How many arrays there may be: none, one or `several`.
int arrays_in(const plan::Plan& plan, const plan::Body& body, int depth) {
  if (depth > deepest) return several;
  return std::visit(model::Overload{
                        [](const plan::Scalar&) { return 0; },
                        [](const plan::Constant&) { return 0; },
                        [](const plan::Text&) { return 0; },
                        [](const plan::Raw&) { return 0; },
                        [](const plan::Array& array) { return array.dims ? 1 : 0; },
                        [&](const plan::Nested& nested) {
                          return arrays_in(plan, plan.records[nested.record], depth + 1);
                        },
                        [&](const plan::List& list) {
                          return arrays_in(plan, list.element.front(), depth + 1) * several;
                        },
                        [&](const plan::Switch& choice) {
                          int most = 0;
                          for (const plan::Alternative& each : choice.alternatives)
                            most = std::max(most, arrays_in(plan, each.body.front(), depth + 1));
                          return most;
                        },
                    },
                    body.kind);
}

int arrays_in(const plan::Plan& plan, const plan::Record& record, int depth) {
  int count = 0;
  for (const plan::Field& field : record.fields) {
    count += arrays_in(plan, field.body, depth);
    if (count >= several) return several;
  }
  return count;
}

std::string text_of(const nlohmann::ordered_json& json) {
  return json.is_string()
             ? json.get<std::string>()
             : json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

bool ArrayFinder::holds_one_array(const plan::Record& record) {
  const auto known = holds_one_array_.find(&record);
  if (known != holds_one_array_.end()) return known->second;
  return holds_one_array_[&record] = arrays_in(plan_, record, 0) <= 1;
}

void ArrayFinder::begin_record(const Spot& spot, const plan::Record& record) {
  const bool is_element =
      !lists_.empty() && lists_.size() > (open_.empty() ? 0 : open_.back().list_depth);
  Open& open = open_.emplace_back(record);
  open.list_depth = lists_.size();
  if (!is_element || !lists_.back()->unique) return;
  if (*lists_.back()->unique >= record.fields.size()) return;
  open.key = &record.fields[*lists_.back()->unique];
  open.is_key_enough = holds_one_array(record);
  open.path = path_of(spot);
}

void ArrayFinder::end_record() {
  const Open& open = open_.back();
  for (FileArray array : open.found) {
    if (open.key_text) {
      array.name = *open.key_text;
      if (!open.is_key_enough) array.name += array.path.substr(open.path.size());
    }
    tell_(array);
  }
  open_.pop_back();
}

void ArrayFinder::scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) {
  if (open_.empty() || spot.field == nullptr) return;
  Open& open = open_.back();
  open.fields.note_number(spot.field, direct::load_scalar(scalar, bytes));
  if (spot.field != open.key) return;
  open.key_text =
      text_of(direct::to_json(direct::value_of(plan_, scalar, bytes), direct::Payloads::preview));
}

void ArrayFinder::text(const Spot& spot, const plan::Text&, const direct::TextBytes& text_bytes) {
  if (open_.empty() || spot.field == nullptr || spot.field != open_.back().key) return;
  open_.back().key_text = text_of(direct::text_json(text_bytes.characters));
}

void ArrayFinder::scalars(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
                          Bytes bytes) {
  if (!open_.empty()) open_.back().fields.note_list(spot.field, scalar, count, bytes);
}

void ArrayFinder::array(const Spot& spot, const plan::Array& array, Dtype dtype,
                        const std::vector<std::uint64_t>& dims, Bytes bytes) {
  if (!array.dims) return;
  FileArray found;
  found.dtype = dtype;
  found.dims = dims;
  found.is_column_major = array.is_column_major;
  found.endian = array.endian;
  found.offset = static_cast<std::uint64_t>(bytes.data() - file_.data());
  found.bytes = bytes;
  add(spot, std::move(found));
}

void ArrayFinder::absent(const Spot& spot) {
  if (open_.empty() || spot.field == nullptr) return;
  const auto* array = std::get_if<plan::Array>(&spot.field->body.kind);
  if (array == nullptr || !array->dims) return;
  const FieldsRead& fields = open_.back().fields;
  const direct::Outcome dtype = direct::evaluate(array->dtype, plan_, fields);
  const direct::DimsOutcome dims = direct::evaluate_dims(array->dims->terms, plan_, fields);
  if (!dims.ok() || !dtype.ok() || dtype.value < 0 ||
      dtype.value >= schemac::impl::detail::dtype_rows.size())
    return;
  FileArray found;
  found.dtype = static_cast<Dtype>(static_cast<std::uint8_t>(dtype.value));
  found.dims = dims.dims;
  found.is_column_major = array->is_column_major;
  found.endian = array->endian;
  found.has_data = false;
  add(spot, std::move(found));
}

// Arrays in records inside of one with a key wait for that one's end.
void ArrayFinder::add(const Spot& spot, FileArray array) {
  array.path = path_of(spot);
  array.name = array.path;
  const auto keyed = std::find_if(open_.rbegin(), open_.rend(),
                                  [](const Open& open) { return open.key != nullptr; });
  if (keyed == open_.rend()) return tell_(array);
  keyed->found.push_back(std::move(array));
}

}  // namespace schemac::stats
