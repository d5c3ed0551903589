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

// A number as magic: a part of it is none, so a file that ends before is cut off, nothing else.
void emit_number_magic(Printer& out, const plan::Plan& plan, const plan::Root& root,
                       const plan::Scalar& scalar) {
  out.emit({{"type", stored_type(scalar.dtype)},
            {"endian", endian_argument(scalar.endian, scalar.dtype)},
            {"value", literal(*scalar.constant)},
            {"check", plan.checks[root.magic_check].identifier}},
           R"cc(
             if (file.size() >= sizeof($type$)) {
               const auto found = schemac::impl::load<$type$$endian$>(file.data());
               if (found != static_cast<$type$>($value$)) [[unlikely]] {
                 context.note(detail::$check$, frame, file.data(), {static_cast<std::uint64_t>(found)});
                 return false;
               }
             }
           )cc");
}

void emit_magic(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  if (!root.magic_is_required) return;
  const auto* scalar =
      std::get_if<plan::Scalar>(&plan.records[root.record].fields.front().body.kind);
  if (scalar != nullptr && scalar->constant) return emit_number_magic(out, plan, root, *scalar);
  const std::string bytes(root.magic.begin(), root.magic.end());
  out.emit({{"bytes", quoted(bytes)},
            {"size", bytes.size()},
            {"check", plan.checks[root.magic_check].identifier}},
           R"cc(
             const std::string_view magic($bytes$, $size$);
             const auto found = schemac::impl::text_at(file.data(), std::min<std::uint64_t>(file.size(), $size$));
             if (!magic.starts_with(found)) [[unlikely]] {
               context.note(detail::$check$, frame, file.data(), {0, 0, 0, found});
               return false;
             }
           )cc");
}

void emit_trailing(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  if (!root.trailing || !plan.records[root.record].sections.empty()) return;
  out.emit({{"check", plan.checks[*root.trailing].identifier}},
           R"cc(
             if (behind != nullptr && behind != end)
               context.note(detail::$check$, frame, behind, {schemac::impl::distance(behind, end)});
           )cc");
}

// The check of a file: what begins it, its record, what is after.
void emit_file_check(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const bool has_key = key_of(plan, root.record).has_value();
  const auto key = [&] {
    if (has_key) out.emit({{"type", key_type(plan, root.record)}}, "$type$ key;");
  };
  out.blank_line();
  out.emit(
      {{"name", "check_root" + suffix_of(root)},
       {"magic_name", "check_magic" + suffix_of(root)},
       {"magic", [&] { emit_magic(out, plan, root); }},
       {"key", key},
       {"key_argument", std::string(has_key ? ", key" : "") + (record.is_shown ? ", nullptr" : "")},
       {"record", record_name(record)},
       {"trailing", [&] { emit_trailing(out, plan, root); }},
       {"arrays",
        [&] {
          emit_joined_checks(out, plan, record);
          emit_part_checks(out, plan, record);
        }},
       {"finders", [&] { emit_part_finders(out, plan, record); }}},
      R"h(
             inline bool $magic_name$([[maybe_unused]] schemac::impl::Context& context, [[maybe_unused]] const schemac::impl::Frame& frame) {
               [[maybe_unused]] const schemac::Bytes file = context.space();
               $magic$;
               return true;
             }
             $finders$;

             inline void $name$(schemac::impl::Context& context) {
               const schemac::impl::Frame frame;
               if (!$magic_name$(context, frame)) return;
               const std::byte* const begin = context.space().data();
               const std::byte* const end = begin + context.space().size();
               $key$;
               [[maybe_unused]] const std::byte* const behind = check_$record$(context, frame$key_argument$, begin, end);
               $trailing$;
               $arrays$;
             }
           )h");
}

// Prints the read in one pass, for roots that can be read so: false where anything is wrong.
void emit_read_at_once(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  if (!can_read_at_once(plan, root)) return;
  const plan::Record& record = plan.records[root.record];
  out.blank_line();
  out.emit({{"Record", record.name},
            {"root", suffix_of(root)},
            {"record", record_name(record)},
            {"seen", record.is_shown ? ", nullptr" : ""}},
           R"h(
             inline bool read_at_once$root$(schemac::Bytes bytes, const schemac::Limits& limits, $Record$& out) {
               schemac::impl::Context context(bytes, limits, schemac::impl::Strictness::read);
               schemac::impl::ValueReader reader(limits, bytes);
               const schemac::impl::Frame frame;
               if (!check_magic$root$(context, frame)) return false;
               const std::byte* const begin = context.space().data();
               const std::byte* const end = begin + context.space().size();
               return read_$record$(context, frame, reader, out$seen$, begin, end) == end && !context.stopped();
             }
           )h");
}

// Prints how a file is opened, whose `bytes` may say who keeps copies of pieces.
void emit_view_steps(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  out.emit({{"View", view_name(plan.records[root.record])}, {"root", suffix_of(root)}},
           R"h(
             schemac::impl::Context context(bytes, limits, schemac::impl::Strictness::read);
             const schemac::impl::Frame frame;
             bytes = context.space();
             $View$ file(schemac::impl::Origin{bytes});
             const std::byte* const end = bytes.data() + bytes.size();
             if (!detail::check_magic$root$(context, frame) || schemac::impl::ViewAccess::open(file, context, frame, bytes.data(), end) == nullptr) [[unlikely]]
               return schemac::impl::refusal(context, detail::check_root$root$);
             return file;
           )h");
}

// Prints the view that a reader uses, which keeps copies; anyone else's keeps none.
void emit_joining_view(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  if (!may_stand_in_pieces(plan)) return;
  out.blank_line();
  out.emit({{"View", view_name(plan.records[root.record])},
            {"root", suffix_of(root)},
            {"steps", [&] { emit_view_steps(out, plan, root); }}},
           R"h(
             inline schemac::Result<$View$> view_joined$root$(schemac::impl::FileBytes bytes, const schemac::Limits& limits) {
               $steps$;
             }
           )h");
}

void emit_bodies(Printer& out, const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  const bool may_join = may_stand_in_pieces(plan);
  const std::string whole = may_join ? "whole" : "bytes";
  const std::string viewer = (may_join ? "detail::view_joined" : "view") + suffix_of(root);
  const auto view = [&] {
    if (may_join)
      out.emit({{"viewer", viewer}}, "return $viewer$(bytes, limits);");
    else
      emit_view_steps(out, plan, root);
  };
  const auto joined = [&] {
    if (may_join)
      out.emit(
          R"h(
            schemac::impl::JoinedMessages parts(limits, bytes.size());
            const schemac::impl::FileBytes whole(bytes, &parts);
          )h");
  };
  const auto keep_parts = [&] {
    if (may_join)
      out.emit(
          R"h(
            if (!parts.empty()) [[unlikely]]
              schemac::impl::for_each_blob(value, [&](schemac::Blob& blob) { parts.share(blob); });
          )h");
  };
  const auto refused = [&] {
    if (plan::readers_check_extents(plan))
      out.emit({{"root", suffix_of(root)}, {"whole", whole}},
               R"h(
                 if (context.is_uncertain()) {
                   // Payloads came in no order, as in validate$root$.
                   schemac::impl::Context again($whole$, limits, schemac::impl::Strictness::read);
                   again.keep_payloads();
                   detail::check_root$root$(again);
                   if (again.stopped()) return schemac::impl::first_violation(again);
                 } else if (context.stopped()) {
                   return schemac::impl::first_violation(context);
                 }
               )h");
    else
      out.emit("if (context.stopped()) return schemac::impl::first_violation(context);");
  };
  out.blank_line();
  const auto at_once = [&] {
    if (can_read_at_once(plan, root))
      out.emit({{"Record", record.name}, {"root", suffix_of(root)}},
               R"h(
                 if ($Record$ value; detail::read_at_once$root$(bytes, limits, value)) [[likely]] return value;
               )h");
  };
  out.emit({{"Record", record.name},
            {"View", view_name(record)},
            {"root", suffix_of(root)},
            {"whole", whole},
            {"viewer", viewer},
            {"view", view},
            {"parts", joined},
            {"keep_parts", keep_parts},
            {"refused", refused},
            {"at_once", at_once}},
           R"h(
             inline schemac::Report validate$root$(schemac::Bytes bytes, const schemac::Limits& limits) {
               $parts$;
               schemac::impl::Context context($whole$, limits, schemac::impl::Strictness::validate);
               detail::check_root$root$(context);
               if (!context.is_uncertain()) return context.take_report();
               // Payloads came in no order: a walk that keeps all of them tells overlaps and gaps.
               schemac::impl::Context again($whole$, limits, schemac::impl::Strictness::validate);
               again.keep_payloads();
               detail::check_root$root$(again);
               return again.take_report();
             }

             inline schemac::Result<$View$> view$root$(schemac::Bytes bytes, const schemac::Limits& limits) {
               $view$;
             }

             inline schemac::Result<$Record$> read$root$(schemac::Bytes bytes, const schemac::Limits& limits) {
               $at_once$;
               $parts$;
               schemac::impl::Context context($whole$, limits, schemac::impl::Strictness::read);
               detail::check_root$root$(context);
               $refused$;
               auto file = $viewer$($whole$, limits);
               if (!file) return std::move(file).error();
               schemac::impl::ValueReader reader(limits, bytes);
               $Record$ value;
               if (!reader.read(*file, value)) return *reader.violation();
               $keep_parts$;
               return value;
             }
           )h");
}

}  // namespace

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
  const auto checks = [&] {
    for (const plan::Root& root : plan.roots) emit_file_check(out, plan, root);
    for (const plan::Root& root : plan.roots) emit_read_at_once(out, plan, root);
    for (const plan::Root& root : plan.roots) emit_joining_view(out, plan, root);
  };
  out.blank_line();
  out.emit({{"checks", checks}},
           R"cc(
             namespace detail {

             $checks$;

             }  // namespace detail
           )cc");
  for (const plan::Root& root : plan.roots) emit_bodies(out, plan, root);
}

void emit_format_traits(Printer& out, const plan::Plan& plan) {
  for (const plan::Root& root : plan.roots) {
    const plan::Record& record = plan.records[root.record];
    // `schemac` has namespaces of its own.
    const std::string format = "::" + namespace_name(plan) + "::";
    out.blank_line();
    out.emit({{"Record", format + record.name},
              {"View", format + view_name(record)},
              {"format", format},
              {"root", suffix_of(root)}},
             R"h(
               template <>
               struct schemac::impl::Format<$Record$> {
                 static auto read(Bytes bytes, const Limits& limits) { return $format$read$root$(bytes, limits); }
                 static auto write(const $Record$& value, Sink& sink) { return $format$write(value, sink); }
                 static auto validate(Bytes bytes, const Limits& limits) { return $format$validate$root$(bytes, limits); }
               };
               template <>
               struct schemac::impl::Format<$View$> {
                 static auto view(Bytes bytes, const Limits& limits) { return $format$view$root$(bytes, limits); }
                 static auto validate(Bytes bytes, const Limits& limits) { return $format$validate$root$(bytes, limits); }
               };
             )h");
  }
}

}  // namespace schemac::emit::cpp
