#include "emit/cpp/write/writer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/tags.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/refuse/open_ends.h"
#include "emit/cpp/refuse/places.h"
#include "emit/cpp/refuse/value_check.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/write/emit.h"
#include "emit/cpp/write/encoders.h"
#include "emit/cpp/write/growth.h"
#include "emit/cpp/write/payloads.h"
#include "emit/cpp/write/texts.h"
#include "model/range_arithmetic.h"

namespace schemac::emit::cpp {
namespace {

// Recursive records call functions of records that stand after them.
void emit_forward_declarations(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    if (!record.is_recursive) continue;
    const std::string params = param_types(record);
    std::string sections;
    for (std::size_t i = 0; i < record.section_params.size(); ++i)
      sections += ", schemac::impl::Placing&";
    out.emit({{"Type", record.name},
              {"params", params},
              {"sizing", record.written.hangs_on_params ? params : ""},
              {"emitting", takes_params(record) ? params : ""},
              {"sections", sections}},
             R"(
               template <class Out>
               inline bool check(const $Type$& value$params$, const schemac::impl::FrameOf<Out>& frame, Out& out);
               inline std::uint64_t size_of(const $Type$& value$sizing$);
               template <class Out>
               void emit(const $Type$& value$emitting$, Out& out$sections$);
             )");
    if (places_payloads(record))
      out.emit({{"Type", record.name}, {"params", params}, {"sections", sections}},
               "inline void place(const $Type$& value$params$$sections$);");
    declare_payload_writers(out, plan, record);
  }
}

// The check for the violation, where the quick one found that there is one.
void emit_careful_check(Printer& out, const plan::Record& root) {
  out.blank_line();
  out.emit({{"Type", root.name}},
           R"(
             [[gnu::cold, gnu::noinline]] inline void check_carefully(const $Type$& file, schemac::impl::Rejection& rejection) {
               (void)check(file, schemac::impl::Frame{}, rejection);
             }
           )");
}

// Records inside state the size of the file.
void emit_file_size(Printer& out, const plan::Plan& plan) {
  const bool is_stated = std::ranges::any_of(plan.records, [&](const plan::Record& record) {
    return record.is_held() && record.written.states_layout;
  });
  if (is_stated) out.emit("out.set_file_size(layout.size);");
}

// The steps of a file that may be written in room, each in a function of its own: in one compilers
// run out of registers.
void emit_write_steps(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  if (!is_written_in_room(plan, root)) return;
  out.blank_line();
  const auto tell_size = [&] { emit_file_size(out, plan); };
  out.emit({{"Type", root.name}, {"Writer", writer_type(plan)}, {"tell_size", tell_size}},
           R"(
             [[nodiscard, gnu::noinline]] inline schemac::impl::QuickCheck::Findings check_quickly(const $Type$& file) {
               schemac::impl::QuickCheck quick;
               const bool is_ok = check(file, schemac::impl::NoFrame{}, quick);
               return quick.findings(is_ok);
             }

             [[nodiscard, gnu::noinline]] inline bool emit_in_room(const $Type$& file, const LayoutOf$Type$& layout, bool keys_ascend, schemac::MutableBytes whole) {
               return schemac::impl::fill_room(whole, keys_ascend, [&](schemac::impl::Room& room) __attribute__((always_inline)) {
                 emit(file, layout, room);
               });
             }

             [[nodiscard, gnu::noinline]] inline std::optional<schemac::Violation> emit_in_pieces(const $Type$& file, const LayoutOf$Type$& layout, bool keys_ascend, schemac::Sink& sink) {
               $Writer$ out(sink);
               out.set_keys_ascend(keys_ascend);
               $tell_size$;
               emit(file, layout, out);
               return schemac::impl::finish(out, layout.size, sink);
             }
           )");
}

// Of the functions of a root: "_program".
std::string suffix_of(const plan::Plan& plan, const plan::Record& record) {
  const auto root = std::ranges::find_if(
      plan.roots, [&](const plan::Root& each) { return &plan.records[each.record] == &record; });
  return root->name.empty() ? "" : "_" + snake_case(root->name);
}

void emit_write(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const bool encodes = holds_encoded(plan, root), places = places_parts(root);
  const auto encode = [&] {
    if (encodes || places)
      out.emit({{"Type", root.name}}, "$Type$ file = value;  // which shares its payloads");
    if (encodes)
      out.emit(
          "if (!detail::encode(file, schemac::impl::Frame{}, rejection)) return rejection.take();");
    emit_place_parts(out, plan, root);
  };
  const auto arrays = [&] {
    // The written bytes tell it in their order, if they are looked at anyhow.
    if (plan.is_verified) return;
    if (has_joined_sizes(root))
      out.emit("if (!detail::check_arrays(file, rejection)) return rejection.take();");
    emit_value_part_checks(out, plan, root);
  };
  const auto begins_check = [&] {
    if (checks_begins(root))
      out.emit("if (!detail::check_begins(file, layout, rejection)) return rejection.take();");
  };
  const auto places_check = [&] {
    const auto& narrowest = plan.narrowest_offset;
    if (!plan.has_given_offsets && !narrowest) return;
    out.emit(
        {{"is_large",
          plan.has_given_offsets ? "" : "layout.size > " + literal(*narrowest) + " && "}},
        "if ($is_large$!detail::check_places(file, layout, rejection)) return rejection.take();");
  };
  const bool has_steps = is_written_in_room(plan, root);
  const auto tell_size = [&] { emit_file_size(out, plan); };
  const auto misfits = [&] {
    if (notes_misfits(plan))
      out.emit("if (!out.misfits.empty()) return out.misfits.refusal(file);");
  };
  const bool is_checked_at_last = plan.is_verified;
  const bool may_be_checked = !is_checked_at_last && plan.told_up_to;
  const std::string sink = is_checked_at_last ? "written" : may_be_checked ? "chosen" : "sink";
  const auto check = [&] {
    if (has_steps)
      return out.emit(R"cc(
        const auto quick = detail::check_quickly(file);
        const bool is_ok = quick.is_ok;
      )cc");
    out.emit(R"cc(
      schemac::impl::QuickCheck quick;
      const bool is_ok = detail::check(file, schemac::impl::NoFrame{}, quick);
    )cc");
  };
  const auto emission = [&] {
    if (has_steps)
      return out.emit({{"sink", sink}}, R"cc(
        if (const schemac::MutableBytes whole = schemac::impl::lend_room($sink$, layout.size); !whole.empty()) {
          if (!detail::emit_in_room(file, layout, quick.keys_ascend, whole)) [[unlikely]]
            return schemac::impl::wrong_size(layout.size);
          if (!$sink$.pass(layout.size, {})) return $sink$.failure();
        } else if (auto failure = detail::emit_in_pieces(file, layout, quick.keys_ascend, $sink$)) {
          return *std::move(failure);
        }
      )cc");
    if (may_go_back(plan, root))
      return out.emit({{"Writer", writer_type(plan)},
                       {"sink", sink},
                       {"tell_size", tell_size},
                       {"misfits", misfits}},
                      R"cc(
        schemac::impl::AnyOrder order($sink$, layout.ascends, layout.size);
        $Writer$ out(order.sink());
        $tell_size$;
        out.set_keys_ascend(quick.keys_ascend());
        detail::emit(file, layout, out);
        if (auto failure = schemac::impl::finish(out, layout.size, $sink$)) return *std::move(failure);
        $misfits$;
        if (!order.hand_over()) return $sink$.failure();
      )cc");
    out.emit({{"Writer", writer_type(plan)},
              {"sink", sink},
              {"tell_size", tell_size},
              {"misfits", misfits}},
             R"cc(
      $Writer$ out($sink$);
      $tell_size$;
      out.set_keys_ascend(quick.keys_ascend());
      detail::emit(file, layout, out);
      if (auto failure = schemac::impl::finish(out, layout.size, $sink$)) return *std::move(failure);
      $misfits$;
    )cc");
  };
  // Rules about places and the size of the file are held against its bytes.
  const auto memory = [&] {
    if (is_checked_at_last || may_be_checked) out.emit("schemac::MemorySink written;");
    if (may_be_checked)
      out.emit({{"most", literal(*plan.told_up_to)}}, R"cc(
        const bool is_large = layout.size > $most$;  // a table may not tell where all elements lie
        schemac::Sink& chosen = is_large ? written : sink;
      )cc");
  };
  const auto verification = [&] {
    const auto steps = [&] {
      const std::string suffix = suffix_of(plan, root);
      const bool may_be_unfit = std::ranges::any_of(
          plan.checks, [](const plan::Check& each) { return each.fits.has_value(); });
      out.emit({{"root", suffix},
                {"unfit", may_be_unfit ? ", written.bytes(), detail::check_root" + suffix : ""}},
               R"cc(
        if (auto refused = schemac::impl::refusal_of(validate$root$(written.bytes())$unfit$))
          return *std::move(refused);
        if (!sink.write(written.bytes())) return sink.failure();
      )cc");
    };
    if (is_checked_at_last) steps();
    if (may_be_checked)
      out.emit({{"steps", steps}}, R"cc(
        if (is_large) {
          $steps$;
        }
      )cc");
  };
  const std::string measured = has_steps ? "{quick.measured}" : "{quick.measured()}";
  out.blank_line();
  out.emit({{"Type", root.name},
            {"check", check},
            {"memory", memory},
            {"emission", emission},
            {"verification", verification},
            {"parameter", encodes || places ? "value" : "file"},
            {"const", may_go_back(plan, root) ? "" : "const "},
            {"layout", root.is_measured ? measured : " = detail::lay_out(file)"},
            {"encode", encode},
            {"arrays", arrays},
            {"begins_check", begins_check},
            {"places_check", places_check}},
           R"cc(
             inline schemac::Result<std::uint64_t> write(const $Type$& $parameter$, schemac::Sink& sink) {
               schemac::impl::Rejection rejection;
               $encode$;
               $check$;
               if (!is_ok) [[unlikely]] {
                 detail::check_carefully(file, rejection);
                 return rejection.take();
               }
               $const$detail::LayoutOf$Type$ layout$layout$;
               $begins_check$;
               $places_check$;
               if (!layout.fits) {
                 rejection.reject_total();
                 return rejection.take();
               }
               $arrays$;
               if (!sink.expect(layout.size)) return sink.failure();
               $memory$;
               $emission$;
               $verification$;
               return layout.size;
             }
           )cc");
}

}  // namespace

void emit_writer(Printer& out, const plan::Plan& plan, const plan::Plan& whole) {
  out.emit(R"cc(
    namespace detail {

    // ---- writing: check, measure, place, emit ----
  )cc");
  emit_forward_declarations(out, plan);
  std::vector<const plan::Record*> records;  // of which there are values
  for (const plan::Record& record : plan.records)
    if (!record.is_made_by_codec) records.push_back(&record);
  emit_text_declarations(out, plan);
  emit_streamed_types(out, plan);
  emit_encoders(out, plan, whole);
  for (const plan::Record* record : records) emit_tag_functions(out, plan, *record);
  for (const plan::Record* record : records) emit_size_functions(out, plan, *record);
  emit_open_functions(out, plan);
  for (const plan::Record* record : records) emit_value_check(out, plan, *record);
  for (const plan::Record* record : records) emit_place_function(out, plan, *record);
  for (const plan::Root& root : plan.roots) emit_file_layout(out, plan, plan.records[root.record]);
  for (const plan::Record* record : records)
    if (record->is_recursive) emit_places_declaration(out, plan, *record);
  for (const plan::Record* record : records) emit_places_check(out, plan, *record);
  for (const plan::Root& root : plan.roots) {
    emit_begins_check(out, plan, plan.records[root.record]);
    emit_file_places_check(out, plan, plan.records[root.record]);
  }
  for (const plan::Record* record : records)
    if (!is_root(plan, *record) || record->is_held()) emit_record_writer(out, plan, *record);
  emit_text_functions(out, plan);
  for (const plan::Record* record : records) emit_payload_writers(out, plan, *record);
  for (const plan::Root& root : plan.roots) emit_file_writer(out, plan, plan.records[root.record]);
  for (const plan::Record* record : records)
    if (stream_of(plan, *record) != nullptr) {
      emit_elements_check(out, plan, *record);
      emit_elements_writer(out, plan, *record);
      emit_place_of_table(out, plan, *record);
    }
  for (const plan::Root& root : plan.roots) {
    emit_careful_check(out, plan.records[root.record]);
    emit_write_steps(out, plan, plan.records[root.record]);
    if (!plan.is_verified) emit_joined_value_checks(out, plan, plan.records[root.record]);
    emit_value_part_finders(out, plan, plan.records[root.record]);
  }
  out.blank_line();
  out.emit(R"cc(}  // namespace detail)cc");
  for (const plan::Root& root : plan.roots) emit_write(out, plan, plan.records[root.record]);
}

}  // namespace schemac::emit::cpp
