#include "emit/cpp/write/root.h"

#include <algorithm>
#include <string>

#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/public/functions.h"
#include "emit/cpp/refuse/places.h"
#include "emit/cpp/wire/codecs.h"

namespace schemac::emit::cpp {
namespace {

// One of a root's optional functions, if `body` prints anything.
void emit_optional(Printer& out, const std::string& head, const Printer::Callback& body) {
  const Printer::Block steps = out.set_aside(body);
  if (!steps.is_empty())
    out.emit({{"head", head}, {"steps", [&] { out.put(steps); }}},
             R"cc(
               static bool $head$ {
                 $steps$;
                 return true;
               }
             )cc");
}

// What becomes of a value before it is checked.
void emit_preparation(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const bool encodes = holds_encoded(plan, root);
  const auto steps = [&] {
    if (encodes)
      out.emit("if (!detail::encode(file, schemac::impl::Frame{}, rejection)) return false;");
    emit_place_parts(out, plan, root);
  };
  emit_optional(out, "prepare(Value& file, schemac::impl::Rejection& rejection)", steps);
}

void emit_places_checks(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const auto steps = [&] {
    if (checks_begins(root))
      out.emit("if (!detail::check_begins(file, layout, rejection)) return false;");
    const auto& narrowest = plan.narrowest_offset;
    if (plan.has_given_offsets || narrowest)
      out.emit({{"is_large",
                 plan.has_given_offsets ? "" : "layout.size > " + literal(*narrowest) + " && "}},
               "if ($is_large$!detail::check_places(file, layout, rejection)) return false;");
  };
  emit_optional(
      out, "check_places(const Value& file, Layout& layout, schemac::impl::Rejection& rejection)",
      steps);
}

// The written bytes tell it in their order, if they are looked at anyhow.
void emit_array_checks(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const auto steps = [&] {
    if (plan.is_verified) return;
    if (has_joined_sizes(root))
      out.emit("if (!detail::check_arrays(file, rejection)) return false;");
    emit_value_part_checks(out, plan, root);
  };
  emit_optional(out, "check_arrays(const Value& file, schemac::impl::Rejection& rejection)", steps);
}

// Whether records inside state the size of the file.
bool states_size(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return record.is_held() && record.written.states_layout;
  });
}

void emit_writing(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const auto flag = [&](bool is_set, const char* name) {
    if (is_set) out.emit({{"name", name}}, "static constexpr bool $name$ = true;");
  };
  const bool is_put_in_room = is_written_in_room(plan, root);
  out.emit({{"Type", root.name}, {"Writer", writer_type(plan)}},
           R"cc(
             using Layout = LayoutOf$Type$;
             using Writer = $Writer$;
           )cc");
  if (may_go_back(plan, root) && !is_put_in_room)
    out.emit("using Order = schemac::impl::AnyOrder;");
  flag(root.is_measured, "is_measured");
  flag(is_put_in_room, "is_put_in_room");
  flag(states_size(plan), "states_size");
  flag(plan.is_verified, "is_verified");
  if (!plan.is_verified && plan.told_up_to)
    out.emit({{"most", literal(*plan.told_up_to)}},
             "static constexpr std::uint64_t told_up_to = $most$;");
  flag((plan.is_verified || plan.told_up_to) &&
           std::ranges::any_of(plan.checks,
                               [](const plan::Check& each) { return each.fits.has_value(); }),
       "may_be_unfit");
  emit_preparation(out, plan, root);
  out.emit(R"cc(
             template <class Out>
             SCHEMAC_INLINE static bool check_value(const Value& file, const schemac::impl::FrameOf<Out>& frame, Out& out) {
               return detail::check(file, frame, out);
             }
           )cc");
  if (!root.is_measured)
    out.emit("static Layout lay_out(const Value& file) { return detail::lay_out(file); }");
  emit_places_checks(out, plan, root);
  emit_array_checks(out, plan, root);
  out.emit(R"cc(
             SCHEMAC_INLINE static void emit(const Value& file, const Layout& layout, auto& out) { detail::emit(file, layout, out); }
           )cc");
}

}  // namespace

void emit_root(Printer& out, const plan::Plan& written, const plan::Plan& plan,
               const plan::Root& root) {
  const auto members = [&] {
    emit_reading(out, plan, root);
    emit_writing(out, written, written.records[root.record]);
  };
  out.emit({{"Root", root_name(plan.records[root.record])}, {"members", members}},
           R"cc(
             struct $Root$ {
               $members$;
             };
           )cc");
}

}  // namespace schemac::emit::cpp
