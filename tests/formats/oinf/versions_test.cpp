// What a version doesn't have, its writer refuses where it stands; and what a writer fills in for
// quantized tensors.
#include <catch2/catch.hpp>
#include <cstring>

#include "direct/write/encode.h"
#include "formats/oinf/executors.h"
#include "oinf.h"
#include "schemac/core/scalar.h"
#include "schemac/core/sink.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

oinf::Tensor tensor(oinf::ValueType dtype, std::vector<std::uint64_t> dims,
                    std::vector<std::uint8_t> elements) {
  return {"t", dtype, std::move(dims), Blob::own(std::move(elements)), {}};
}

/// 3 x 2 elements with a scale for each row.
oinf::Tensor quantized() {
  oinf::Tensor result = tensor(oinf::ValueType::I8, {3, 2}, {1, 2, 3, 4, 5, 6});
  result.quant = oinf::Quant{.scheme = oinf::QuantScheme::symmetric,
                             .scale_mode = oinf::ScaleMode::channel,
                             .scales = {0.5F, 0.25F, 2.0F},
                             .zero_points = {}};
  return result;
}

oinf::File file_of(std::uint32_t version, oinf::Tensor tensor) {
  oinf::File file;
  file.version = version;
  file.tensors.push_back(std::move(tensor));
  return file;
}

/// What is wrong with the values, "PATH: TEXT"; empty: they are written, and read as they were.
std::string refusal(const oinf::File& file) {
  MemorySink sink;
  const auto size = oinf::write(file, sink);
  if (!size) return size.error().path + ": " + size.error().message;
  const auto bytes = sink.take();
  const auto again = oinf::read(bytes);
  REQUIRE(again);
  CHECK(*again == file);
  CHECK(difference(oinf_files().run_generated(bytes), oinf_files().run_directly(bytes)) == "");
  return {};
}

/// What is said of a number that names a type of version 2.
std::string too_early(const std::string& field, oinf::ValueType type) {
  return field + " is " + std::to_string(static_cast<std::uint32_t>(type)) +
         ", a member of ValueType since version 2; this is version 1";
}
const std::string quant_too_early = "quant is there since version 2; this is version 1";

/// The same of a JSON text.
std::string refusal(const char* values) {
  const auto& plan = oinf_files().plan;
  const auto encoded =
      direct::encode(plan, plan.roots.front(), nlohmann::ordered_json::parse(values));
  if (encoded.problems.empty()) return {};
  return encoded.problems.front().path + ": " + encoded.problems.front().message;
}

}  // namespace

TEST_CASE("version 1 has no tensor of a type of version 2") {
  for (const auto dtype : {oinf::ValueType::BF16, oinf::ValueType::F8, oinf::ValueType::T1}) {
    const std::size_t size = dtype == oinf::ValueType::BF16 ? 2 : 1;
    const auto of_version = [&](std::uint32_t version) {
      return file_of(version, tensor(dtype, {1}, std::vector<std::uint8_t>(size)));
    };
    CHECK(refusal(of_version(2)) == "");
    CHECK(refusal(of_version(1)) == "tensors[0].dtype: " + too_early("dtype", dtype));
  }
  CHECK(refusal(R"({"version": 1, "sizevars": [], "metadata": [], "tensors": [
          {"name": "t", "dtype": "U4", "dims": [0], "data": {"dtype": "u4", "dims": [0], "data": ""}}]})") ==
        "tensors[0].dtype: " + too_early("dtype", oinf::ValueType::U4));
}

TEST_CASE("version 1 has no value of a type of version 2, nor an array of one") {
  oinf::File file;
  file.metadata.push_back({"k", Scalar::of(Dtype::i4, std::int8_t{-8})});
  CHECK(refusal(file) == "metadata[0].value_type: " + too_early("value_type", oinf::ValueType::I4));
  file.version = 2;
  CHECK(refusal(file) == "");
  file.metadata[0].value =
      oinf::Array{oinf::ValueType::T2, {5}, Blob::own(std::vector<std::uint8_t>{0xd3, 1})};
  CHECK(refusal(file) == "");
  file.version = 1;
  CHECK(refusal(file) ==
        "metadata[0].value.element_type: " + too_early("element_type", oinf::ValueType::T2));
  CHECK(refusal(R"({"version": 1, "sizevars": [], "tensors": [], "metadata": [
          {"key": "k", "value": {"numeric": {"dtype": "bf16", "value": 1}}}]})") ==
        "metadata[0].value_type: " + too_early("value_type", oinf::ValueType::BF16));
}

TEST_CASE("version 1 has no quantized tensors") {
  CHECK(refusal(file_of(1, quantized())) == "tensors[0].quant: " + quant_too_early);
  CHECK(
      refusal(
          R"({"version": 1, "sizevars": [], "metadata": [], "tensors": [{"name": "t", "dtype": "I8", "dims": [1],
          "data": {"dtype": "i8", "dims": [1], "data": "AQ=="}, "quant": {"scheme": "symmetric", "scale_mode": "tensor",
          "zp_mode": "none", "scales": [1], "zero_points": []}}]})") ==
      "tensors[0].quant: " + quant_too_early);
}

TEST_CASE("a quantized tensor needs no counts, sizes, offsets or flags") {
  CHECK(refusal(file_of(2, quantized())) == "");
  oinf::File file = file_of(2, quantized());
  oinf::Quant& quant = *file.tensors[0].quant;
  quant.scale_axis = 1;
  CHECK(refusal(file) ==
        "tensors[0].quant.scale_count: scale_count is not the length of dimension scale_axis "
        "(scale_axis is 1, scale_count is 3, len(dims) is 2, dims[scale_axis] is 2)");
  quant.scales.pop_back();
  CHECK(refusal(file) == "");
  quant.scheme = oinf::QuantScheme::asymmetric;
  CHECK(refusal(file) ==
        "tensors[0].quant.zp_mode: a symmetric scheme has no zero points, an asymmetric one has "
        "some (scheme is 2, zp_mode is 0)");
  quant.zp_mode = oinf::ZeroPointMode::tensor;
  quant.zero_points = {-7};
  CHECK(refusal(file) == "");
  quant.zp_mode = oinf::ZeroPointMode::channel;
  quant.zp_axis = 1;
  CHECK(refusal(file) ==
        "tensors[0].quant.zp_count: zp_count is not the length of dimension zp_axis "
        "(zp_axis is 1, zp_count is 1, len(dims) is 2, dims[zp_axis] is 2)");
  quant.zero_points.push_back(9);
  CHECK(refusal(file) == "");
  quant.zp_axis = 0;
  quant.zero_points.push_back(1);
  CHECK(refusal(file) ==
        "tensors[0].quant.zp_axis: zp_axis is not the axis of the scales, or not 0 where all "
        "elements share a zero point (scale_axis is 1, zp_axis is 0, len(dims) is 2, scale_mode is "
        "2)");
}
