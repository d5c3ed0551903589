#include "emit/cpp/public/includes.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emit/cpp/public/values.h"
#include "emit/cpp/wire/digests.h"

namespace schemac::emit::cpp {
namespace {

std::vector<std::string> runtime_headers(const plan::Plan& plan) {
  const plan::FormatUses& uses = plan.uses;
  std::vector<std::string> headers;
  const auto add = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) headers.push_back(std::string(name) + ".h");
  };
  add({"read/every_format"});
  if (uses.whole_file) add({"walk/file_extents"});
  if (plan.has_given_offsets) add({"write/any_order"});
  if (plan.has_given_offsets || uses.given_starts) add({"write/given_places"});
  if (plan.narrowest_offset) add({"walk/stated_place"});
  if (uses.messages)
    add({"core/coding", "core/message_lists", "core/message_numbers", "core/with_product",
         "read/message_content", "wire/message", "wire/message_view", "wire/message_writer"});
  if (std::ranges::any_of(plan.records, has_unknown_fields_alone)) add({"core/unknown_fields"});
  if (uses.msgpack)
    add({"core/msgpack_views", "core/tagged_list", "read/msgpack_content", "wire/msgpack",
         "wire/msgpack_head"});
  if (uses.bit_numbers) add({"base/bits", "read/bits_content"});
  if (uses.numerals)
    add({"base/numeral", "core/numeral_views", "read/numeral_content", "wire/numeral_walk"});
  if (uses.msgpack_objects) add({"core/free_value", "core/msgpack_object", "read/object_in"});
  if (uses.sorted_lists) add({"base/sorted"});
  if (uses.version_splits) add({"base/by_version"});
  if (uses.list_params) add({"base/number_list"});
  if (uses.loose_lists) add({"core/loose_range", "core/no_starts", "read/loose_values"});
  if (uses.heads) add({"core/head"});
  if (uses.streams) add({"grow/locate", "write/streamed"});
  if (uses.unknown_numbers) add({"check/unknown"});
  if (uses.encoded)
    add({"check/check_codec", "check/decoding", "core/codec", "core/coded", "write/encode"});
  for (const CodecAlgorithm codec : uses.codecs)
    if (codec != CodecAlgorithm::none)
      headers.push_back("codec/" + std::string(name(codec)) + ".h");
  if (uses.joined_arrays)
    add({"check/decoding", "core/codec", "core/joined_array", "read/joiner", "read/value_facts"});
  if (uses.stated_parts) add({"read/value_facts", "walk/parts"});
  if (uses.part_members) add({"core/placed_blob", "write/part_places"});
  if (plan.notes_misfits()) add({"check/misfits"});
  if (plan.has_digests) add({"digest/digest"});
  for (const impl::DigestAlgorithm digest : uses.digests)
    if (digest != impl::DigestAlgorithm::none) add({header_of(digest)});
  if (uses.json) add({"json/json", "json/text"});
  std::sort(headers.begin(), headers.end());
  headers.erase(std::unique(headers.begin(), headers.end()), headers.end());
  return headers;
}

}  // namespace

void emit_includes(Printer& out, const plan::Plan& plan) {
  const auto concepts = [&] {
    if (plan.uses.streams) out.emit("#include <concepts>");
  };
  const auto runtime = [&] {
    for (const std::string& header : runtime_headers(plan))
      out.emit({{"header", header}}, R"h(#include "schemac/$header$")h");
  };
  out.emit({{"concepts", concepts}, {"runtime", runtime}},
           R"cc(
#pragma once

#include <algorithm>
#include <array>
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
