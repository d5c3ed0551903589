// Gives everything its place, in file order: first what lies in line, then section after section.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/numeral.h"
#include "direct/scalar_of.h"
#include "direct/write/tree.h"
#include "model/overload.h"
#include "plan/expression_nodes.h"
#include "schemac/base/checked.h"
#include "schemac/check/check.h"
#include "schemac/walk/stated_place.h"
#include "schemac/write/given_places.h"

namespace schemac::direct {
namespace {

std::uint64_t align_up(std::uint64_t x, std::uint64_t unit) {
  return x + impl::padding_to(x, unit);
}

// A field that lies elsewhere, and the record that holds it.
struct Placed {
  RecordNode* record;
  plan::FieldId field;
};

class Placer {
 public:
  explicit Placer(RecordNode& root) : root_(root) {}

  std::uint64_t place() {
    place_record(root_, 0);
    std::uint64_t end = std::max(reached_, root_.begin + root_.size);
    // What lies in no declared section comes after all of them.
    for (std::uint32_t i = 0; i < root_.sections.size(); ++i) {
      if (root_.record.sections[i].is_whole_file) end = place_payloads(root_, i, end);
    }
    root_.state.file_size = end;
    check_places();
    return end;
  }

 private:
  using Target = std::pair<RecordNode*, std::uint32_t>;  // a section of a record

  void place_record(RecordNode& node, std::uint64_t begin) {
    node.begin = begin;
    node.anchors[0] = begin;
    if (const plan::MessageFields* message = node.record.message()) {
      const bool is_text = node.nested != nullptr && node.nested->json;
      if (!node.encoded || is_text) node.encoded = encode_message(node);
      if (is_text) node.encoded = text_of(node, begin);
      node.anchors[message->end] = begin + node.encoded->size();
    }
    for (const plan::Item& item : node.record.items)
      std::visit(model::Overload{
                     [&](const plan::Run& run) { place_run(node, run); },
                     [&](const plan::LoneField& lone) { place_inline(node, lone); },
                     [&](const plan::Pad& pad) { place_pad(node, pad); },
                     [](const plan::Require&) {},
                     [](const plan::CheckElements&) {},
                     [](const plan::CheckDigest&) {},
                     [](const plan::CheckCodec&) {},
                     [&](const plan::FindSections& find) {
                       place_sections(node, at(node, find.inline_end));
                     },
                     [](const plan::InSection&) {},
                     [](const plan::FinishSections&) {},
                     [](const plan::MessageFields&) {},
                 },
                 item);
    node.size = at(node, node.record.end) - begin;
  }

  // A record in JSON, whose message is known.
  static std::vector<std::byte> text_of(const RecordNode& node, std::uint64_t begin) {
    const std::string text =
        impl::json::text_of(*node.encoded, node.state.texts.form_of(node.nested->record), begin);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
  }

  static std::uint64_t at(const RecordNode& node, const plan::Position& position) {
    return node.anchors[position.anchor] + position.distance;
  }

  void place_run(RecordNode& node, const plan::Run& run) {
    const std::uint64_t begin = at(node, run.begin);
    if (run.condition) return place_limited_run(node, run, begin);
    std::uint64_t front = 0;
    for (const plan::RunField& each : run.fixed) {
      front = std::max(front, each.distance + each.size);
      if (each.field) place_field(node, *each.field, begin + each.distance);
    }
    if (!run.counted) return;
    const std::uint64_t size = place_field(node, run.counted->list, begin + front);
    const std::uint64_t after = begin + front + size;
    node.anchors[run.counted->after] = after;
    for (const plan::RunField& each : run.after) {
      if (each.field) place_field(node, *each.field, after + each.distance);
    }
  }

  void place_limited_run(RecordNode& node, const plan::Run& run, std::uint64_t begin) {
    std::uint64_t size = 0;
    for (const plan::RunField& each : run.fixed) {
      place_field(node, *each.field, begin + each.distance);
      size += each.size;
    }
    node.anchors[run.end] = begin + (is_there(node, run) ? size : 0);
  }

  // The first member that can be absent says it for all; checks refuse one that differs.
  static bool is_there(const RecordNode& node, const plan::Run& run) {
    for (const plan::RunField& each : run.fixed) {
      const plan::Field& field = node.record.fields[*each.field];
      if (field.has_member() && field.is_optional()) return node.fields[*each.field].is_present;
    }
    return evaluate(*run.condition, node.state.plan, node).value != 0;
  }

  void place_inline(RecordNode& node, const plan::LoneField& lone) {
    if (node.record.fields[lone.field].jump) return;  // its section will
    const std::uint64_t begin = at(node, lone.begin);
    const std::uint64_t size = place_field(node, lone.field, begin);
    if (lone.end) node.anchors[*lone.end] = begin + size;
  }

  void place_pad(RecordNode& node, const plan::Pad& pad) {
    const std::uint64_t begin = at(node, pad.begin);
    node.anchors[pad.end] =
        begin + impl::padding_to(begin - (pad.of_record ? node.begin : 0), pad.multiple);
  }

  // What no value says to be absent may be so, too: its condition decides.
  std::uint64_t place_field(RecordNode& node, plan::FieldId id, std::uint64_t begin) {
    const plan::Field& field = node.record.fields[id];
    FieldNode& made = node.fields[id];
    if (field.presence && !(field.has_member() && field.is_optional())) {
      const Outcome condition = evaluate(field.presence->condition, node.state.plan, node);
      made.is_present = condition.ok() && condition.value != 0;
    }
    made.content.begin = begin;
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (made.is_present && scalar != nullptr) {
      const Int128 number = scalar->varies() ? number_for_size(node, id, begin) : Int128{0};
      if (!made.spelled.empty() && !is_spelled(*scalar, number, made.spelled)) made.spelled = {};
      made.content.size =
          made.spelled.empty() ? written_size(*scalar, number) : made.spelled.size();
    } else if (made.is_present) {
      place_body(node, made.content, begin);
    }
    made.is_placed = true;
    return made.is_present && is_of_version(node, field) ? made.content.size : 0;
  }

  // The number of a field that is as long as it needs. What it measures lies after it and doesn't
  // depend on its place: that is found out anywhere first.
  Int128 number_for_size(RecordNode& node, plan::FieldId id, std::uint64_t begin) {
    const Outcome known = node.number(id);
    const auto& derivation = node.record.fields[id].derivation;
    if (known.ok() || !derivation) return known.value;
    std::vector<plan::FieldId> measured;
    for (const plan::FieldId other : plan::fields_of(*derivation)) {
      const plan::Body& body = node.record.fields[other].body;
      if (node.fields[other].is_placed || std::holds_alternative<plan::Scalar>(body.kind)) continue;
      place_field(node, other, begin);
      measured.push_back(other);
    }
    const Outcome number = node.number(id);
    for (const plan::FieldId other : measured) node.fields[other].is_placed = false;
    return number.value;
  }

  // A value that the file's version has no place for takes none; checks refuse it.
  static bool is_of_version(const RecordNode& node, const plan::Field& field) {
    if (!field.availability) return true;
    const Outcome condition = evaluate(field.availability->condition, node.state.plan, node);
    return !condition.ok() || condition.value != 0;
  }

  void place_body(RecordNode& owner, BodyNode& node, std::uint64_t begin) {
    node.begin = begin;
    if (node.coded) {
      node.size = length_of(node);
      return;
    }
    node.size =
        std::visit([&](const auto& kind) { return size_of(owner, node, kind); }, node.body->kind);
    // Of a fixed size is also what is refused because it has another one.
    if (node.body->fixed_size) node.size = *node.body->fixed_size;
  }

  std::uint64_t size_of(RecordNode&, BodyNode& node, const plan::Scalar& scalar) {
    const auto* number = node.value == nullptr ? nullptr : std::get_if<Number>(&node.value->kind);
    return written_size(scalar, number == nullptr ? Int128{0} : number->value);
  }
  static std::uint64_t head_of(const std::optional<plan::Head>& head, std::uint64_t number) {
    return head ? head_size(head->form, number) : 0;
  }
  std::uint64_t size_of(RecordNode&, BodyNode&, const plan::Constant& constant) {
    return constant.bytes.size();
  }
  std::uint64_t size_of(RecordNode& owner, BodyNode& node, const plan::Text& text) {
    std::uint64_t size = length_of(node);
    if (text.filler) {
      const Outcome room = evaluate(*text.size, owner.state.plan, owner);
      return room.ok() ? std::max(size, saturated(room.value)) : size;
    }
    size += head_of(text.head, size);
    if (text.prefix) size += bit_count(text.prefix->dtype) / 8;
    if (text.terminator) ++size;
    node.padding = impl::padding_to(size, text.pad);
    return size + node.padding;
  }
  std::uint64_t size_of(RecordNode& owner, BodyNode& node, const plan::Raw& raw) {
    if (!raw.digest) return head_of(raw.head, length_of(node)) + length_of(node);
    const Outcome size = evaluate(*raw.size, owner.state.plan, owner);
    return size.ok() ? saturated(size.value) : 0;
  }
  std::uint64_t size_of(RecordNode&, BodyNode& node, const plan::Array& array) {
    return head_of(array.head, length_of(node)) + length_of(node);
  }
  std::uint64_t size_of(RecordNode&, BodyNode& node, const plan::Nested&) {
    if (node.record == nullptr) return 0;
    place_record(*node.record, node.begin);
    return node.record->size + node.record->slack.size();
  }
  std::uint64_t size_of(RecordNode& owner, BodyNode& node, const plan::List& list) {
    if (list.starts_of)
      return *list.element.front().fixed_size * length_of(owner.fields[*list.starts_of].content);
    std::uint64_t size = head_of(list.head, length_of(node));
    if (const Content* content = content_of(node.value)) {
      const plan::Scalar* scalar = scalar_of(list);
      const bool is_plain = scalar == nullptr || scalar->coding == plan::Coding::plain;
      return is_plain ? size + content->bytes.size()
                      : size + length_of(node) * stored_size(*scalar);
    }
    for (BodyNode& each : node.inner) {
      place_body(owner, each, node.begin + size);
      size += each.size;
    }
    return size;
  }
  std::uint64_t size_of(RecordNode& owner, BodyNode& node, const plan::Switch&) {
    if (node.inner.empty()) return 0;
    place_body(owner, node.inner.front(), node.begin);
    return node.inner.front().size;
  }

  // ---- sections ----

  void place_sections(RecordNode& node, std::uint64_t reached) {
    for (std::uint32_t i = 0; i < node.sections.size(); ++i) {
      const plan::Section& section = node.record.sections[i];
      if (section.is_whole_file) continue;
      const std::uint64_t begin = section_begin(node, section, reached);
      node.sections[i].reached = reached;
      node.sections[i].begin = begin;
      node.sections[i].is_placed = true;
      node.sections[i].content_begin = place_fields_in(node, i, begin);
      const std::uint64_t payloads_end = place_payloads(node, i, node.sections[i].content_begin);
      const std::uint64_t end = std::max(payloads_end, node.sections[i].empty_at);
      reached = begin + align_up(end - begin, section.pad);
      node.sections[i].end = reached;
    }
    reached_ = std::max(reached_, reached);
  }

  static std::uint64_t section_begin(const RecordNode& node, const plan::Section& section,
                                     std::uint64_t reached) {
    if (!section.given || section.given->is_late) return align_up(reached, section.align);
    return impl::given_begin(target_of(node, section.given->target), reached, section.align);
  }

  std::uint64_t place_fields_in(RecordNode& node, std::uint32_t section, std::uint64_t begin) {
    for (const plan::Item& item : node.record.items) {
      const auto* in = std::get_if<plan::InSection>(&item);
      if (in == nullptr || in->section != section) continue;
      for (const plan::LoneField& lone : in->fields) {
        if (node.record.fields[lone.field].jump) continue;
        begin += place_field(node, lone.field, begin);
        if (lone.end) node.anchors[*lone.end] = begin;
      }
    }
    return begin;
  }

  // In the order of a visit: depth first through the values as they are declared.
  std::uint64_t place_payloads(RecordNode& owner, std::uint32_t section, std::uint64_t reached) {
    std::vector<Placed> placed;
    visit(root_, Target{&owner, section}, placed);
    starts_[Target{&owner, section}] = reached;
    for (const Placed& each : placed) {
      const plan::Field& field = each.record->record.fields[each.field];
      const plan::Jump& jump = *field.jump;
      if (jump.is_given) {
        reached = place_given(each, reached, owner.sections[section]);
        continue;
      }
      reached = align_up(reached, jump.align);
      reached += place_field(*each.record, each.field, reached);
    }
    return reached;
  }

  // Where the values say, if that is possible; what has no bytes takes no place.
  std::uint64_t place_given(const Placed& placed, std::uint64_t reached, SectionNode& section) {
    const plan::Jump& jump = *placed.record->record.fields[placed.field].jump;
    const std::uint64_t at =
        jump.is_late ? align_up(reached, jump.align) : place_of_own_size(placed, reached);
    const bool is_possible = at < reached || at - reached <= impl::Placing::largest_gap;
    const std::uint64_t size =
        place_field(*placed.record, placed.field, is_possible ? at : reached);
    const std::uint64_t begin = placed.record->fields[placed.field].content.begin;
    if (size != 0 || jump.is_late) return std::max(reached, begin + size);
    if (is_possible) section.empty_at = std::max(section.empty_at, at);
    return reached;
  }
  // Where a place follows from how large the content is, that is found out anywhere.
  std::uint64_t place_of_own_size(const Placed& placed, std::uint64_t reached) {
    const plan::Expr& target = placed.record->record.fields[placed.field].jump->target;
    if (!evaluate(target, placed.record->state.plan, *placed.record).ok())
      place_field(*placed.record, placed.field, reached);
    return target_of(*placed.record, target);
  }
  static std::uint64_t target_of(const RecordNode& record, const plan::Expr& expression) {
    const Outcome target = evaluate(expression, record.state.plan, record);
    return target.ok() && target.value >= 0 ? saturated(target.value) : ~std::uint64_t{0};
  }

  // Sections first; then in the order of a visit, whichever section each lies in: the first that is
  // wrong is reported.
  void check_places() {
    for (std::size_t i = 0; i < root_.sections.size(); ++i)
      check_begin(root_.record.sections[i], root_.sections[i]);
    if (!root_.state.problems.empty()) return;
    std::map<Target, impl::SectionPlacing> placings;
    for (const auto& [section, reached] : starts_) {
      const auto [begin, end] = bounds_of(section);
      const bool is_whole_file = section.first->record.sections[section.second].is_whole_file;
      placings.emplace(section,
                       impl::SectionPlacing(impl::Placing(reached), begin, end, is_whole_file));
    }
    std::vector<Placed> placed;
    visit(root_, std::nullopt, placed);
    for (const Placed& each : placed) check_place(each, placings);
  }
  void check_begin(const plan::Section& section, const SectionNode& placed) {
    if (!section.begin) return;
    if (section.given) return check_given(section, placed);
    const plan::Field& states = root_.record.fields[*section.begin];
    if (states.states_section())
      (void)check_number(root_.state, std::get<plan::Scalar>(states.body.kind),
                         root_.number(*section.begin), {&root_.frame, states.name});
  }
  void check_given(const plan::Section& section, const SectionNode& placed) {
    const plan::Plan& plan = root_.state.plan;
    const schemac::impl::Check too_early = plan::view_of(plan.checks[section.given->too_early]);
    const schemac::impl::Check too_far = plan::view_of(plan.checks[section.given->too_far]);
    const auto misaligned = refused(section.misaligned);
    const impl::GivenBegin checks{too_early, too_far, misaligned ? &*misaligned : nullptr,
                                  section.align};
    const auto obey =
        section.given->is_late ? impl::obey_late_begin<Reject> : impl::obey_begin<Reject>;
    (void)obey(target_of(root_, section.given->target), placed.reached, checks,
               rejection_of(root_));
  }
  void check_place(const Placed& placed, std::map<Target, impl::SectionPlacing>& placings) {
    RecordNode& record = *placed.record;
    const plan::Jump& jump = *record.record.fields[placed.field].jump;
    impl::SectionPlacing& placing = placings.at(record.section(jump.section));
    if (jump.is_given) return check_given(placed, placing);
    (void)placing.take(record.fields[placed.field].content.size, jump.align);
    if (!jump.stated) return;
    const impl::Frame spot{&record.frame, record.record.fields[jump.stated_by].name};
    const auto reject = [&](const schemac::impl::Check& check, const impl::Facts& facts) {
      record.state.refuse(spot, check, facts);
      return false;
    };
    (void)schemac::impl::check_stated(record.fields[placed.field].content.begin, *jump.stated,
                                      reject);
  }
  // Where a reader finds it, from the content that is placed in it.
  static std::pair<std::uint64_t, std::uint64_t> bounds_of(const Target& section) {
    const auto& [owner, id] = section;
    const std::uint64_t file_end = *owner->state.file_size;
    const auto& planned = owner->record.sections;
    if (planned[id].is_whole_file) return {0, file_end};
    const bool is_last = id + 1 == planned.size() || planned[id + 1].is_whole_file;
    return {owner->sections[id].content_begin, is_last ? file_end : owner->sections[id + 1].begin};
  }
  void check_given(const Placed& placed, impl::SectionPlacing& room) {
    RecordNode& record = *placed.record;
    const plan::Jump& jump = *record.record.fields[placed.field].jump;
    const plan::Plan& plan = record.state.plan;
    const schemac::impl::Check too_early = plan::view_of(plan.checks[*jump.too_early]);
    const schemac::impl::Check too_far = plan::view_of(plan.checks[*jump.too_far]);
    const schemac::impl::Check outside = plan::view_of(plan.checks[jump.outside]);
    const auto misaligned = refused(jump.misaligned);
    const impl::GivenPlace checks{too_early, too_far, outside, misaligned ? &*misaligned : nullptr,
                                  jump.align};
    const Reject reject = rejection_of(record);
    const std::uint64_t at = target_of(record, jump.target);
    const std::uint64_t size = record.fields[placed.field].content.size;
    if (jump.is_late)
      obey_late(room, at, size, checks, reject);
    else
      obey(room, at, size, checks, reject);
  }

  using Reject = std::function<bool(const schemac::impl::Check&, const impl::Facts&)>;
  static Reject rejection_of(RecordNode& record) {
    return [&record](const schemac::impl::Check& check, const impl::Facts& facts) {
      record.state.refuse(record.frame, check, facts);
      return false;
    };
  }
  // A check that a writer insists on.
  [[nodiscard]] std::optional<schemac::impl::Check> refused(std::optional<plan::CheckId> id) const {
    if (!id) return std::nullopt;
    const schemac::impl::Check check = plan::view_of(root_.state.plan.checks[*id]);
    return check.level <= Level::rule ? std::optional(check) : std::nullopt;
  }

  // Content of one section, or of all.
  void visit(RecordNode& node, const std::optional<Target>& target, std::vector<Placed>& placed) {
    for (const plan::FieldId id : node.record.visit_order) {
      FieldNode& field = node.fields[id];
      if (!field.is_present) continue;
      const auto& jump = node.record.fields[id].jump;
      if (jump && (!target || node.section(jump->section) == *target))
        placed.push_back({&node, id});
      visit(field.content, target, placed);
    }
  }
  void visit(BodyNode& node, const std::optional<Target>& target, std::vector<Placed>& placed) {
    if (node.record != nullptr) visit(*node.record, target, placed);
    for (BodyNode& each : node.inner) visit(each, target, placed);
  }

  RecordNode& root_;
  std::uint64_t reached_ = 0;
  std::map<Target, std::uint64_t> starts_;  ///< of the content in each section
};

}  // namespace

std::uint64_t place_tree(RecordNode& root) { return Placer(root).place(); }

}  // namespace schemac::direct
