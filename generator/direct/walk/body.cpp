// Bodies that hold others, single scalars and constants, and what all bodies share: checks and
// faults.
#include <algorithm>
#include <cstring>

#include "direct/walk/walker.h"

namespace schemac::direct {

std::string part_name(const Site& site, std::string_view part) {
  std::string name(site.has_own_frame ? std::string_view() : site.spot.name);
  impl::append_path(name, part);
  return name;
}

Ending Walker::walk_body(const plan::Body& body, Site& site, std::uint64_t& size) {
  return std::visit([&](const auto& kind) { return walk(kind, site, size); }, body.kind);
}

// ---- checks ----

bool Walker::makes(plan::CheckId id) const {
  return plan_.checks[id].level == Level::error || context_->checks_rules();
}

bool Walker::verify(bool holds, plan::CheckId id, const impl::Frame& frame, const std::byte* at,
                    const impl::Facts& facts) {
  if (!makes(id)) return !context_->stopped();
  observer_->checked(id, holds);
  if (holds) return !context_->stopped();
  return context_->note(plan::view_of(plan_.checks[id]), frame, at, facts);
}

bool Walker::verify(bool holds, const std::optional<plan::CheckId>& id, const impl::Frame& frame,
                    const std::byte* at, const impl::Facts& facts) {
  return id ? verify(holds, *id, frame, at, facts) : !context_->stopped();
}

Ending Walker::fault(const impl::Frame& frame, std::span<const impl::Part> parts,
                     const std::byte* begin, const std::byte* end, const Announcement& announced) {
  schemac::impl::Check cause;
  impl::Stretch stretch{parts, nullptr};
  if (announced.cause) {
    cause = plan::view_of(plan_.checks[*announced.cause]);
    stretch.cause = &cause;
    observer_->checked(*announced.cause, false);
  }
  context_->note(impl::Fault{&stretch, begin, end, announced.at, announced.count},
                 announced.frame != nullptr ? *announced.frame : frame, frame);
  has_fault_end_ = context_->fault_end() != 0;
  return Ending::fault;
}

Ending Walker::fault(const impl::Frame& frame, std::span<const impl::Part> parts,
                     const std::byte* begin, const std::byte* end) {
  return fault(frame, parts, begin, end, Announcement());
}

bool Walker::check_padding(const std::optional<plan::CheckId>& id, const impl::Frame& frame,
                           const std::byte* begin, const std::byte* end) {
  if (!id || !makes(*id)) return !context_->stopped();
  const std::byte* found = impl::find_not(begin, end);
  const std::uint64_t value = found == end ? 0 : std::to_integer<std::uint64_t>(*found);
  return verify(found == end, *id, frame, found, impl::Facts{value});
}

std::uint64_t Walker::size_by(const plan::Expr& expr, const Scope& scope) const {
  const Outcome outcome = evaluated(expr, scope);
  return outcome.ok() ? saturated(outcome.value) : ~std::uint64_t{0};
}

impl::Facts Walker::facts_of(const std::vector<plan::Expr>& exprs, const Scope& scope,
                             const Element& element) const {
  return direct::facts_of(exprs, plan_, scope, element);
}

schemac::impl::Check Walker::form_of(const plan::Scalar& scalar) const {
  return scalar.form ? plan::view_of(plan_.checks[*scalar.form]) : schemac::impl::Check();
}

// ---- scalars and constants ----

// A member of other versions is as unknown as one of no version, but is told apart.
void Walker::check_member(const plan::Scalar& scalar, const impl::Frame& frame, const std::byte* at,
                          Int128 value, Int128 version) {
  const plan::EnumMember* member = member_of(plan_.enums[*scalar.enumeration], value);
  verify(member != nullptr, scalar.unknown_member, frame, at, impl::Facts{fact_of(value)});
  if (member == nullptr || !scalar.versioned) return;
  const auto& [since, until, range] = member->versions;
  const auto facts = [&](const std::optional<std::uint32_t>& limit) {
    return impl::Facts{fact_of(value), fact_of(version), limit.value_or(0)};
  };
  verify(!since || version >= *since, scalar.versioned->early_member, frame, at, facts(since));
  verify(!until || version < *until, scalar.versioned->late_member, frame, at, facts(until));
}

bool Walker::check_scalar(const plan::Scalar& scalar, const Scope& scope, const impl::Frame& frame,
                          const std::byte* at, Int128 value) {
  const impl::Facts facts{fact_of(value)};
  Outcome version{0};
  if (scalar.versioned) version = evaluated(scalar.versioned->version, scope);
  if (scalar.constant_check && scalar.constant) {
    verify(value == *scalar.constant, *scalar.constant_check, frame, at, facts);
  }
  if (scalar.enumeration && scalar.unknown_member)
    check_member(scalar, frame, at, value, version.value);
  if (scalar.boolean) verify(value == 0 || value == 1, *scalar.boolean, frame, at, facts);
  if (scalar.unknown_flag) {
    std::uint64_t known = 0;
    for (const plan::Flag& flag : scalar.flags)
      if (flag.versions.include(version.value)) known |= flag.mask();
    const std::uint64_t unknown = static_cast<std::uint64_t>(value) & ~known;
    verify(unknown == 0, *scalar.unknown_flag, frame, at,
           impl::Facts{fact_of(value), unknown, fact_of(version.value)});
  }
  return !context_->stopped();
}

Ending Walker::walk(const plan::Scalar& scalar, Site& site, std::uint64_t& size) {
  if (scalar.coding == plan::Coding::integer) return walk_integer(scalar, site, size);
  size = stored_size(scalar);
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  const bool is_whole = size <= static_cast<std::uint64_t>(site.end - site.begin);
  if (!is_whole || !has_form(scalar, site.begin)) {
    const std::string name = part_name(site, "");
    const schemac::impl::Check form = form_of(scalar);
    const impl::Part part = part_of(scalar, name, form);
    return fault(frame, {&part, 1}, site.begin, site.end);
  }
  if (scalar.form) observer_->checked(*scalar.form, true);
  const Bytes bytes(site.begin, size);
  const Int128 value = load_scalar(scalar, bytes);
  const std::byte* at = content_of(scalar, bytes).data();
  if (site.state != nullptr) {
    site.state->number = value;
    site.state->begin = at;
  }
  observer_->scalar(site.spot, scalar, bytes);
  return check_scalar(scalar, site.scope, frame, at, value) ? Ending::whole : Ending::fault;
}

Ending Walker::walk(const plan::Constant& constant, Site& site, std::uint64_t& size) {
  size = constant.bytes.size();
  const impl::Frame own = own_frame(site);
  const impl::Frame& frame = site.has_own_frame ? own : *site.spot.frame;
  if (size > static_cast<std::uint64_t>(site.end - site.begin)) {
    const std::string name = part_name(site, "");
    const impl::Part part{name, size, false, false};
    return fault(frame, {&part, 1}, site.begin, site.end);
  }
  observer_->constant(site.spot, constant, Bytes(site.begin, size));
  const bool holds = size == 0 || std::memcmp(site.begin, constant.bytes.data(), size) == 0;
  impl::Facts facts;
  facts.text = impl::text_at(site.begin, size);
  return verify(holds, constant.check, frame, site.begin, facts) ? Ending::whole : Ending::fault;
}

// ---- records and alternatives ----

void Walker::pass_args(const Scope& from, const plan::Nested& nested, RecordScope& to) {
  for (const plan::Expr& arg : nested.args) {
    to.param_lists.push_back(find_list(arg, from));
    const Outcome outcome = evaluated(arg, from);
    const Int128 most = arg.range.min < 0 ? model::max_i64 : model::max_u64;
    to.params.push_back(outcome.ok() ? outcome.value : most);
  }
}

Ending Walker::walk(const plan::Nested& nested, Site& site, std::uint64_t& size) {
  return nested.json ? walk_text(nested, site, size) : walk_record_in(nested, site, size);
}

Ending Walker::walk_record_in(const plan::Nested& nested, Site& site, std::uint64_t& size) {
  const plan::Record& record = plan_.records[nested.record];
  const impl::Frame frame = own_frame(site);
  if (record.is_recursive) {
    const bool may_enter = context_->enter();
    if (record.depth) verify(may_enter, *record.depth, frame, site.begin);
    if (!may_enter) {
      context_->leave();
      has_fault_end_ = false;
      return Ending::fault;
    }
  }
  auto walked = std::make_unique<RecordScope>(plan_, record, frame, site.begin, site.end, space_);
  RecordScope& scope = *walked;
  pass_args(site.scope, nested, scope);
  for (const plan::SectionRef& section : nested.sections)
    scope.section_params.push_back(site.scope.section(section));
  add_whole_file_sections(scope);
  observer_->begin_record(site.spot, record);
  const Ending ending = walk_record(scope);
  if (ending == Ending::whole) size = static_cast<std::uint64_t>(scope.at(record.end) - site.begin);
  if (ending == Ending::whole && nested.has_slack) walk_slack(record, frame, site, size);
  observer_->end_record();
  if (record.is_recursive) context_->leave();
  if (ending != Ending::whole) return ending;
  if (site.key != nullptr) take_key(scope, *site.key);
  if (site.place != nullptr) take_key(scope, *site.place);
  if (site.keep != nullptr) {
    scope.frame = nullptr;  // it ends here
    *site.keep = std::move(walked);
    return Ending::whole;
  }
  const plan::Field* field = site.spot.field;
  if (field != nullptr && field->is_looked_into && !site.has_own_frame) {
    scope.frame = nullptr;  // it ends here
    site.scope.held[plan::id_of(*site.scope.record, *field)] = std::move(walked);
  }
  return Ending::whole;
}

// What lies between an element and the next one is its own.
void Walker::walk_slack(const plan::Record& record, const impl::Frame& frame, const Site& site,
                        std::uint64_t& size) {
  const std::byte* const end = site.begin + size;
  if (site.next == nullptr || site.next <= end) return;
  observer_->slack({&frame, record.slack->name, impl::Frame::no_index, nullptr}, *record.slack,
                   Bytes(end, site.next));
  size = static_cast<std::uint64_t>(site.next - site.begin);
}

void Walker::take_key(const RecordScope& scope, Key& key) const {
  const FieldState& state = scope.fields[key.field];
  const plan::Body& body = scope.record->fields[key.field].body;
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  key.at = state.begin;
  key.number = state.number;
  key.is_number = scalar != nullptr;
  key.is_list = std::holds_alternative<plan::List>(body.kind);
  key.texts.clear();
  if (scalar != nullptr) {
    key.text = impl::text_at(state.begin, bit_count(scalar->dtype) / 8);
  } else if (!key.is_list) {
    key.text = impl::text_at(state.content, state.length);
  } else {
    const std::byte* at = state.content;
    for (std::uint64_t i = 0; i < state.length; ++i) {
      impl::msgpack::HeadAt head;
      if (!find_head(plan::HeadForm::text, at, scope.end, head)) return;  // it was walked before
      key.texts.push_back(impl::text_at(head.behind, head.number));
      at = head.behind + head.number;
    }
  }
}

Ending Walker::walk(const plan::Switch& choice, Site& site, std::uint64_t& size) {
  const Outcome tag = evaluated(choice.tag, site.scope);
  if (tag.failure == Failure::unknown) return Ending::skipped;
  bool is_known = true;
  if (tag.ok() && choice.is_unknown_told) {
    is_known = member_of(plan_.enums[*choice.tag_enum], tag.value) != nullptr;
  }
  if (!is_known) return Ending::skipped;  // noted at the tag
  const auto chosen = std::find_if(
      choice.alternatives.begin(), choice.alternatives.end(),
      [&](const plan::Alternative& alternative) {
        const auto& tags = alternative.tags;
        return tag.ok() &&
               (tags.empty() || std::find(tags.begin(), tags.end(), tag.value) != tags.end());
      });
  if (chosen == choice.alternatives.end()) {
    const std::byte* at =
        choice.tag_field ? site.scope.fields[*choice.tag_field].begin : site.begin;
    verify(false, choice.no_case, *site.spot.frame, at,
           impl::Facts{tag.ok() ? fact_of(tag.value) : ~std::uint64_t{0}});
    return Ending::skipped;
  }
  if (!choice.alternatives.back().tags.empty()) observer_->checked(choice.no_case, true);
  site.has_own_frame = true;
  observer_->begin_alternative(site.spot, choice, *chosen);
  const Ending ending = walk_body(chosen->body.front(), site, size);
  observer_->end_alternative();
  return ending;
}

}  // namespace schemac::direct
