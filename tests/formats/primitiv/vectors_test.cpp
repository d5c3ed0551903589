// Real files of the library against their manifests.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "formats/bytes_of_file.h"
#include "formats/manifest.h"
#include "formats/primitiv/executors.h"
#include "primitiv.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path real = SCHEMAC_TEST_DATA "/vectors/primitiv";

const FileKind* kind_of(const std::string&) { return &primitiv_files(); }

// All tensors of a file, in its order.
struct Tensors {
  std::vector<NdView> found;

  template <class View>
  void add(const Result<View>& view) {
    REQUIRE(view);
    add(*view);
  }
  void add(const primitiv::TensorView& tensor) {
    const auto data = tensor.data();
    REQUIRE(data);
    found.push_back(*data);
  }
  void add(const primitiv::ParameterView& parameter) {
    add(parameter.value());
    auto stats = parameter.stats();
    for (const auto& each : stats) add(each.value());
    CHECK_FALSE(stats.violation());
  }
  void add(const primitiv::ModelView& model) {
    auto params = model.params();
    for (const auto& each : params) add(each.value());
    CHECK_FALSE(params.violation());
  }
  void add(const primitiv::FileView& file) {
    const auto data = file.data();
    using Kind = primitiv::FileDataView::Kind;
    if (data.kind() == Kind::tensor) add(data.tensor());
    if (data.kind() == Kind::parameter) add(data.parameter());
    if (data.kind() == Kind::model) add(data.model());
  }
};

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  check_valid_files(real, kind_of);
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  check_broken_files(real, real, kind_of);
}

TEST_CASE("views find every tensor where the manifest says it is") {
  const auto manifest = json_of_file(real / "manifest.json");
  std::uint64_t count = 0;
  for (const auto& file : manifest.at("files")) {
    INFO(file.at("path"));
    const auto bytes = bytes_of_file(real / file.at("path").get<std::string>());
    const auto view = primitiv::view(bytes);
    REQUIRE(view);
    Tensors tensors;
    tensors.add(*view);
    const auto& expected = file.at("decoded").at("tensors");
    REQUIRE(tensors.found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const NdView& found = tensors.found[i];
      const auto& tensor = expected.at(i);
      CHECK(name(found.dtype()) == tensor.at("dtype").get<std::string>());
      CHECK(found.order() == ArrayOrder::column_major);
      CHECK(static_cast<std::uint64_t>(found.bytes().data() - bytes.data()) ==
            tensor.at("offset").get<std::uint64_t>());
      CHECK(found.bytes().size() == tensor.at("nbytes").get<std::uint64_t>());
      REQUIRE(found.rank() == tensor.at("shape").size());
      std::uint64_t stride = 1;  // the first dimension is the fastest
      for (std::uint64_t axis = 0; axis < found.rank(); ++axis) {
        const auto dim = tensor.at("shape").at(axis).get<std::uint64_t>();
        CHECK(found.dims()[axis] == dim);
        CHECK(found.stride(axis) == stride);
        stride *= dim;
      }
      ++count;
    }
  }
  CHECK(count > 20);
}

TEST_CASE("the maps of an optimizer keep their order") {
  const auto manifest = json_of_file(real / "manifest.json");
  std::uint64_t count = 0;
  for (const auto& file : manifest.at("files")) {
    if (file.at("variant") != "primitiv-optimizer") continue;
    INFO(file.at("path"));
    const auto bytes = bytes_of_file(real / file.at("path").get<std::string>());
    const auto values = primitiv::read(bytes);
    REQUIRE(values);
    const auto& optimizer = std::get<primitiv::Optimizer>(values->data);
    const auto check = [&](const auto& pairs, const char* name) {
      const auto& expected = file.at("decoded").at("metadata").at(name);
      REQUIRE(pairs.size() == expected.size());
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        CHECK(pairs[i].key == expected.at(i).at("key").template get<std::string>());
        CHECK(static_cast<double>(pairs[i].value) ==
              expected.at(i).at("value").template get<double>());
        ++count;
      }
    };
    check(optimizer.uint_configs, "uint_configs");
    check(optimizer.float_configs, "float_configs");
  }
  CHECK(count > 50);
}

TEST_CASE("a model is written in the order of its keys, which is that of their parts") {
  const auto bytes = bytes_of_file(real / "noncanonical_unsorted_model.primitiv");
  auto file = primitiv::read(bytes);
  REQUIRE(file);
  auto& params = std::get<primitiv::Model>(file->data).params;
  const auto keys = [&] {
    std::vector<std::vector<std::string>> all;
    for (const auto& each : params) all.push_back(each.key);
    return all;
  };
  using Keys = std::vector<std::vector<std::string>>;
  REQUIRE(keys() == Keys{{"w"}, {"sub", "b"}, {"a"}});
  params.push_back(params.front());
  params.back().key = {"sub.a"};  // '.' comes before any letter, but ends no part
  params.push_back(params.front());
  params.back().key = {"sub"};
  params.push_back(params.front());
  params.back().key = {"\x80"};  // bytes, no characters: after all others
  MemorySink sink;
  REQUIRE(write(*file, sink));
  file = primitiv::read(sink.bytes());
  REQUIRE(file);
  params = std::vector(std::get<primitiv::Model>(file->data).params);
  CHECK(keys() == Keys{{"a"}, {"sub"}, {"sub", "b"}, {"sub.a"}, {"w"}, {"\x80"}});
}
