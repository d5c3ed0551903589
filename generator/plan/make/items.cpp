#include "plan/make/items.h"

#include <algorithm>
#include <set>

#include "model/overload.h"
#include "plan/expression_nodes.h"
#include "plan/facts/item_needs.h"
#include "plan/make/bodies.h"
#include "plan/make/digests.h"
#include "plan/make/requires.h"
#include "plan/make/sections.h"
#include "plan/make/sizes.h"
#include "schemac/base/checked.h"
#include "schemac/base/counted.h"

namespace schemac::plan {
namespace {

class ItemMaker {
 public:
  explicit ItemMaker(RecordScope& scope)
      : scope_(scope),
        record_(scope.record),
        checks_(scope.builder.checks),
        requires_(lower_requires(scope)),
        digested_(scope.record) {}

  void make() {
    if (scope_.type.is_message()) return make_message();
    for (std::size_t i = 0; i < scope_.type.fields.size(); ++i) {
      const model::Field& field = scope_.type.fields[i];
      if (const auto* padding = std::get_if<model::Padding>(&field.body.kind)) {
        add_padding(padding_rule(scope_, *padding), field);
      } else if (field.place.at) {
        jumps_.push_back(*scope_.ids[i]);
      } else if (is_inline(field)) {
        add_field(*scope_.ids[i], field);
      }
    }
    if (scope_.type.pad) add_padding({*scope_.type.pad, std::nullopt}, {});
    close_run();
    record_.end = here_;
    add_sections();
    report_what_is_left();
    find_visit_order();
  }

 private:
  // ---- messages ----

  void make_message() {
    MessageFields message;
    message.malformed = checks_.malformed(scope_.subject("", ""));
    message.depth = checks_.depth(scope_.subject("", ""));
    std::vector<FieldId> all;
    for (std::size_t i = 0; i < scope_.type.fields.size(); ++i) {
      const model::Field& field = scope_.type.fields[i];
      const FieldId id = *scope_.ids[i];
      all.push_back(id);
      if (field.tag)
        message.fields.push_back(message_field(field, *field.tag, id));
      else
        message.unknown = id;
    }
    if (scope_.type.json) record_.json = lower_json(*scope_.type.json);
    message.end = new_anchor();
    record_.end = {message.end, 0};
    emit(std::move(message), all);
    report_what_is_left();
    record_.visit_order = all;
  }
  JsonRecord lower_json(const model::JsonRecord& json) {
    JsonRecord out;
    out.shape = json.shape;
    out.style = json.style;
    for (std::size_t i = 0; i < scope_.type.fields.size(); ++i) {
      const model::Field& field = scope_.type.fields[i];
      out.names.push_back(field.json_name);
      if (field.tag && field.tag->is_left_out) out.left_out.push_back(*scope_.ids[i]);
      if (field.body.repeat.is_tuple) out.tuples.push_back(*scope_.ids[i]);
    }
    if (json.entries) out.entries = scope_.ids[*json.entries];
    if (json.others) out.others = scope_.ids[*json.others];
    if (json.stored) out.stored = scope_.ids[*json.stored];
    return out;
  }
  MessageField message_field(const model::Field& field, const model::MessageTag& tag, FieldId id) {
    MessageField out;
    out.field = id;
    out.number = tag.number;
    out.coding = tag.coding;
    out.is_repeated = field.body.repeat.kind != model::RepeatKind::none;
    out.is_packed = tag.is_packed;
    const bool is_message = std::holds_alternative<model::RecordReference>(field.body.kind);
    out.is_implicit = !out.is_repeated && !tag.is_required && !tag.is_optional;
    CheckSubject at = scope_.subject(field.name, field.name);
    if (tag.is_required)
      out.missing = scope_.type.json
                        ? checks_.missing_member(at, rule_of(scope_.type.json->style.syntax))
                        : checks_.missing(at);
    at.path.clear();
    if (is_message && !out.is_repeated && !scope_.type.json) out.pieces = checks_.pieces(at);
    return out;
  }

  // ---- runs ----

  [[nodiscard]] bool is_run_open() const { return run_.has_value(); }

  void open_run() {
    if (is_run_open()) return;
    run_ = Run{};
    run_->begin = here_;
  }
  void close_run() {
    if (!run_) return;
    const Run run = std::move(*run_);
    run_.reset();
    versions_.reset();
    if (run.condition) here_ = {run.end, 0};
    emit(run, run.fields());
  }
  void add_fixed(RunField each) {
    open_run();
    const bool is_over = run_->counted.has_value();
    std::vector<RunField>& fields = is_over ? run_->after : run_->fixed;
    each.distance = here_.distance - (is_over ? 0 : run_->begin.distance);
    if (each.field && is_in_group(record_.fields[*each.field]))
      each.distance = fields.back().distance;
    here_.distance += each.size;
    fields.push_back(std::move(each));
  }

  // Neighbouring fields of the same versions are a run of their own.
  void add_limited(RunField each, const Field& field, const model::Versions& versions) {
    const bool is_next =
        versions_ && versions_->since == versions.since && versions_->until == versions.until;
    if (!is_next) {
      close_run();
      open_run();
      run_->condition = field.availability->condition;
      run_->end = new_anchor();
      versions_ = versions;
    }
    add_fixed(std::move(each));
  }

  // A list of scalars of fixed size whose checks a run can make.
  [[nodiscard]] const List* as_counted(const Field& field) const {
    const auto* list = std::get_if<List>(&field.body.kind);
    if (list == nullptr || field.presence || field.region || !list->stride || !list->counted_by ||
        !list->cause)
      return nullptr;
    if (!list->each.empty() || list->minimum_check || list->maximum_check || list->unique)
      return nullptr;
    const auto* scalar = std::get_if<Scalar>(&list->element.front().kind);
    if (list->is_counted || scalar == nullptr || scalar->unknown_member || scalar->boolean ||
        scalar->unknown_flag || scalar->coding != Coding::plain)
      return nullptr;
    return list;
  }
  void add_counted(FieldId id, const List& list) {
    // The count must have been read: in a run before, or not in this one.
    const bool knows_count = are_done(fields_of(*list.count));
    if (is_run_open() && (run_->counted || !knows_count)) close_run();
    open_run();
    CountedList each;
    each.list = id;
    each.count = *list.count;
    each.counted_by = list.counted_by;
    each.stride = *list.stride;
    each.cause = *list.cause;
    each.after = new_anchor();
    here_ = {each.after, 0};
    run_->counted = std::move(each);
  }

  // ---- fields in the order of the schema ----

  void add_field(FieldId id, const model::Field& declared) {
    // Where the bytes of a digest begin or end, a run does, too.
    if (digested_.starts.contains(id)) close_run();
    add_between(id, declared);
    if (digested_.ends.contains(id)) close_run();
  }
  void add_between(FieldId id, const model::Field& declared) {
    const Field& field = record_.fields[id];
    const std::uint64_t alignment = declared.place.align.value_or(1);
    // The size of such a record depends on where it begins, which isn't known while a writer
    // measures.
    if (alignment > 1 && !scope_.is_root)
      scope_.builder.planned(declared.range, "'align' in a record inside another one");
    if (alignment > 1 && versions_) close_run();
    if (alignment > 1) add_alignment(alignment);
    const bool is_fixed = field.body.fixed_size &&  // an integer of any width has none
                          (std::holds_alternative<Scalar>(field.body.kind) ||
                           std::holds_alternative<Constant>(field.body.kind));
    // People know a group by its first field.
    const std::string& name = is_group(field) ? record_.fields[id + 1].name : field.name;
    const RunField each{id, 0, field.body.fixed_size.value_or(0), std::nullopt, name, {}};
    const bool is_limited = is_fixed && !field.region && field.availability;
    if (is_limited && field.presence->is_by_version && field.presence->zeros.empty())
      return add_limited(each, field, declared.versions);
    if (versions_) close_run();
    if (is_fixed && !field.presence && !field.region) return add_fixed(each);
    if (const List* list = as_counted(field);
        list != nullptr && is_known_in_time(fields_of(*list->count)))
      return add_counted(id, *list);
    put_inline(id);
  }

  static std::optional<std::uint64_t> constant_size(const Field& field) {
    if (field.presence) return std::nullopt;
    return field.region ? as_constant(field.region->size) : field.body.fixed_size;
  }
  // Rules about elements that look at fields after the list wait for these.
  void defer_rules(FieldId id) {
    Field& field = record_.fields[id];
    auto* list = std::get_if<List>(&field.body.kind);
    if (list == nullptr || !std::holds_alternative<Nested>(list->element.front().kind) ||
        field.presence)
      return;
    DeferredRules later{{id}, {id, *list}};
    later.check.list.each.clear();
    std::erase_if(list->each, [&](const EachRule& rule) {
      std::set<FieldId> needs = fields_of(rule.condition);
      needs.erase(id);
      if (are_done(needs)) return false;
      later.needs.merge(needs);
      later.check.list.each.push_back(rule);
      return true;
    });
    if (later.check.list.each.empty()) return;
    if (list->is_counted || list->has_slack)
      scope_.builder.planned(declared(id).range,
                             "a rule about elements that looks past their list, which has 'slack' "
                             "or a count that may be unknown,");
    deferred_.push_back(std::move(later));
  }
  void put_inline(FieldId id) {
    close_run();
    if (places_content(record_.fields[id].body)) flush();  // what is before it comes first
    defer_rules(id);
    const Field& field = record_.fields[id];
    LoneField lone{id, here_, std::nullopt};
    if (const auto size = constant_size(field)) {
      here_.distance += *size;
    } else {
      lone.end = new_anchor();
      here_ = {*lone.end, 0};
    }
    check_known(id);
    if (places_payloads(record_, field.body))
      scope_.builder.planned(declared(id).range,
                             "payloads of '" + field.name + "', which comes before their section,");
    emit(lone, {id});
    if (digest_of(field) != nullptr) check_digest(id, *digest_of(field));
    if (field.codec) emit(CheckCodec{id}, {});
  }

  // One that covers what comes after it waits for that.
  void check_digest(FieldId id, const Digest& digest) {
    if (!digest.is_late) return emit(CheckDigest{id}, {});
    PendingDigest later{{}, {id}};
    for (const FieldSpan& span : digest.over) later.needs.insert(span.last);
    digests_.push_back(std::move(later));
    flush();
  }

  // ---- padding ----

  void add_padding(const PaddingRule& rule, const model::Field& field) {
    if (versions_) close_run();
    if (!field.versions.are_all())
      return scope_.builder.planned(field.versions.range, "padding of some versions");
    const std::string name = field.name.empty() ? "padding" : field.name;
    if (here_.anchor != 0) {
      if (rule.to_size)
        return scope_.builder.planned(field.range,
                                      "padding up to a size after something of variable size");
      return add_pad(rule.multiple, true, name, field.doc);
    }
    if (rule.to_size && *rule.to_size < here_.distance) {
      scope_.builder.diagnostics
          .error(field.range, "size-mismatch",
                 "the fields before take " + impl::counted(here_.distance, "bytes") +
                     ", more than the size " + std::to_string(*rule.to_size) +
                     " that the padding fills")
          .help("make the size larger");
      return;
    }
    const std::uint64_t size = rule.to_size ? *rule.to_size - here_.distance
                                            : impl::padding_to(here_.distance, rule.multiple);
    if (size > 0) add_fixed_padding(size, name, field.doc);
  }
  // From the start of the file, which only the root's own constant positions are.
  void add_alignment(std::uint64_t multiple) {
    const std::string name = "padding";
    if (!scope_.is_root || here_.anchor != 0) return add_pad(multiple, false, name, {});
    const std::uint64_t size = impl::padding_to(here_.distance, multiple);
    if (size > 0) add_fixed_padding(size, name, {});
  }
  void add_fixed_padding(std::uint64_t size, const std::string& name, const std::string& doc) {
    add_fixed({std::nullopt, 0, size, checks_.padding(scope_.subject("", name)), name, doc});
  }
  void add_pad(std::uint64_t multiple, bool of_record, const std::string& name,
               const std::string& doc) {
    if (multiple <= 1) return;
    close_run();
    Pad pad;
    pad.begin = here_;
    pad.multiple = multiple;
    pad.of_record = of_record;
    pad.end = new_anchor();
    pad.padding = checks_.padding(scope_.subject("", name));
    pad.doc = doc;
    here_ = {pad.end, 0};
    emit(std::move(pad), {});
  }

  // ---- sections ----

  void add_sections() {
    std::size_t declared = 0;
    for (const Section& section : record_.sections) declared += section.is_whole_file ? 0 : 1;
    if (declared > 0) emit(FindSections{here_}, {});
    has_sections_ = true;
    flush();
    for (std::uint32_t i = 0; i < declared; ++i) add_section(i);
    const bool is_tracked = std::any_of(record_.sections.begin(), record_.sections.end(),
                                        [](const Section& section) { return section.is_tracked; });
    if (is_tracked || declared > 0) record_.items.emplace_back(FinishSections{});
  }
  void add_section(std::uint32_t index) {
    InSection item;
    item.section = index;
    const std::vector<FieldId> fields = fields_in_section(scope_, index);
    // One that holds nothing has bytes all the same: its gap.
    const Section& section = record_.sections[index];
    if (fields.empty() && (section.is_tracked || !section.gap)) return;
    for (const FieldId id : fields) {
      LoneField lone{id, {}, std::nullopt};
      if (!constant_size(record_.fields[id])) lone.end = new_anchor();
      item.fields.push_back(lone);
    }
    for (const FieldId id : fields) check_known(id);
    emit(std::move(item), fields);
  }

  // ---- order ----

  AnchorId new_anchor() { return record_.anchor_count++; }

  [[nodiscard]] bool are_done(const std::set<FieldId>& needs) const {
    return std::all_of(needs.begin(), needs.end(), [&](FieldId id) { return done_.contains(id); });
  }
  // What an open run holds is known once it is closed.
  [[nodiscard]] bool is_known_in_time(const std::set<FieldId>& needs) const {
    std::set<FieldId> known = done_;
    if (run_) {
      for (const std::vector<RunField>* fields : {&run_->fixed, &run_->after})
        for (const RunField& each : *fields)
          if (each.field) known.insert(*each.field);
    }
    return std::includes(known.begin(), known.end(), needs.begin(), needs.end());
  }
  // A field's extent may only depend on what comes before it.
  void check_known(FieldId id) {
    for (const FieldId needed : needs_of(record_.fields[id])) {
      if (needed == id || done_.contains(needed)) continue;
      const std::string text = "'" + record_.fields[id].name + "', which needs '" +
                               record_.fields[needed].name + "' after it,";
      scope_.builder.planned(declared(id).range, text);
    }
  }
  [[nodiscard]] const model::Field& declared(FieldId id) const {
    const auto found = std::find(scope_.ids.begin(), scope_.ids.end(), std::optional(id));
    return scope_.type.fields[static_cast<std::size_t>(found - scope_.ids.begin())];
  }

  void emit(Item item, const std::vector<FieldId>& fields) {
    record_.items.push_back(std::move(item));
    done_.insert(fields.begin(), fields.end());
    flush();
  }
  // Rules first, then what lies elsewhere, in the order of the schema.
  void flush() {
    std::erase_if(requires_, [&](PendingRequire& each) {
      if (!are_done(each.needs)) return false;
      record_.items.emplace_back(std::move(each.require));
      return true;
    });
    std::erase_if(deferred_, [&](DeferredRules& each) {
      if (!are_done(each.needs)) return false;
      record_.items.emplace_back(std::move(each.check));
      return true;
    });
    std::erase_if(digests_, [&](const PendingDigest& each) {
      if (!are_done(each.needs)) return false;
      record_.items.emplace_back(each.check);
      return true;
    });
    while (!jumps_.empty() && is_ready(jumps_.front())) {
      const FieldId id = jumps_.front();
      jumps_.erase(jumps_.begin());
      emit(LoneField{id, {}, std::nullopt}, {id});
    }
  }
  [[nodiscard]] bool is_ready(FieldId id) const {
    const Field& field = record_.fields[id];
    return !waits_for_section(field) && !waits_for_records(id) && are_done(needs_of(field));
  }
  // Inline records that place content get their places first, if they come before the field.
  [[nodiscard]] bool waits_for_records(FieldId id) const {
    for (FieldId before = 0; before < id; ++before) {
      const Field& field = record_.fields[before];
      if (!field.jump && places_content(field.body) && !done_.contains(before)) return true;
    }
    return false;
  }
  // What a section holds in line is read before what lies at offsets in it.
  [[nodiscard]] bool waits_for_section(const Field& field) const {
    if (!field.jump || field.jump->section.is_param) return false;
    const std::uint32_t index = field.jump->section.index;
    if (record_.sections[index].is_whole_file)  // sections are found first
      return record_.sections.size() > 1 && !has_sections_;
    const std::vector<FieldId> own = fields_in_section(scope_, index);
    return !has_sections_ || !are_done({own.begin(), own.end()});
  }
  void find_visit_order() {
    const auto add = [&](FieldId id) { record_.visit_order.push_back(id); };
    for (const Item& item : record_.items)
      std::visit(model::Overload{
                     [&](const Run& run) {
                       for (const FieldId id : run.fields()) add(id);
                     },
                     [&](const LoneField& lone) { add(lone.field); },
                     [](const Pad&) {},
                     [](const Require&) {},
                     [](const CheckElements&) {},
                     [](const CheckDigest&) {},
                     [](const CheckCodec&) {},
                     [](const FindSections&) {},
                     [&](const InSection& section) {
                       for (const LoneField& lone : section.fields) add(lone.field);
                     },
                     [](const FinishSections&) {},
                     [](const MessageFields&) {},
                 },
                 item);
  }
  void report_what_is_left() {
    for (FieldId id = 0; id < record_.fields.size(); ++id) {
      if (done_.contains(id)) continue;
      if (are_done(needs_of(record_.fields[id])))
        scope_.builder.planned(declared(id).range,
                               "the place of '" + record_.fields[id].name + "'");
      check_known(id);
    }
    for (const DeferredRules& pending : deferred_)
      scope_.builder.planned(declared(pending.check.field).range,
                             "a rule about elements over what is never read");
    for (const PendingRequire& pending : requires_)
      scope_.builder.planned(
          pending.require.at ? declared(pending.require.at->field).range : scope_.type.range,
          "a rule over what is never read");
  }

  struct DeferredRules {
    std::set<FieldId> needs;
    CheckElements check;
  };

  struct PendingDigest {
    std::set<FieldId> needs;
    CheckDigest check;
  };

  RecordScope& scope_;
  Record& record_;
  Checks& checks_;
  std::vector<PendingDigest> digests_;   // in the order of the schema
  std::vector<DeferredRules> deferred_;  // in the order of the schema
  std::vector<PendingRequire> requires_;
  const Digested digested_;
  std::vector<FieldId> jumps_;  // not yet placed, in the order of the schema
  std::set<FieldId> done_;      // walked by the items so far
  Position here_;
  std::optional<Run> run_;
  std::optional<model::Versions> versions_;  // of the run, where it has a condition
  bool has_sections_ = false;
};

}  // namespace

void make_items(RecordScope& scope) { ItemMaker(scope).make(); }

}  // namespace schemac::plan
