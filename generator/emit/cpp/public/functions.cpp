#include "emit/cpp/public/functions.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/walk/read_at_once.h"
#include "plan/facts/extent_checks.h"

namespace schemac::emit::cpp {
namespace {

// "" for the only root, else "_stream": what its functions are told apart by.
std::string suffix_of(const plan::Root& root) {
  return root.name.empty() ? "" : "_" + snake_case(root.name);
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
    test = "has_magic_number<" + type + endian_argument(scalar->endian, scalar->dtype) +
           ">(context, " + check + ", static_cast<" + type + ">(" + literal(*scalar->constant) +
           "))";
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

}  // namespace

std::string root_name(const plan::Record& record) { return "RootOf" + record.name; }

void emit_reading(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const bool has_key = key_of(plan, root.record).has_value();
  const std::string seen = record.is_shown ? ", nullptr" : "";
  const auto key = [&] {
    if (has_key) out.emit({{"type", key_type(plan, root.record)}}, "$type$ key;");
  };
  // A record may be called as one of these.
  out.emit({{"format", "::" + namespace_name(plan)},
            {"Record", record.name},
            {"View", view_name(record)}},
           R"h(
    using Value = $format$::$Record$;
    using View = $format$::$View$;
  )h");
  if (may_stand_in_pieces(plan)) out.emit("static constexpr bool may_join = true;");
  if (plan::readers_check_extents(plan)) out.emit("static constexpr bool checks_extents = true;");
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
  if (can_read_at_once(plan, root))
    out.emit({{"record", record_name(record)}, {"seen", seen}},
             R"h(
               static const std::byte* read(schemac::impl::Context& context, const schemac::impl::Frame& frame, schemac::impl::ValueReader& reader, Value& out, const std::byte* begin, const std::byte* end) {
                 return detail::read_$record$(context, frame, reader, out$seen$, begin, end);
               }
             )h");
}

void emit_function_declarations(Printer& out, const plan::Plan& plan) {
  for (const plan::Root& root : plan.roots) {
    const plan::Record& record = plan.records[root.record];
    out.blank_line();
    out.emit({{"Record", record.name}, {"View", view_name(record)}, {"root", suffix_of(root)}},
             R"h(
          /// Reads every value; payloads borrow from `bytes`. An error is the first violation met.
          [[nodiscard]] schemac::Result<$Record$> read$root$(schemac::Bytes bytes, const schemac::Limits& limits = {});
          /// Looks at bytes in place; checks the head, and the rest as it is reached.
          [[nodiscard]] schemac::Result<$View$> view$root$(schemac::Bytes bytes, const schemac::Limits& limits = {});
          /// Writes a file and returns its size; equal values give equal bytes.
          [[nodiscard]] schemac::Result<std::uint64_t> write(const $Record$& value, schemac::Sink& sink);
          /// Lists every violation, in order of offset.
          [[nodiscard]] schemac::Report validate$root$(schemac::Bytes bytes, const schemac::Limits& limits = {});
        )h");
    if (const plan::Stream* stream = stream_of(plan, record))
      out.emit({{"format", namespace_name(plan)},
                {"Record", record.name},
                {"list", record.fields[stream->list].name}},
               R"h(
          // `$list$` can come one by one: schemac::create<$format$::$Record$>(path, head), or
          // schemac::update<$format$::$Record$>(path), of schemac/io/update.h.
        )h");
  }
}

void emit_function_bodies(Printer& out, const plan::Plan& plan) {
  for (const plan::Root& root : plan.roots) {
    const plan::Record& record = plan.records[root.record];
    out.blank_line();
    const auto call = [&](const std::string& function, const std::string& arguments) {
      return [&out, &record, function, arguments] {
        out.emit({{"function", function}, {"Root", root_name(record)}, {"arguments", arguments}},
                 "return schemac::impl::$function$<detail::$Root$>($arguments$);");
      };
    };
    out.emit({{"Record", record.name},
              {"View", view_name(record)},
              {"root", suffix_of(root)},
              {"read", call("read_file", "bytes, limits")},
              {"view", call("view_file", "bytes, limits")},
              {"write", call("write_file", "value, sink")},
              {"validate", call("validate_file", "bytes, limits")}},
             R"h(
               inline schemac::Result<$Record$> read$root$(schemac::Bytes bytes, const schemac::Limits& limits) { $read$; }
               inline schemac::Result<$View$> view$root$(schemac::Bytes bytes, const schemac::Limits& limits) { $view$; }
               inline schemac::Result<std::uint64_t> write(const $Record$& value, schemac::Sink& sink) { $write$; }
               inline schemac::Report validate$root$(schemac::Bytes bytes, const schemac::Limits& limits) { $validate$; }
             )h");
  }
}

void emit_format_traits(Printer& out, const plan::Plan& plan) {
  for (const plan::Root& root : plan.roots) {
    const plan::Record& record = plan.records[root.record];
    // `schemac` has namespaces of its own.
    const std::string format = "::" + namespace_name(plan) + "::";
    out.blank_line();
    out.emit({{"Record", format + record.name},
              {"View", format + view_name(record)},
              {"Root", format + "detail::" + root_name(record)}},
             R"h(
               template <>
               struct schemac::impl::Format<$Record$> : schemac::impl::FormatOf<$Root$> {};
               template <>
               struct schemac::impl::Format<$View$> : schemac::impl::FormatOf<$Root$> {};
             )h");
  }
}

}  // namespace schemac::emit::cpp
