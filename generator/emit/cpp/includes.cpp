#include "emit/cpp/includes.h"

#include <algorithm>
#include <variant>

#include "emit/cpp/checks.h"
#include "emit/cpp/codecs.h"
#include "emit/cpp/json.h"
#include "emit/cpp/layout.h"
#include "emit/cpp/versions.h"

namespace schemac::emit::cpp {
namespace {

bool has_complex_fields(const plan::Plan& plan) {
  bool found = false;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
    found |= scalar != nullptr && (scalar->dtype == Dtype::c64 || scalar->dtype == Dtype::c128);
  });
  return found;
}

bool has_order(const plan::Plan& plan) {
  bool found = false;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    found |= list != nullptr && list->order_by;
  });
  return found;
}

bool has_loose_lists(const plan::Plan& plan) {
  bool found = false;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    found |= list != nullptr && (is_loose(*list) || list->is_counted);
  });
  return found;
}

bool has_unknown(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return std::ranges::any_of(record.fields,
                               [](const plan::Field& field) { return field.unknown.has_value(); });
  });
}

bool has_messages(const plan::Plan& plan) {
  return std::any_of(plan.records.begin(), plan.records.end(),
                     [](const plan::Record& record) { return record.message() != nullptr; });
}

bool has_list_params(const plan::Plan& plan) {
  return std::ranges::any_of(plan.records, [](const plan::Record& record) {
    return std::ranges::any_of(record.params, &plan::Param::is_list);
  });
}

bool has_split_loops(const plan::Plan& plan) {
  bool found = false;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    found |= list != nullptr && version_split(plan, list->element.front());
  });
  return found;
}

}  // namespace

void emit_includes(Printer& out, const plan::Plan& plan) {
  const auto complex = [&] {
    if (has_complex_fields(plan)) out.emit("#include <complex>");
  };
  const auto message = [&] {
    if (!has_messages(plan)) return;
    out.emit(R"cc(
      #include "schemac/core/message.h"
      #include "schemac/core/message_writer.h"
    )cc");
  };
  const auto msgpack = [&] {
    if (!uses_msgpack(plan)) return;
    out.emit(R"cc(
      #include "schemac/core/msgpack.h"
      #include "schemac/core/msgpack_content.h"
      #include "schemac/core/msgpack_head.h"
    )cc");
  };
  const auto sorted = [&] {
    if (has_order(plan)) out.emit("#include \"schemac/core/sorted.h\"");
  };
  const auto by_version = [&] {
    if (has_split_loops(plan)) out.emit("#include \"schemac/core/by_version.h\"");
  };
  const auto number_list = [&] {
    if (has_list_params(plan)) out.emit("#include \"schemac/core/number_list.h\"");
  };
  const auto loose_range = [&] {
    if (has_loose_lists(plan)) out.emit("#include \"schemac/core/loose_range.h\"");
  };
  const auto unknown = [&] {
    if (has_unknown(plan)) out.emit("#include \"schemac/core/unknown.h\"");
  };
  const auto codec = [&] {
    if (!has_codecs(plan)) return;
    out.emit(R"cc(
      #include "schemac/core/check_codec.h"
      #include "schemac/core/codec.h"
      #include "schemac/core/coded.h"
      #include "schemac/core/encode.h"
    )cc");
  };
  const auto digest = [&] {
    if (has_digests(plan)) out.emit("#include \"schemac/digest/digest.h\"");
  };
  const auto json = [&] {
    if (!has_json(plan)) return;
    out.emit(R"cc(
      #include "schemac/json/json.h"
      #include "schemac/json/text.h"
    )cc");
  };
  out.emit({{"complex", complex},
            {"json", json},
            {"message", message},
            {"msgpack", msgpack},
            {"sorted", sorted},
            {"by_version", by_version},
            {"number_list", number_list},
            {"loose_range", loose_range},
            {"unknown", unknown},
            {"digest", digest},
            {"codec", codec},
            {"codecs", [&] { emit_codec_includes(out, plan); }}},
           R"cc(
#pragma once

#include <algorithm>
#include <array>
$complex$;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/core/array_walk.h"
#include "schemac/core/blob.h"
$by_version$;
#include "schemac/core/bytes.h"
#include "schemac/core/character_set.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"
$codec$;
#include "schemac/core/content.h"
#include "schemac/core/context.h"
#include "schemac/core/dtype.h"
#include "schemac/core/evaluate.h"
#include "schemac/core/extents.h"
#include "schemac/core/fault.h"
#include "schemac/core/format.h"
#include "schemac/core/frame.h"
#include "schemac/core/half.h"
#include "schemac/core/limits.h"
$loose_range$;
#include "schemac/core/members.h"
$message$;
$msgpack$;
#include "schemac/core/ndarray.h"
$number_list$;
#include "schemac/core/placed.h"
#include "schemac/core/placing.h"
#include "schemac/core/record_range.h"
#include "schemac/core/rejection.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/scalar_list.h"
#include "schemac/core/sections.h"
#include "schemac/core/sink.h"
$sorted$;
#include "schemac/core/text_form.h"
#include "schemac/core/unique.h"
$unknown$;
#include "schemac/core/value_checks.h"
#include "schemac/core/value_reader.h"
#include "schemac/core/version.h"
#include "schemac/core/view.h"
#include "schemac/core/writer.h"
$codecs$;
$digest$;
$json$;
  )cc");
  out.blank_line();
  out.emit(
      R"cc(static_assert(schemac::serves_header(1), "made for another version of the schemac runtime");)cc");
}

}  // namespace schemac::emit::cpp
