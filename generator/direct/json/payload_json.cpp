#include "direct/json/payload_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/json/array_file.h"
#include "direct/json/element_json.h"
#include "direct/number.h"
#include "plan/operators.h"
#include "schemac/base/checked.h"
#include "schemac/check/refusals.h"
#include "source/diagnostics.h"

namespace schemac::direct {
namespace {

constexpr int deepest = 32;  // dimensions of nested lists

// Numbers of nested lists in row-major order; their shape is that of the first path down.
bool flatten(const Json& json, std::vector<const Json*>& out, bool has_pairs, int depth = 0) {
  if (depth > deepest) return false;
  const bool is_pair = has_pairs && json.is_array() && json.size() == 2 && !json[0].is_array();
  if (!json.is_array() || is_pair) {
    out.push_back(&json);
    return true;
  }
  return std::all_of(json.begin(), json.end(),
                     [&](const Json& each) { return flatten(each, out, has_pairs, depth + 1); });
}

class PayloadReader {
 public:
  PayloadReader(const plan::Array& array, const std::string& path, const References& references,
                std::vector<Problem>& problems)
      : array_(array), path_(path), references_(references), problems_(problems) {}

  Value read(std::optional<Dtype> expected, const Json& json) {
    Payload payload;
    payload.endian = array_.endian;
    payload.is_column_major = array_.is_column_major;
    if (json.is_object() && !read_dtype(json, expected)) return {};
    if (json.is_object() && json.contains("file")) return read_file(json, expected);
    if (!expected)
      return problem("needs a \"dtype\" beside its " + std::string(array_.dims ? "data" : "value"));
    payload.dtype = *expected;
    if (json.is_object() && !read_dims(json, payload)) return {};
    if (!read_bytes(json, payload) || !check_size(payload)) return {};
    return {std::move(payload)};
  }

 private:
  Value problem(std::string message, std::string help = {}) {
    problems_.push_back({path_, std::move(message), std::move(help)});
    return {};
  }
  bool fail(std::string message, std::string help = {}) {
    problem(std::move(message), std::move(help));
    return false;
  }

  // As a schema calls it: it has two names for booleans.
  static std::optional<Dtype> element_type(std::string_view name) {
    return name == "bool" ? Dtype::bool8 : dtype_named(name);
  }
  static std::string element_types() {
    std::string names;
    for (const auto& row : schemac::impl::detail::dtype_rows)
      names.append(names.empty() ? "" : ", ").append(row.name);
    return names;
  }

  bool read_dtype(const Json& json, std::optional<Dtype>& expected) {
    const auto found = json.find("dtype");
    if (found == json.end()) return true;
    const auto dtype =
        found->is_string() ? element_type(found->get_ref<const std::string&>()) : std::nullopt;
    if (!dtype)
      return fail("\"dtype\" names no element type: " + found->dump(),
                  "the element types are " + element_types());
    if (expected && *expected != *dtype) {
      const std::string who = plan::is_static(array_.dtype) ? "its type says" : "other members say";
      return fail("its \"dtype\" is " + std::string(name(*dtype)) + ", but " + who + " " +
                  std::string(name(*expected)));
    }
    expected = dtype;
    return true;
  }

  bool read_dims(const Json& json, Payload& payload) {
    const auto found = json.find("dims");
    if (!array_.dims || found == json.end()) return true;
    std::vector<std::uint64_t> dims;
    for (const Json& each : *found) {
      if (!each.is_number_unsigned()) return fail("\"dims\" is not a list of sizes");
      dims.push_back(each.get<std::uint64_t>());
    }
    payload.dims = std::move(dims);
    return true;
  }

  // An array file says itself what it holds; of any other the bytes are those of the payload.
  Value read_file(const Json& json, std::optional<Dtype> expected) {
    if (json.contains("data")) return problem("has both \"data\" and \"file\"");
    auto file = open_reference(json["file"], path_, references_, problems_);
    if (!file) return {};
    Payload payload;
    payload.endian = array_.endian;
    payload.is_column_major = array_.is_column_major;
    if (!read_dims(json, payload)) return {};
    if (file->array) {
      if (!read_array_file(*file, expected, payload)) return {};
    } else if (!expected) {
      return problem("needs a \"dtype\" beside its \"file\"");
    }
    payload.dtype = *expected;
    payload.content = std::move(file->content);
    if (!check_size(payload)) return {};
    return {std::move(payload)};
  }

  bool read_array_file(Referenced& from, std::optional<Dtype>& expected, Payload& payload) {
    const ArrayFile& file = *from.array;
    const std::string& called = from.called;
    if (!file.problem.empty()) return fail(called + file.problem);
    if (!expected) expected = file.dtype;
    const bool is_opaque = !file.dtype && expected && !is_known_to_arrays(*expected);
    const bool is_same = expected && (is_opaque ? bit_count(*expected) == 8 * file.element_size
                                                : file.dtype == expected);
    if (!is_same) {
      const std::string held = file.dtype ? std::string(name(*file.dtype)) : "opaque elements";
      return fail(called + "is of " + held +
                  (expected ? ", but " + std::string(name(*expected)) + " is needed" : ""));
    }
    if (payload.dims && *payload.dims != file.dims)
      return fail(called + "is " + type_text(*expected, &file.dims) +
                  ", but its \"dims\" are different");
    if (array_.dims) payload.dims = file.dims;
    payload.endian = file.endian;
    payload.is_column_major = file.is_column_major;
    from.content.bytes = file.elements;
    return true;
  }
  /// Whether array files have a name for such elements; others are stored as opaque ones.
  static bool is_known_to_arrays(Dtype dtype) {
    return dtype != Dtype::bf16 && dtype != Dtype::f8e5m2;
  }

  bool read_bytes(const Json& json, Payload& out) {
    if (!json.is_object()) return read_numbers(json, out);
    const auto data = json.find("data");
    if (data != json.end()) {
      auto bytes =
          data->is_string() ? from_base64(data->get_ref<const std::string&>()) : std::nullopt;
      if (!bytes) return fail("\"data\" is not base64");
      out.content = own(std::move(*bytes));
      return true;
    }
    for (const char* key : {"value", "values"}) {
      const auto found = json.find(key);
      if (found != json.end()) return read_numbers(*found, out);
    }
    if (!array_.dims) return fail("has no \"value\"");
    if (json.contains("preview")) return fail("has no \"data\"", "decode with --full");
    return fail("has neither \"data\" nor \"file\"",
                "give numbers in a list, bytes as {\"data\": base64} or {\"file\": name}");
  }

  bool read_numbers(const Json& json, Payload& out) {
    const Dtype dtype = out.dtype;
    std::vector<std::byte> bytes;
    std::vector<const Json*> numbers;
    const bool has_pairs = dtype == Dtype::c64 || dtype == Dtype::c128;
    if (!flatten(json, numbers, has_pairs))
      return fail("has more than " + std::to_string(deepest) + " dimensions");
    if (!array_.dims && numbers.size() != 1)
      return fail("is a single value, not " + std::to_string(numbers.size()));
    std::size_t good = 0;
    if (is_packed(dtype)) {
      std::vector<Int128> whole;
      for (const Json* number : numbers)
        whole.push_back(whole_number(*number).value_or(model::max_u64));
      good = append_packed(dtype, whole, bytes);
      out.given = numbers.size();
    } else {
      while (good < numbers.size() && append_element(dtype, array_.endian, *numbers[good], bytes))
        ++good;
    }
    out.content = own(std::move(bytes));
    if (good == numbers.size()) return true;
    return fail("element " + std::to_string(good) + " is not of type " + std::string(name(dtype)) +
                ": " + numbers[good]->dump());
  }

  bool check_size(const Payload& payload) {
    if (array_.dims && !payload.dims) return true;
    const std::uint64_t held = payload.content.bytes.size();
    const auto needed = size_of_elements(
        payload.dtype, payload.dims ? *payload.dims : std::vector<std::uint64_t>());
    if (!payload.given && array_.dims && needed && held != *needed) {
      problems_.push_back(refusal_at(path_, impl::refusals::size, impl::Facts{held, *needed}));
      problems_.back().help = size_text(payload.dtype, payload.dims ? &*payload.dims : nullptr);
      return false;
    }
    auto differs = size_problem(payload, payload.dims ? &*payload.dims : nullptr);
    return !differs || fail(std::move(*differs));
  }

  const plan::Array& array_;
  const std::string& path_;
  const References& references_;
  std::vector<Problem>& problems_;
};

}  // namespace

Value payload_from_json(const plan::Array& array, std::optional<Dtype> expected,
                        const nlohmann::ordered_json& json, const std::string& path,
                        const References& references, std::vector<Problem>& problems) {
  return PayloadReader(array, path, references, problems).read(expected, json);
}

bool append_element(Dtype dtype, Endian endian, const nlohmann::ordered_json& json,
                    std::vector<std::byte>& out) {
  const auto append = [&](Dtype component, Int128 value) {
    const std::size_t at = out.size();
    out.resize(at + bit_count(component) / 8);
    store_number(component, endian, value, out.data() + at);
  };
  if (dtype == Dtype::c64 || dtype == Dtype::c128) {
    const Dtype component = dtype == Dtype::c64 ? Dtype::f32 : Dtype::f64;
    if (!json.is_array() || json.size() != 2) return false;
    return append_element(component, endian, json[0], out) &&
           append_element(component, endian, json[1], out);
  }
  if (is_real(dtype)) {
    const auto bits = real_bits(dtype, json);
    if (bits) append(dtype, Int128{*bits});
    return bits.has_value();
  }
  const auto number =
      json.is_boolean() ? std::optional<Int128>(json.get<bool>() ? 1 : 0) : whole_number(json);
  // A file may hold other booleans than 0 and 1; what it holds comes back.
  const model::Range range = dtype == Dtype::bool8 ? range_of(Dtype::u8) : range_of(dtype);
  if (!number || !range.contains(*number)) return false;
  append(dtype, *number);
  return true;
}

std::size_t append_packed(Dtype dtype, const std::vector<Int128>& numbers,
                          std::vector<std::byte>& out) {
  const std::size_t begin = out.size();
  out.resize(begin + impl::ceil_div(numbers.size() * bit_count(dtype), 8));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!store_packed(dtype, numbers[i], out.data() + begin, i)) return i;
  return numbers.size();
}

}  // namespace schemac::direct
