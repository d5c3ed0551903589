// One array over the chunks of files with a manifest, by generated views: dims, type and bytes are
// those of the manifest, whole, by pieces, by ranges and on several threads.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "direct/byte_text.h"
#include "formats/bytes_of_file.h"
#include "formats/executors.h"
#include "schemac/core/joined_array.h"

namespace schemac::tests {

inline void check_ranges(const JoinedArray& array, const std::vector<std::byte>& all) {
  const std::uint64_t size = array.element().size;
  const std::uint64_t count = array.size();
  // Around the ends of pieces, in the middle of one, over several.
  std::vector<std::uint64_t> places = {0, count / 3, count};
  for (const JoinedArray::Piece& piece : array.pieces())
    for (const std::uint64_t near : {0u, 1u, 2u})
      places.push_back(std::min(count, piece.begin / size + near));
  for (const std::uint64_t begin : places)
    for (const std::uint64_t length :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, count / 2}) {
      const std::uint64_t end = std::min(count, begin + length);
      std::vector<std::byte> room(static_cast<std::size_t>((end - begin) * size));
      REQUIRE(array.read(begin, end, room));
      CHECK(std::equal(room.begin(), room.end(),
                       all.begin() + static_cast<std::ptrdiff_t>(begin * size)));
    }
  std::vector<std::byte> room(static_cast<std::size_t>(size));
  CHECK(!array.read(count, count + 1, room));
  CHECK(!array.read(1, 0, MutableBytes()));
}

template <class View>
void check_array(const View& view, const nlohmann::json& tensor) {
  const Result<JoinedArray> array = view.array();
  REQUIRE(array);
  CHECK(array->dims() == tensor.at("shape").get<std::vector<std::uint64_t>>());
  const auto dtype = tensor.at("dtype").get<std::string>();
  if (dtype != "struct") CHECK(array->element().name == dtype);
  CHECK(array->is_column_major() == (tensor.at("order") == "F"));
  CHECK(array->byte_size() == tensor.at("nbytes").get<std::uint64_t>());
  for (const unsigned threads : {1u, 2u, 5u}) {
    std::vector<std::byte> all(static_cast<std::size_t>(array->byte_size()));
    REQUIRE(array->read_all(all, threads));
    CHECK(direct::sha256(all) == tensor.at("sha256").get<std::string>());
    if (threads == 1) check_ranges(*array, all);
  }
  std::vector<std::byte> pieces;
  REQUIRE(array->for_each_piece([&](Bytes piece, std::uint64_t begin) {
    CHECK(begin == pieces.size());
    pieces.insert(pieces.end(), piece.begin(), piece.end());
  }));
  CHECK(direct::sha256(pieces) == tensor.at("sha256").get<std::string>());
}

/// For each file of a variant.
template <auto view_of>
void check_arrays(const std::filesystem::path& folder, const std::string& variant) {
  std::uint64_t count = 0;
  const nlohmann::json manifest = json_of_file(folder / "manifest.json");
  for (const nlohmann::json& file : manifest.at("files")) {
    if (file.at("variant") != variant) continue;
    INFO(file.at("path"));
    const auto bytes = bytes_of_file(folder / file.at("path").get<std::string>());
    const auto view = view_of(bytes, Limits{});
    REQUIRE(view);
    check_array(*view, file.at("decoded").at("tensors").at(0));
    ++count;
  }
  CHECK(count > 0);
}

}  // namespace schemac::tests
