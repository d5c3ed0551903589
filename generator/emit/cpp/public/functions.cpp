#include "emit/cpp/public/functions.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"

namespace schemac::emit::cpp {
namespace {

// "" for the only root, else "_stream": the ending of its functions' names.
std::string suffix_of(const plan::Root& root) {
  return root.name.empty() ? "" : "_" + snake_case(root.name);
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
          /// Looks at bytes in place; checks the header, and the rest as it is reached.
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
