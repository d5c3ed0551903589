#include "direct/walk/walk.h"

#include <algorithm>
#include <cstring>

#include "direct/codecs.h"
#include "direct/pieces/joined_array.h"
#include "direct/pieces/parts.h"
#include "direct/walk/value_builder.h"
#include "direct/walk/walker.h"
#include "schemac/check/check_codec.h"
#include "schemac/core/joined_array.h"
#include "schemac/digest/digester.h"
#include "schemac/read/joiner.h"
#include "schemac/walk/parts.h"

namespace schemac::direct {

Certainty walk(const plan::Plan& plan, const plan::Root& root, impl::Context& context,
               Observer& observer, PayloadOrder order) {
  Walker walker(plan, context, observer, order);
  walker.walk_file(root);
  return walker.certainty();
}

bool walk_alone(const plan::Plan& plan, const plan::Nested& nested, const Scope& holder,
                const impl::Frame& frame, impl::Context& context) {
  Observer unobserved;
  Walker walker(plan, context, unobserved, PayloadOrder::expected);
  return walker.walk_alone(nested, holder, frame);
}

bool Walker::walk_alone(const plan::Nested& nested, const Scope& holder, const impl::Frame& frame) {
  const plan::Record& record = plan_.records[nested.record];
  RecordScope scope(plan_, record, frame, space_.data(), space_.data() + space_.size(), space_);
  pass_args(holder, nested, scope);
  return walk_record(scope) == Ending::whole && scope.at(record.end) == scope.end;
}

void Walker::walk_file(const plan::Root& root) {
  const impl::Frame frame;
  if (!check_magic(root, frame)) return;
  const plan::Record& record = plan_.records[root.record];
  RecordScope scope(plan_, record, frame, space_.data(), space_.data() + space_.size(), space_);
  add_whole_file_sections(scope);
  if (record.depth && !context_->enter()) {
    verify(false, *record.depth, frame, space_.data());
    return;
  }
  observer_->begin_record(Spot{nullptr, "", impl::Frame::no_index, nullptr}, record);
  const Ending ending = walk_record(scope);
  observer_->end_record();
  if (ending == Ending::whole) check_trailing(root, scope);
  if (ending == Ending::whole && asks_arrays_) check_arrays(root, frame);
}

void Walker::check_trailing(const plan::Root& root, const RecordScope& scope) {
  const plan::Record& record = *scope.record;
  if (context_->stopped() || !root.trailing || !record.sections.empty()) return;
  const std::byte* const end = scope.end;
  const std::byte* behind = scope.at(record.end);
  verify(behind == end, *root.trailing, *scope.frame, behind,
         impl::Facts{static_cast<std::uint64_t>(end - behind)});
}

// What arrays are is told by values, which are read once more for that.
void Walker::check_arrays(const plan::Root& root, const impl::Frame& frame) {
  const plan::Record& record = plan_.records[root.record];
  const bool has_parts =
      std::any_of(record.parts.begin(), record.parts.end(), [&](const plan::StatedParts& parts) {
        return impl::may_check_arrays(*context_, plan::view_of(plan_.checks[parts.outside]));
      });
  const bool has_checks =
      std::any_of(record.arrays.begin(), record.arrays.end(), [&](const auto& array) {
        return array.size_check &&
               impl::may_check_arrays(*context_, plan::view_of(plan_.checks[*array.size_check]));
      });
  if (!has_checks && !has_parts) return;
  ValueBuilder builder(plan_, {context_->limits().memory / 16 + space_.size(), false});
  impl::Context own(space_, context_->limits(), impl::Strictness::read);
  Walker reader(plan_, own, builder, PayloadOrder::expected);
  reader.asks_arrays_ = false;
  reader.walk_file(root);
  const Value values = builder.take();
  const auto* members = std::get_if<Members>(&values.kind);
  for (const plan::JoinedArray& array : record.arrays) {
    const Value* const value = members == nullptr ? nullptr : members->find(array.form.name);
    const auto* joined = value == nullptr ? nullptr : std::get_if<Joined>(&value->kind);
    if (joined == nullptr || !array.size_check) continue;
    const std::uint64_t needed = needed_bytes(*joined);
    const std::byte* const at =
        joined->pieces.empty() ? space_.data() : joined->pieces.front().bytes.stored().data();
    if (!verify(needed == joined->size, *array.size_check, frame, at,
                impl::Facts{joined->size, needed}))
      return;
  }
  for (const plan::StatedParts& parts : record.parts)
    if (members != nullptr && !check_parts(parts, record, values, frame)) return;
}

// What elements say of bytes that they share.
bool Walker::check_parts(const plan::StatedParts& form, const plan::Record& record,
                         const Value& values, const impl::Frame& frame) {
  const std::string& name = record.fields[form.field].name;
  const Value* const held = std::get<Members>(values.kind).find(name);
  const auto* bytes = held == nullptr ? nullptr : std::get_if<RawBytes>(&held->kind);
  if (bytes == nullptr) return true;
  const schemac::impl::Check outside = plan::view_of(plan_.checks[form.outside]);
  const schemac::impl::Check overlap = plan::view_of(plan_.checks[form.overlap]);
  const schemac::impl::Check gap = plan::view_of(plan_.checks[form.gap]);
  const std::string list = model::path_text(form.form.list, model::Indices::left_out);
  const std::string place = model::path_text(form.form.begin, model::Indices::left_out);
  const impl::PartChecks checks{outside, overlap, gap, list, place};
  if (!may_check_parts(*context_, checks)) return true;
  impl::Parts parts = find_parts(plan_, record, values, form.form);
  bool are_inside = true, are_apart = true, are_all = true;
  const bool goes_on =
      parts.find(bytes->content.bytes.size(), [&](const impl::Parts::Found& found) {
        are_inside = are_inside && found.flaw != impl::Parts::Flaw::outside;
        are_apart = are_apart && found.flaw != impl::Parts::Flaw::overlap;
        are_all = are_all && found.flaw != impl::Parts::Flaw::gap;
        return note_flaw(*context_, frame, checks, found, bytes->content.bytes);
      });
  observer_->checked(form.outside, are_inside);
  if (makes(form.overlap)) observer_->checked(form.overlap, are_apart);
  if (makes(form.gap)) observer_->checked(form.gap, are_all);
  return goes_on;
}

// A file that is too short for its magic is truncated, unless what is there differs already.
bool Walker::check_magic(const plan::Root& root, const impl::Frame& frame) {
  if (!root.magic_is_required) return true;
  const std::size_t size = std::min(root.magic.size(), space_.size());
  const plan::Body& first = plan_.records[root.record].fields.front().body;
  const auto* scalar = std::get_if<plan::Scalar>(&first.kind);
  if (scalar != nullptr && size < root.magic.size()) return true;  // a part of a number is none
  const bool holds = size == 0 || std::memcmp(space_.data(), root.magic.data(), size) == 0;
  impl::Facts facts;
  facts.text = impl::text_at(space_.data(), size);
  if (scalar != nullptr)
    facts.a = fact_of(load_number(scalar->dtype, scalar->endian, space_.data()));
  verify(holds, root.magic_check, frame, space_.data(), facts);
  return holds && !context_->stopped();
}

std::unique_ptr<FilePlaces> Walker::file_places(const plan::Section& section,
                                                const impl::Frame& root) {
  const auto form = [&](std::optional<plan::CheckId> check) {
    return check ? plan::view_of(plan_.checks[*check]) : schemac::impl::Check{};
  };
  auto places = std::make_unique<FilePlaces>(FilePlaces{form(section.gap), form(section.unclaimed),
                                                        form(section.trailing), form(section.place),
                                                        impl::FileExtents(*context_, {}, root)});
  impl::FileChecks checks;
  if (section.gap) checks.padding = &places->padding;
  if (section.unclaimed) checks.unclaimed = &places->unclaimed;
  if (section.trailing) checks.trailing = &places->trailing;
  if (section.place) checks.place = &places->place;
  places->extents = impl::FileExtents(*context_, checks, root);
  if (order_ == PayloadOrder::any) places->extents.keep_all();
  return places;
}

void Walker::add_whole_file_sections(RecordScope& scope) {
  scope.sections.resize(scope.record->sections.size());
  for (std::size_t i = 0; i < scope.sections.size(); ++i) {
    SectionState& state = scope.sections[i];
    state.section = &scope.record->sections[i];
    state.owner = scope.frame;
    if (!state.section->is_whole_file) continue;
    state.end = space_.size();
    state.file = file_places(*state.section, *scope.frame);
  }
}

Ending Walker::walk_record(RecordScope& scope) {
  for (const plan::Item& item : scope.record->items) {
    const Ending ending = walk_item(scope, item);
    if (ending != Ending::whole) return Ending::fault;
    if (context_->stopped()) return Ending::fault;
  }
  return Ending::whole;
}

Ending Walker::walk_item(RecordScope& scope, const plan::Item& item) {
  struct Visitor {
    Walker& walker;
    RecordScope& scope;
    Ending operator()(const plan::Run& run) const { return walker.walk_run(scope, run); }
    Ending operator()(const plan::Place& place) const {
      const std::byte* behind = scope.begin;
      const std::byte* begin =
          scope.record->fields[place.field].jump ? scope.begin : scope.at(place.begin);
      const Ending ending = walker.walk_field(scope, place.field, begin, scope.end, behind);
      if (place.end) scope.anchors[*place.end] = behind;
      return ending;
    }
    Ending operator()(const plan::Pad& pad) const { return walker.walk_pad(scope, pad); }
    Ending operator()(const plan::Require& require) const {
      return walker.walk_require(scope, require);
    }
    Ending operator()(const plan::CheckElements& item) const {
      return walker.check_elements(scope, item);
    }
    Ending operator()(const plan::CheckDigest& item) const {
      return walker.check_digest(scope, item);
    }
    Ending operator()(const plan::CheckCodec& item) const {
      return walker.check_codec(scope, item);
    }
    Ending operator()(const plan::FindSections& find) const {
      return walker.find_sections(scope, find);
    }
    Ending operator()(const plan::InSection& section) const {
      return walker.in_section(scope, section);
    }
    Ending operator()(const plan::FinishSections&) const { return walker.finish_sections(scope); }
    Ending operator()(const plan::MessageFields& message) const {
      return walker.walk_message(scope, message);
    }
  };
  return std::visit(Visitor{*this, scope}, item);
}

Ending Walker::walk_pad(RecordScope& scope, const plan::Pad& pad) {
  const std::byte* begin = scope.at(pad.begin);
  const std::byte* origin = pad.of_record ? scope.begin : space_.data();
  const std::uint64_t size =
      impl::padding_to(static_cast<std::uint64_t>(begin - origin), pad.multiple);
  if (size > static_cast<std::uint64_t>(scope.end - begin)) {
    const impl::Part part{"padding", size, false, false};
    return fault(*scope.frame, {&part, 1}, begin, scope.end);
  }
  scope.anchors[pad.end] = begin + size;
  if (size == 0) return Ending::whole;
  observer_->padding(Spot{scope.frame, "padding", impl::Frame::no_index, nullptr},
                     Bytes(begin, size));
  return check_padding(pad.padding, *scope.frame, begin, begin + size) ? Ending::whole
                                                                       : Ending::fault;
}

Ending Walker::walk_require(RecordScope& scope, const plan::Require& require) {
  if (!makes(require.check)) return Ending::whole;
  const std::byte* at = scope.begin;
  if (require.at) {
    const FieldState& state = scope.fields[require.at->field];
    if (state.status == FieldStatus::unseen || state.status == FieldStatus::broken)
      return Ending::whole;
    if (const std::byte* begin = scope.begin_of(*require.at)) at = begin;
  }
  const Outcome outcome = evaluated(require.condition, scope);
  if (outcome.failure == Failure::unknown) return Ending::whole;
  const bool holds = outcome.ok() && outcome.value != 0;
  verify(holds, require.check, *scope.frame, at,
         holds ? impl::Facts{} : facts_of(require.facts, scope, {}));
  return ended(Ending::whole);
}

Ending Walker::check_digest(RecordScope& scope, const plan::CheckDigest& item) {
  const FieldState& state = scope.fields[item.field];
  const plan::Digest& digest = *plan::digest_of(scope.record->fields[item.field]);
  if (state.status != FieldStatus::read || state.size == 0 || !makes(digest.check))
    return Ending::whole;
  const Outcome code = evaluated(digest.algorithm, scope);
  impl::Digester digester(code.ok() ? saturated(code.value) : 0, digest.endian);
  for (const auto& [first, last] : digest.over) {
    const std::byte* begin = scope.fields[first].first;
    const FieldState& behind = scope.fields[last];
    if (begin != nullptr) digester.add(Bytes(begin, behind.first + behind.size));
  }
  const bool is_right =
      std::ranges::equal(digester.finish(), Bytes(state.begin, state.begin + state.size));
  return verify(is_right, digest.check, *scope.frame, state.begin) ? Ending::whole : Ending::fault;
}

Ending Walker::check_codec(RecordScope& scope, const plan::CheckCodec& item) {
  const FieldState& state = scope.fields[item.field];
  const plan::Codec& codec = *scope.record->fields[item.field].codec;
  if (state.status != FieldStatus::read || !makes(codec.malformed)) return Ending::whole;
  const Bytes stored(state.begin, static_cast<std::size_t>(state.size));
  const CodedBytes coded = coded_bytes(codec, plan_, scope, stored);
  if (coded.codec() == nullptr) return Ending::whole;
  std::uint64_t size = 0;
  const CodecFlaw flaw = impl::find_flaw(coded, context_->limits(), size);
  const std::byte* stated_at = codec.stated_by ? scope.fields[*codec.stated_by].begin : state.begin;
  const bool goes_on =
      verify(flaw != CodecFlaw::too_large, codec.too_large, *scope.frame, state.begin,
             impl::Facts{size, context_->limits().decoded}) &&
      verify(flaw != CodecFlaw::malformed, codec.malformed, *scope.frame, state.begin) &&
      verify(flaw != CodecFlaw::size, codec.size_check, *scope.frame, stated_at, impl::Facts{size});
  if (!goes_on) return Ending::fault;
  if (!codec.content || flaw != CodecFlaw::none) return Ending::whole;
  Blob plain;
  if (coded.decode(plain, context_->limits()) != CodecFlaw::none) return Ending::whole;
  const auto flaws = impl::json::parse(plain.bytes(), context_->limits()).flaws;
  return note_flaws(codec.content->checks, true, *scope.frame, flaws, state.begin)
             ? ended(Ending::whole)
             : Ending::fault;
}

}  // namespace schemac::direct
