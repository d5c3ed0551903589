#include "emit/cpp/write/emit.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emit/cpp/measure/held.h"
#include "emit/cpp/measure/message_fields.h"
#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/wire/digests.h"
#include "emit/cpp/write/asked_sizes.h"
#include "emit/cpp/write/body.h"
#include "emit/cpp/write/offsets.h"
#include "emit/cpp/write/payloads.h"
#include "plan/facts/measuring.h"
#include "plan/writing/asked_numbers.h"

namespace schemac::emit::cpp {
namespace {

// Of a record that is put into room for a whole file (WrittenFacts::late_sizes).
using LateSizes = std::set<plan::FieldId>;

// Derived fields that the record states, as locals: what follows from the value, then where
// payloads go, in the order in which they are placed.
void emit_locals(Printer& out, const WriteScope& scope, const LateSizes& late = {}) {
  const plan::Record& record = scope.record();
  std::vector<plan::FieldId> wanted = record.derive_order;
  for (const plan::Field& field : record.fields)
    if (!field.jump || !field.jump->section.is_param) add_arguments(scope.plan(), field, wanted);
  add_asked_in_sizes(scope, wanted);
  const auto emit_local = [&](plan::FieldId id, const std::string& x) {
    out.emit({{"type", scope.local_type(id)}, {"name", scope.name_of_local(id)}, {"x", x}},
             R"cc(const $type$ $name$ = $x$;)cc");
  };
  for (const plan::FieldId id : scope.needed(wanted))
    if (!scope.states_place(id))
      emit_local(id, (late.contains(id) ? "out.is_whole ? 0 : " : "") + scope.derivation(id));
  emit_offsets(out, scope);
  for (const plan::FieldId id : scope.needed(record.derive_order))
    if (scope.field(id).is_calculated_late()) emit_local(id, scope.derivation(id));
}

// The bytes of one field, if it is there.
void emit_field(Printer& out, const WriteScope& scope, plan::FieldId id, Granularity granularity) {
  const plan::Field& field = scope.field(id);
  const bool is_computed = scope.is_derived(id) || !field.has_member();
  const std::string x = plan::digest_of(field) != nullptr ? ""  // which is made of other bytes
                        : std::holds_alternative<plan::Scalar>(field.body.kind) && is_computed
                            ? scope.scalar(id)
                            : scope.content(id);
  const auto steps = [&] { emit_body(out, scope, id, field.body, x, granularity); };
  emit_if_there(out, scope, id, steps);
}

// The most that the runtime takes at once (Room::least).
constexpr std::uint64_t most_in_run = 256;

// One overload a kind of item; what lies in sections and after jumps comes later.
class PutItem {
 public:
  PutItem(Printer& out, const WriteScope& scope, Granularity granularity, const LateSizes& late,
          PassedFields& passed)
      : out_(out), scope_(scope), granularity_(granularity), late_(late), passed_(passed) {
    for (plan::FieldId id = 0; id < scope.record().fields.size(); ++id)
      if (plan::digest_of(scope.field(id)) != nullptr) digests_.push_back(id);
  }

  void operator()(const plan::Run& run) {
    if (run.condition) return emit_limited(run);
    const std::vector<plan::FieldId> fields = fields_of(run);
    if (fields.empty()) return emit_fields(run.fixed);
    std::vector<plan::RunField> fixed = run.fixed, after = run.after;
    if (is_in_digest(&plan::FieldSpan::first, fields.front())) emit_fields(take_leading(fixed));
    std::vector<plan::RunField>& last = run.counted ? after : fixed;
    const std::vector<plan::RunField> trailing = is_in_digest(&plan::FieldSpan::last, fields.back())
                                                     ? take_trailing(last)
                                                     : std::vector<plan::RunField>();
    begin_digests(fields.front());
    emit_fields(fixed);
    if (run.counted) emit_field(out_, scope_, run.counted->list, granularity_);
    emit_fields(after);
    end_digests(fields.back());
    emit_fields(trailing);
  }
  void operator()(const plan::LoneField& lone) {
    if (scope_.field(lone.field).jump) return;
    emit_passed(out_, scope_, passed_, lone.field);
    if (late_size_) return emit_sized(*std::exchange(late_size_, std::nullopt), lone.field);
    begin_digests(lone.field);
    emit_field(out_, scope_, lone.field, granularity_);
    end_digests(lone.field);
  }
  void operator()(const plan::Pad& pad) {
    const std::string position =
        pad.of_record ? "out.position() - " + scope_.use("begin") : "out.position()";
    out_.emit({{"position", position}, {"multiple", pad.multiple}},
              R"cc(out.put_zeros(schemac::impl::padding_to($position$, $multiple$));)cc");
  }
  void operator()(const plan::Require&) {}
  void operator()(const plan::CheckElements&) {}
  void operator()(const plan::CheckDigest&) {}
  void operator()(const plan::CheckCodec&) {}
  void operator()(const plan::FindSections&) {}
  void operator()(const plan::InSection&) {}
  void operator()(const plan::FinishSections&) {}
  void operator()(const plan::MessageFields& message) {
    emit_message_fields(out_, scope_, message);
  }

 private:
  // Whether a digest counts from this field, or up to it.
  bool is_in_digest(plan::FieldId plan::FieldSpan::*edge, plan::FieldId id) const {
    return std::ranges::any_of(digests_, [&](plan::FieldId digest) {
      return std::ranges::any_of(plan::digest_of(scope_.field(digest))->over,
                                 [&](const auto& span) { return span.*edge == id; });
    });
  }
  // Padding before the first field, which no digest from that field on counts.
  static std::vector<plan::RunField> take_leading(std::vector<plan::RunField>& fixed) {
    const auto first =
        std::ranges::find_if(fixed, [](const auto& each) { return each.field.has_value(); });
    std::vector<plan::RunField> leading(fixed.begin(), first);
    fixed.erase(fixed.begin(), first);
    return leading;
  }
  // Padding after the last one.
  static std::vector<plan::RunField> take_trailing(std::vector<plan::RunField>& fixed) {
    std::vector<plan::RunField> trailing;
    while (!fixed.empty() && !fixed.back().field) {
      trailing.insert(trailing.begin(), fixed.back());
      fixed.pop_back();
    }
    return trailing;
  }
  static std::vector<plan::FieldId> fields_of(const plan::Run& run) {
    std::vector<plan::FieldId> fields;
    const auto add = [&](const std::vector<plan::RunField>& fixed) {
      for (const plan::RunField& each : fixed)
        if (each.field) fields.push_back(*each.field);
    };
    add(run.fixed);
    if (run.counted) fields.push_back(run.counted->list);
    add(run.after);
    return fields;
  }

  // Digests that count from this field on: no run begins before it. One is made with its first
  // bytes.
  void begin_digests(plan::FieldId first) {
    for (const plan::FieldId id : digests_) {
      const plan::Digest* digest = plan::digest_of(scope_.field(id));
      if (first == std::min(digest->over.front().first, id)) make_digester(id, *digest);
      for (const plan::FieldSpan& span : digest->over)
        if (span.first == first) out_.emit({{"name", scope_.digester(id)}}, "out.start($name$);");
    }
  }
  void make_digester(plan::FieldId id, const plan::Digest& digest) {
    out_.emit({{"name", scope_.digester(id)},
               {"arguments",
                digester_arguments(digest, text_of(digest.algorithm, scope_.inline_spelling()),
                                   order_of(digest, scope_.record(), scope_.inline_spelling()))}},
              "schemac::impl::Digester $name$($arguments$);");
  }
  void end_digests(plan::FieldId last) {
    for (const plan::FieldId id : digests_)
      for (const plan::FieldSpan& span : plan::digest_of(scope_.field(id))->over)
        if (span.last == last) out_.emit({{"name", scope_.digester(id)}}, "out.stop($name$);");
    // The last to hold bytes back is the first to release them.
    for (auto id = digests_.rbegin(); id != digests_.rend(); ++id) {
      const plan::Digest& digest = *plan::digest_of(scope_.field(*id));
      if (digest.is_late && digest.over.back().last == last)
        out_.emit({{"name", scope_.digester(*id)}}, "out.release($name$);");
    }
  }

  // Fields of some versions.
  void emit_limited(const plan::Run& run) {
    const auto steps = [&] { emit_fields(run.fixed); };
    out_.emit({{"is_there", scope_.is_there(run)}, {"steps", steps}},
              R"cc(
                if ($is_there$) {
                  $steps$;
                }
              )cc");
  }

  // The field that states a size, and where it is.
  struct LateSize {
    plan::FieldId field;
    InRun where;
  };

  // Neighbouring fields of fixed size, whose room is taken at once.
  void emit_fields(const std::vector<plan::RunField>& fixed) {
    if (fixed.size() == 1 && fixed.front().field && !late_.contains(*fixed.front().field))
      return emit_alone(*fixed.front().field);
    for (auto first = fixed.begin(); first != fixed.end();) {
      auto after = first;
      std::uint64_t size = 0;
      while (after != fixed.end() && after->size <= most_in_run - size) size += (after++)->size;
      if (after == first)
        emit_long(*after++);
      else
        emit_run({first, after}, size);
      first = after;
    }
  }
  void emit_run(std::span<const plan::RunField> fixed, std::uint64_t size) {
    const std::string run = ++runs_ == 1 ? "run" : "run_" + std::to_string(runs_);
    out_.emit({{"run", run}, {"size", size}},
              R"cc(const auto $run$ = schemac::impl::take_run<$size$>(out);)cc");
    for (const plan::RunField& each : fixed) {
      const InRun where{run, each.distance - fixed.front().distance};
      emit_in_run(each, where);
      if (each.field && late_.contains(*each.field)) late_size_ = LateSize{*each.field, where};
    }
  }
  // More than a run has: padding, or a constant.
  void emit_long(const plan::RunField& each) {
    if (each.field) return emit_alone(*each.field);
    out_.emit({{"size", each.size}}, R"cc(out.put_zeros($size$);)cc");
  }

  void emit_sized(const LateSize& size, plan::FieldId id) {
    out_.emit({{"arguments", stored_arguments(scope_, size.field)},
               {"offset", size.where.offset},
               {"run", size.where.run},
               {"steps", [&] { emit_field(out_, scope_, id, granularity_); }}},
              R"(
                schemac::impl::put_sized<$offset$, $arguments$>(out, $run$, [&]() SCHEMAC_INLINED {
                  $steps$;
                });
              )");
  }

  // Whether it is there was decided for the run.
  void emit_alone(plan::FieldId id) {
    const plan::Field& field = scope_.field(id);
    const bool is_scalar = std::holds_alternative<plan::Scalar>(field.body.kind);
    emit_body(out_, scope_, id, field.body, is_scalar ? scope_.scalar(id) : scope_.content(id),
              granularity_);
  }

  void emit_in_run(const plan::RunField& each, const InRun& where) {
    if (!each.field) {
      out_.emit({{"offset", where.offset}, {"size", each.size}, {"run", where.run}},
                R"cc(schemac::impl::put_zeros_at<$offset$, $size$>($run$);)cc");
      return;
    }
    const plan::Field& field = scope_.field(*each.field);
    if (plan::is_in_group(field)) return;
    if (const auto* constant = std::get_if<plan::Constant>(&field.body.kind)) {
      const std::string text(constant->bytes.begin(), constant->bytes.end());
      out_.emit({{"offset", where.offset}, {"run", where.run}, {"text", quoted(text)}},
                R"cc(schemac::impl::put_at<$offset$>($run$, $text$);)cc");
    } else {
      emit_store(out_, scope_, *each.field, where);
    }
  }

  Printer& out_;
  const WriteScope& scope_;
  Granularity granularity_;
  const LateSizes& late_;
  PassedFields& passed_;
  std::vector<plan::FieldId> digests_;
  std::optional<LateSize> late_size_;  // of what comes next
  std::size_t runs_ = 0;
};

// Where the record begins, if its own padding or sizes need it; and whether numbers could be
// computed, as far as they ask.
void put_steps(Printer& out, const WriteScope& scope, const Printer::Block& steps) {
  if (scope.uses("begin")) out.emit(R"cc(const std::uint64_t begin = out.position();)cc");
  if (scope.uses("fits")) out.emit(R"cc(bool fits = true;  // it does: the value was checked)cc");
  out.put(steps);
}

void emit_items(Printer& out, const WriteScope& scope, Granularity granularity,
                const LateSizes& late, PassedFields& passed) {
  PutItem emit(out, scope, granularity, late, passed);
  for (const plan::Item& item : scope.record().items) std::visit(emit, item);
}
// All items of a record that another one holds.
void emit_items(Printer& out, const WriteScope& scope, Granularity granularity,
                const LateSizes& late = {}) {
  PassedFields passed = 0;
  emit_items(out, scope, granularity, late, passed);
  emit_passed(out, scope, passed, std::nullopt);
}

// ---- whole files ----

void emit_section(Printer& out, const WriteScope& scope, std::uint32_t index,
                  PassedFields& passed) {
  const plan::Section& section = scope.record().sections[index];
  const std::string name = section_variable(section.name);
  out.emit({{"name", name}}, R"cc(out.fill_to(layout.$name$);)cc");
  for (const plan::FieldId id : section.fields) {
    emit_passed(out, scope, passed, id);
    emit_field(out, scope, id, Granularity::record);
  }
  if (section.has_payloads) emit_file_payloads(out, scope, index);
}

}  // namespace

// For `Tensor` it prints
//
//   void emit(const Tensor& value, auto& out, schemac::impl::Placing& blobs) {
//     const std::uint64_t ndim = value.dims.size();
//     const std::uint64_t data_offset = value.data ? blobs.take(value.data->size(), 8) : 0;
//     schemac::impl::put_text<std::uint32_t, 8>(out, value.name);
//     const auto run = schemac::impl::take_run<12>(out);
//     schemac::impl::store_at<0, std::uint32_t>(run, static_cast<std::uint32_t>(value.dtype));
//     ...
//   }
void emit_record_writer(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const bool needs_place = record.depends_on_place || record.written.states_layout;
  const WriteScope scope(plan, record, needs_place ? "begin" : "0");
  const LateSizes& late = record.written.late_sizes;
  const Printer::Block steps = out.set_aside([&] {
    emit_locals(out, scope, late);
    emit_asked_sizes(out, scope);
    emit_items(out, scope, Granularity::field, late);
  });
  std::string sections;
  for (const std::string& section : record.section_params)
    sections += ", " + scope.parameter("schemac::impl::Placing&", section_variable(section));
  out.blank_line();
  out.emit({{"value", scope.parameter("const " + record.name + "&", "value")},
            {"parameters", takes_params(record) ? scope.parameters() : ""},
            {"out", steps.is_empty() ? "auto&" : "auto& out"},
            {"sections", sections},
            {"inline", inlining(plan, record)},
            {"steps", [&] { put_steps(out, scope, steps); }}},
           R"cc(
             $inline$ void emit($value$$parameters$, $out$$sections$) {
               $steps$;
             }
           )cc");
}

void emit_file_writer(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const auto placings = [&] {
    for (std::uint32_t i = 0; i < root.sections.size(); ++i)
      if (root.sections[i].has_payloads)
        out.emit({{"name", section_variable(root.sections[i].name)},
                  {"suffix", root.sections[i].has_both() ? "_payloads" : ""}},
                 R"cc(schemac::impl::Placing $name$(layout.$name$$suffix$);)cc");
  };
  const bool in_room = is_written_in_room(plan, root);
  const LateSizes late = in_room ? root.written.late_sizes : LateSizes();
  const Printer::Block steps = out.set_aside([&] {
    emit_locals(out, scope, late);
    emit_asked_sizes(out, scope);
    PassedFields passed = 0;
    emit_items(out, scope, Granularity::record, late, passed);
    for (std::uint32_t i = 0; i < root.sections.size(); ++i) emit_section(out, scope, i, passed);
    // A last section may reach further than what is put. Whatever else is put has to have the size
    // that was measured.
    if (!root.sections.empty()) out.emit(R"cc(out.fill_to(layout.size);)cc");
  });
  const bool uses_layout =
      !root.sections.empty() || scope.uses("layout") || scope.uses("layout.size");
  const std::string symbols = "const LayoutOf" + root.name + "&";
  const std::string writer = in_room ? "auto&" : writer_type(plan) + "&";
  out.blank_line();
  out.emit({{"value", scope.parameter("const " + value_type(plan, root) + "&", "value")},
            {"layout", uses_layout ? symbols + " layout" : symbols},
            {"out", steps.is_empty() ? writer : writer + " out"},
            {"template", value_template(plan, root, "")},
            {"inlined", in_room ? "SCHEMAC_INLINE" : "inline"},
            {"placings", placings},
            {"steps", [&] { put_steps(out, scope, steps); }}},
           R"cc(
             $template$
             $inlined$ void emit($value$, $layout$, $out$) {
               $placings$;
               $steps$;
             }
           )cc");
}

void emit_elements_writer(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const plan::FieldId list = root.stream->list;
  const auto steps = [&] {
    std::vector<plan::FieldId> wanted;
    add_arguments(plan, root.fields[list], wanted);
    for (const plan::FieldId id : scope.needed(wanted))
      out.emit(
          {{"type", scope.local_type(id)}, {"name", scope.local(id)}, {"x", scope.derivation(id)}},
          R"cc(const $type$ $name$ = $x$;)cc");
    emit_field(out, scope, list, Granularity::record);
  };
  out.blank_line();
  out.emit({{"Value", streamed_type(root)}, {"Writer", writer_type(plan)}, {"steps", steps}},
           R"cc(
             inline void emit_elements(const $Value$& value, $Writer$& out) {
               $steps$;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
