// The format's real files, and those that they lack, against their manifests.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "formats/bytes_of_file.h"
#include "formats/manifest.h"
#include "formats/oinf/executors.h"
#include "oinf.h"

using namespace schemac::tests;

namespace {

const std::filesystem::path real = SCHEMAC_TEST_DATA "/vectors/oinf";
const std::filesystem::path made = SCHEMAC_TEST_DATA "/made/oinf";

const FileKind* any_version(const std::string&) { return &oinf_files(); }

// Infinities and NaN are texts in a manifest.
void check_element(const schemac::Scalar& element, const nlohmann::json& wanted) {
  if (wanted.is_number_unsigned()) {
    CHECK(element.get<std::uint64_t>() == wanted.get<std::uint64_t>());
  } else if (wanted.is_number_integer()) {
    CHECK(element.get<std::int64_t>() == wanted.get<std::int64_t>());
  } else if (wanted == "nan") {
    CHECK(std::isnan(element.get<double>()));
  } else if (wanted.is_string()) {
    CHECK(element.get<double>() == (wanted == "inf" ? HUGE_VAL : -HUGE_VAL));
  } else {
    CHECK(element.get<double>() ==
          (wanted.is_boolean() ? (wanted.get<bool>() ? 1.0 : 0.0) : wanted.get<double>()));
  }
}

// The first and the last three elements.
void check_elements(const schemac::NdView& array, const nlohmann::json& wanted) {
  const auto dtype = wanted.at("dtype").get<std::string>();
  CHECK(name(array.dtype()) == (dtype == "bool" ? "bool8" : dtype));
  CHECK(array.size() == wanted.at("numel").get<std::uint64_t>());
  const nlohmann::json& first = wanted.at("first3");
  const nlohmann::json& last = wanted.at("last3");
  for (std::size_t i = 0; i < first.size(); ++i) check_element(array.element(i), first[i]);
  for (std::size_t i = 0; i < last.size(); ++i)
    check_element(array.element(array.size() - last.size() + i), last[i]);
}

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  check_valid_files(real, any_version);
  check_valid_files(made, any_version);
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  check_broken_files(real, real, any_version);
  check_broken_files(made, real, any_version);
}

TEST_CASE("elements of tensors are those of the manifests") {
  std::uint64_t count = 0;
  for (const auto& folder : {real, made}) {
    const auto manifest = json_of_file(folder / "manifest.json");
    for (const auto& file : manifest.at("files")) {
      INFO(file.at("path"));
      const auto bytes = bytes_of_file(folder / file.at("path").get<std::string>());
      std::map<std::string, nlohmann::json> told;
      for (const auto& array : file.at("decoded").at("tensors"))
        told[array.at("name").get<std::string>()] = array;
      const auto view = oinf::view(bytes);
      REQUIRE(view);
      auto tensors = view->tensors();
      for (const oinf::TensorView& tensor : tensors) {
        INFO(tensor.name());
        const nlohmann::json& wanted = told.at(std::string(tensor.name()));
        CHECK(tensor.has_data() == (wanted.at("stored") != "absent"));
        if (!tensor.has_data()) continue;
        const auto data = tensor.data();
        REQUIRE(data);
        check_elements(*data, wanted);
        ++count;
      }
      CHECK_FALSE(tensors.violation());
    }
  }
  CHECK(count > 100);
}
