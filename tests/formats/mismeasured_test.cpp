// Generated writers that are told a size that isn't the one of their file, as by an error of the
// compiler: they report it, and put no byte after the room that they were given.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle.h"
#include "primitiv.h"

namespace {

constexpr std::byte untouched{0xa5};

primitiv::File model() {
  primitiv::Model model;
  for (const char* name : {"a", "attention.weights", "mlp.bias", "norm"}) {
    primitiv::ModelParams param;
    param.key = {"block", name};
    param.value.value.shape.dims = {2, 3};
    param.value.value.data = schemac::Blob::own(std::vector<std::byte>(24, std::byte{1}));
    param.value.stats.push_back({"Adam.m1", param.value.value});
    model.params.push_back(param);
  }
  primitiv::File file;
  file.data = model;
  return file;
}

paddle::Combined combined() {
  paddle::Combined file;
  for (int i = 0; i < 6; ++i) {
    paddle::Tensor tensor;
    tensor.desc.data_type = paddle::VarTypeType::UINT8;
    tensor.desc.dims = {2, 200};
    tensor.data = schemac::Blob::own(std::vector<std::byte>(400, std::byte{1}));
    file.records.push_back(tensor);
  }
  return file;
}

// `emit_in_room(size, room)` and `put_in_order(size, sink)` write a file that is said to have
// `size` bytes.
template <class File, class EmitInRoom, class PutInOrder>
void check_sizes(const File& file, const EmitInRoom& emit_in_room, const PutInOrder& put_in_order) {
  schemac::MemorySink right;
  REQUIRE(schemac::impl::Format<File>::write(file, right));
  const std::uint64_t exact = right.bytes().size();
  REQUIRE(exact > schemac::impl::Room::least);

  for (std::uint64_t size = 0; size <= exact + 40; ++size) {
    INFO(size);
    std::vector<std::byte> memory(static_cast<std::size_t>(size) + 1000, untouched);
    const auto room = schemac::MutableBytes(memory).first(static_cast<std::size_t>(size));
    const auto rest = memory.begin() + static_cast<std::ptrdiff_t>(size);
    const auto is_untouched = [&] {
      return std::all_of(rest, memory.end(), [](std::byte byte) { return byte == untouched; });
    };
    CHECK(emit_in_room(size, room) == (size == exact));
    CHECK(is_untouched());

    schemac::SpanSink sink(room);
    const auto failure = put_in_order(size, sink);
    CHECK(failure.has_value() == (size != exact));
    CHECK(is_untouched());
    if (size == exact)
      CHECK(std::ranges::equal(right.bytes(), schemac::Bytes(memory).first(room.size())));
  }
}

TEST_CASE("a writer of MessagePack that was measured wrongly puts nothing after its room") {
  const primitiv::File file = model();
  check_sizes(
      file,
      [&](std::uint64_t size, schemac::MutableBytes room) {
        return schemac::impl::emit_in_room<primitiv::detail::RootOfFile>(file, {size}, true, room);
      },
      [&](std::uint64_t size, schemac::Sink& sink) {
        return schemac::impl::detail::put_in_order<primitiv::detail::RootOfFile>(file, {size}, true,
                                                                                 sink, sink);
      });
}

TEST_CASE("a writer of messages that was measured wrongly puts nothing after its room") {
  const paddle::Combined file = combined();
  check_sizes(
      file,
      [&](std::uint64_t size, schemac::MutableBytes room) {
        return schemac::impl::emit_in_room<paddle::detail::RootOfCombined>(file, {size}, true,
                                                                           room);
      },
      [&](std::uint64_t size, schemac::Sink& sink) {
        return schemac::impl::detail::put_in_order<paddle::detail::RootOfCombined>(
            file, {size}, true, sink, sink);
      });
}

}  // namespace
