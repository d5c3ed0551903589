// Statistics of arrays against what NumPy says: tests/data/statistics.json.
#include "schemac/array/statistics.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;
using schemac::Bin;
using schemac::Bytes;
using schemac::Dtype;
using schemac::Endian;
using schemac::Statistics;
using schemac::Summary;

Json load_cases() {
  std::ifstream file(SCHEMAC_TEST_DATA "/statistics.json");
  return Json::parse(file);
}

// Knuth's MMIX generator, as scripts/make_statistics.py has it.
std::vector<std::byte> random_bytes(std::size_t count) {
  std::vector<std::byte> bytes;
  std::uint64_t state = 1;
  while (bytes.size() < count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    for (unsigned shift = 32; shift < 64; shift += 8)
      bytes.push_back(static_cast<std::byte>(state >> shift));
  }
  bytes.resize(count);
  return bytes;
}

std::vector<std::byte> bytes_of(const Json& row) {
  if (row.contains("random")) return random_bytes(row["random"].get<std::size_t>());
  const auto hex = row["hex"].get<std::string>();
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string text(double value) {
  if (std::isnan(value)) return "nan";  // printf knows its sign
  char out[64];
  std::snprintf(out, sizeof out, "%.6g", value);
  return out;
}

Json json(const Summary& summary) {
  return {{"min", text(summary.min)},
          {"max", text(summary.max)},
          {"mean", text(summary.mean)},
          {"median", text(summary.median)},
          {"std", text(summary.std)}};
}

Json json(const std::vector<Bin>& histogram) {
  Json rows = Json::array();
  for (const Bin& bin : histogram) rows.push_back({text(bin.begin), text(bin.end), bin.count});
  return rows;
}

}  // namespace

TEST_CASE("statistics are NumPy's for a float64 copy") {
  for (const Json& row : load_cases()) {
    INFO(row["name"]);
    const auto bytes = bytes_of(row);
    const auto dtype = schemac::dtype_named(row["dtype"].get<std::string>()).value();
    const Endian endian = row["endian"] == "le" ? Endian::little : Endian::big;
    const Statistics found =
        schemac::statistics_of(bytes, dtype, endian, row["count"].get<std::uint64_t>());
    CHECK(found.count == row["count"]);
    CHECK(found.nan_count == row["nan"]);
    CHECK(found.infinity_count == row["inf"]);
    CHECK(found.negative_infinity_count == row["-inf"]);
    CHECK(json(found.all) == row["all"]);
    CHECK(json(found.finite) == row["finite"]);
    if (!row["histogram"].is_null()) CHECK(json(found.histogram) == row["histogram"]);
  }
}

TEST_CASE("bins hold each finite element once, whatever their width") {
  for (const Json& row : load_cases()) {
    INFO(row["name"]);
    const auto dtype = schemac::dtype_named(row["dtype"].get<std::string>()).value();
    const Statistics found =
        schemac::statistics_of(bytes_of(row), dtype, Endian::little, ~std::uint64_t{0});
    std::uint64_t held = 0;
    for (std::size_t i = 0; i < found.histogram.size(); ++i) {
      const Bin& bin = found.histogram[i];
      CHECK(bin.begin <= bin.end);
      if (i != 0) CHECK(found.histogram[i - 1].end <= bin.begin);
      held += bin.count;
    }
    CHECK(held == found.finite_count());
  }
}

TEST_CASE("whole numbers beyond 2^53, where not each has a double, are counted") {
  const std::vector<std::uint64_t> values{9007199254740992, 9007199254740994, 9007199254741000};
  const Statistics found = schemac::statistics_of(std::as_bytes(std::span(values)), Dtype::u64,
                                                  Endian::little, ~std::uint64_t{0});
  std::uint64_t held = 0;
  for (const Bin& bin : found.histogram) held += bin.count;
  CHECK(held == 3);
  CHECK(found.histogram.size() <= 20);
}

TEST_CASE("a count that the bytes don't hold is cut") {
  const std::vector<std::byte> bytes(10, std::byte{1});
  CHECK(schemac::statistics_of(bytes, Dtype::u32, Endian::little, 1000).count == 2);
  CHECK(schemac::statistics_of(bytes, Dtype::u1, Endian::little, ~std::uint64_t{0}).count == 80);
  CHECK(schemac::statistics_of({}, Dtype::f64, Endian::little, 5).count == 0);
}

TEST_CASE("progress tells passes in order, from their start") {
  const std::vector<std::byte> bytes(std::size_t{3} << 20);
  unsigned last_pass = 0;
  double last_part = 0;
  const auto tell = [&](unsigned pass, double part) {
    CHECK((pass == last_pass ? part > last_part : pass == last_pass + 1 && part == 0));
    last_pass = pass;
    last_part = part;
  };
  static_cast<void>(
      schemac::statistics_of(bytes, Dtype::u8, Endian::little, ~std::uint64_t{0}, tell));
  CHECK(last_pass >= 4);
  CHECK(last_part > 0.5);
}
