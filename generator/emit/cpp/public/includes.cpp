#include "emit/cpp/public/includes.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emit/cpp/measure/writers.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/public/values.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/wire/digests.h"
#include "emit/cpp/wire/json.h"
#include "emit/cpp/wire/objects.h"

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

bool has_whole_file(const plan::Record& record) {
  return std::ranges::any_of(record.sections, &plan::Section::is_whole_file);
}

bool has_split_loops(const plan::Plan& plan) {
  bool found = false;
  for_each_body(plan, [&](const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    found |= list != nullptr && version_split(plan, list->element.front());
  });
  return found;
}

bool has_given_starts(const plan::Record& record) {
  return std::ranges::any_of(record.sections,
                             [](const plan::Section& each) { return each.given.has_value(); });
}

std::vector<std::string> runtime_headers(const plan::Plan& plan) {
  std::vector<std::string> headers;
  const auto add = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) headers.push_back(std::string(name) + ".h");
  };
  add({"read/every_format"});
  if (std::ranges::any_of(plan.records, has_whole_file)) add({"walk/file_extents"});
  if (plan.has_given_offsets) add({"write/any_order"});
  if (plan.has_given_offsets || std::ranges::any_of(plan.records, has_given_starts))
    add({"write/given_places"});
  if (plan.narrowest_offset) add({"walk/stated_place"});
  if (has_messages(plan))
    add({"core/coding", "core/message_lists", "core/message_numbers", "core/with_product",
         "read/message_content", "wire/message", "wire/message_view", "wire/message_writer"});
  if (std::ranges::any_of(plan.records, has_unknown_fields_alone)) add({"core/unknown_fields"});
  if (uses_msgpack(plan))
    add({"core/msgpack_views", "core/tagged_list", "read/msgpack_content", "wire/msgpack",
         "wire/msgpack_head"});
  if (uses_bits(plan)) add({"base/bits", "read/bits_content"});
  if (uses_varints(plan))
    add({"base/varint", "core/varint_views", "read/varint_content", "wire/varint_walk"});
  if (has_objects(plan)) add({"core/free_value", "core/msgpack_object", "read/object_in"});
  if (has_order(plan)) add({"base/sorted"});
  if (has_split_loops(plan)) add({"base/by_version"});
  if (has_list_params(plan)) add({"base/number_list"});
  if (has_loose_lists(plan)) add({"core/loose_range", "core/no_starts", "read/loose_values"});
  if (std::ranges::any_of(plan.records,
                          [](const plan::Record& each) { return each.head.has_value(); }))
    add({"core/head"});
  if (has_streams(plan)) add({"grow/locate", "write/streamed"});
  if (has_unknown(plan)) add({"check/unknown"});
  if (has_codecs(plan))
    add({"check/check_codec", "check/decoding", "core/codec", "core/coded", "write/encode"});
  for (const CodecAlgorithm codec : codecs_of(plan))
    if (codec != CodecAlgorithm::none)
      headers.push_back("codec/" + std::string(name(codec)) + ".h");
  if (has_joined(plan))
    add({"check/decoding", "core/codec", "core/joined_array", "read/joiner", "read/value_facts"});
  if (has_parts(plan)) add({"read/value_facts", "walk/parts"});
  if (has_part_members(plan)) add({"core/placed_blob", "write/part_places"});
  if (notes_misfits(plan)) add({"check/misfits"});
  if (plan.has_digests) add({"digest/digest"});
  for (const impl::DigestAlgorithm digest : digests_of(plan))
    if (digest != impl::DigestAlgorithm::none) add({header_of(digest)});
  if (has_json(plan)) add({"json/json", "json/text"});
  std::sort(headers.begin(), headers.end());
  headers.erase(std::unique(headers.begin(), headers.end()), headers.end());
  return headers;
}

}  // namespace

void emit_includes(Printer& out, const plan::Plan& plan) {
  const auto complex = [&] {
    if (has_complex_fields(plan)) out.emit("#include <complex>");
  };
  const auto concepts = [&] {
    if (has_streams(plan)) out.emit("#include <concepts>");
  };
  const auto runtime = [&] {
    for (const std::string& header : runtime_headers(plan))
      out.emit({{"header", header}}, R"h(#include "schemac/$header$")h");
  };
  out.emit({{"complex", complex}, {"concepts", concepts}, {"runtime", runtime}},
           R"cc(
#pragma once

#include <algorithm>
#include <array>
$complex$;
$concepts$;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

$runtime$;
  )cc");
  out.blank_line();
  out.emit(
      R"cc(static_assert(schemac::impl::serves_header(1), "made for another version of the schemac runtime");)cc");
}

}  // namespace schemac::emit::cpp
