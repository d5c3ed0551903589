#include "direct/files/streamed_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "direct/pieces/parts.h"

namespace schemac::direct {
namespace {

using Json = nlohmann::ordered_json;

// Lines after the first one move to the right.
std::string indented(const Json& json, std::size_t by) {
  const std::string text = json.dump(2);
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  for (const char ch : text) {
    out += ch;
    if (ch == '\n') out.append(by, ' ');
  }
  return out;
}

// Arrays over pieces and parts of bytes are found in all values.
bool can_stream(const FileForm& file) {
  const plan::Record& record = file.plan().records[file.root().record];
  return file.text() == nullptr && record.arrays.empty() && !has_part_members(record);
}

}  // namespace

StreamedValues::StreamedValues(const FileForm& file, Reading reading, const Extent& extent)
    : file_(file), reading_(reading), extent_(extent), can_stream_(can_stream(file)) {
  Extent outline = extent;
  if (can_stream_)
    outline.take = [this](const plan::Field& list, const Value&) {
      if (std::ranges::find(streamed_, list.name) == streamed_.end())
        streamed_.push_back(list.name);
    };
  outline_ = decode(file, reading, outline);
}

void StreamedValues::write(const std::string& schema, Payloads payloads, std::ostream& out) const {
  if (streamed_.empty()) {
    out << to_json(outline_, schema, payloads).dump(2) << '\n';
    return;
  }
  out << "{\n  \"schema\": " << Json(schema).dump() << ",\n  \"values\": ";
  write_values(payloads, out);
  if (outline_.left_out != 0) out << ",\n  \"left_out\": " << outline_.left_out;
  out << "\n}\n";
}

void StreamedValues::write_values(Payloads payloads, std::ostream& out) const {
  const Json values = to_json(outline_.values, payloads);
  out << '{';
  bool is_first = true;
  for (const auto& [name, value] : values.items()) {
    out << (is_first ? "\n    " : ",\n    ") << Json(name).dump() << ": ";
    is_first = false;
    const bool is_list = value.is_array() && value.empty();
    if (is_list && std::ranges::find(streamed_, name) != streamed_.end())
      write_elements(name, payloads, out);
    else
      out << indented(value, 4);
  }
  out << "\n  }";
}

void StreamedValues::write_elements(const std::string& list, Payloads payloads,
                                    std::ostream& out) const {
  Extent extent = extent_;
  bool is_first = true;
  extent.take = [&](const plan::Field& of, const Value& element) {
    if (of.name != list) return;
    out << (is_first ? "[\n      " : ",\n      ") << indented(to_json(element, payloads), 6);
    is_first = false;
  };
  (void)decode(file_, reading_, extent);
  out << (is_first ? "[]" : "\n    ]");
}

}  // namespace schemac::direct
