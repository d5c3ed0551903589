#include "emit/cpp/write/root.h"

#include <string>

#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/refuse/places.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/codecs.h"

namespace schemac::emit::cpp {
namespace {

// One of a root's optional functions, if `body` prints anything.
void emit_optional(Printer& out, const std::string& signature, const Printer::Callback& body) {
  const Printer::Block steps = out.set_aside(body);
  if (!steps.is_empty())
    out.emit({{"signature", signature}, {"steps", [&] { out.put(steps); }}},
             R"cc(
               static bool $signature$ {
                 $steps$;
                 return true;
               }
             )cc");
}

// What becomes of a value before it is checked.
void emit_preparation(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const bool encodes = root.holds_encoded;
  const auto steps = [&] {
    if (encodes)
      out.emit("if (!detail::encode(file, schemac::impl::Frame{}, rejection)) return false;");
    emit_place_parts(out, plan, root);
  };
  emit_optional(out, "prepare(Value& file, schemac::impl::Rejection& rejection)", steps);
}

void emit_places_checks(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const auto steps = [&] {
    if (root.written.checks_starts)
      out.emit("if (!detail::check_starts(file, layout, rejection)) return false;");
    const auto& narrowest = plan.narrowest_offset;
    if (plan.checks_places())
      out.emit({{"is_large",
                 plan.has_given_offsets ? "" : "layout.size > " + literal(*narrowest) + " && "}},
               "if ($is_large$!detail::check_places(file, layout, rejection)) return false;");
  };
  emit_optional(
      out, "check_places(const Value& file, Layout& layout, schemac::impl::Rejection& rejection)",
      steps);
}

// If the written bytes are checked anyway, arrays are, too, in the order of the bytes.
void emit_array_checks(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const auto steps = [&] {
    if (plan.is_verified) return;
    if (has_joined_sizes(root))
      out.emit("if (!detail::check_arrays(file, rejection)) return false;");
    emit_value_part_checks(out, plan, root);
  };
  emit_optional(out, "check_arrays(const Value& file, schemac::impl::Rejection& rejection)", steps);
}

void emit_magic(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  if (!root.magic_is_required) return;
  const std::string check = plan.checks[root.magic_check].constant;
  const auto* scalar =
      std::get_if<plan::Scalar>(&plan.records[root.record].fields.front().body.kind);
  const std::string bytes(root.magic.begin(), root.magic.end());
  std::string test = "has_magic(context, " + check + ", {" + quoted(bytes) + ", " +
                     std::to_string(bytes.size()) + "})";
  if (scalar != nullptr && scalar->constant) {
    const std::string type = stored_type(scalar->dtype);
    test = "has_magic_number<" + type + endian_argument(*scalar) + ">(context, " + check +
           ", static_cast<" + type + ">(" + literal(*scalar->constant) + "))";
  }
  out.emit({{"test", test}}, R"h(
    static bool has_magic(schemac::impl::Context& context) { return schemac::impl::$test$; }
  )h");
}

// The function that is called once the record of a file is whole.
void emit_rest(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  if (!has_joined_sizes(record) && record.parts.empty()) return;
  const auto checks = [&] {
    emit_joined_checks(out, plan, record);
    emit_part_checks(out, plan, record);
  };
  out.emit({{"checks", checks}},
           R"h(
             static void check_rest(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               $checks$;
             }
           )h");
}

void emit_reading(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const bool has_key = key_of(plan, root.record).has_value();
  const std::string seen = record.is_shown ? ", nullptr" : "";
  const auto key = [&] {
    if (has_key) out.emit({{"type", key_type(plan, root.record)}}, "$type$ key;");
  };
  // A record may itself be called Value or View.
  out.emit({{"format", "::" + namespace_name(plan)},
            {"Record", record.name},
            {"View", view_name(record)}},
           R"h(
    using Value = $format$::$Record$;
    using View = $format$::$View$;
  )h");
  if (plan.uses.messages_in_pieces) out.emit("static constexpr bool may_join = true;");
  if (plan.uses.refused_extents) out.emit("static constexpr bool checks_extents = true;");
  if (root.trailing && record.sections.empty())
    out.emit({{"check", plan.checks[*root.trailing].constant}},
             "static constexpr const schemac::impl::Check* trailing = &$check$;");
  emit_magic(out, plan, root);
  out.emit({{"record", record_name(record)},
            {"key", key},
            {"arguments", (has_key ? ", key" : "") + seen}},
           R"h(
             static const std::byte* check(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               $key$;
               return detail::check_$record$(context, frame$arguments$, begin, end);
             }
           )h");
  emit_rest(out, plan, record);
  if (root.is_read_at_once)
    out.emit({{"record", record_name(record)}, {"seen", seen}},
             R"h(
               static const std::byte* read(schemac::impl::Context& context, const schemac::impl::Frame& frame, schemac::impl::ValueReader& reader, Value& out, const std::byte* begin, const std::byte* end) {
                 return detail::read_$record$(context, frame, reader, out$seen$, begin, end);
               }
             )h");
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
  if (root.written.may_go_back && !is_put_in_room)
    out.emit("using Order = schemac::impl::AnyOrder;");
  flag(root.is_measured, "is_measured");
  flag(is_put_in_room, "is_put_in_room");
  flag(plan.is_verified, "is_verified");
  if (!plan.is_verified && plan.told_up_to)
    out.emit({{"most", literal(*plan.told_up_to)}},
             "static constexpr std::uint64_t told_up_to = $most$;");
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
