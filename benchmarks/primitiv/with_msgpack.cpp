#include <array>
#include <cstring>
#include <memory>
#include <msgpack.hpp>
#include <string_view>

#include "primitiv/implementations.h"

namespace benchmarks::primitiv_files {
namespace {

// The objects of a file, one after the other.
class Objects {
 public:
  explicit Objects(Bytes bytes)
      : begin_(reinterpret_cast<const char*>(bytes.data())), size_(bytes.size()) {}

  [[nodiscard]] bool is_at_end() const { return at_ == size_; }
  // Refers to the bytes; stays until the next one is asked for.
  const msgpack::object& next() {
    msgpack::unpack(held_, begin_, size_, at_, refer_to_bytes);
    return held_.get();
  }
  bool pass() {
    msgpack::null_visitor nothing;
    return msgpack::parse(begin_, size_, at_, nothing);
  }

 private:
  static bool refer_to_bytes(msgpack::type::object_type, std::size_t, void*) { return true; }

  const char* begin_;
  std::size_t size_;
  std::size_t at_ = 0;
  msgpack::object_handle held_;
};

struct Parameter {
  std::vector<std::string_view> key;
  std::vector<std::uint32_t> dims;
  std::uint32_t batch = 1;
  Bytes data;
};

std::uint64_t validate(Bytes bytes) {
  Objects objects(bytes);
  while (!objects.is_at_end())
    if (!objects.pass()) return 0;
  return 1;
}

Parameter next_parameter(Objects& objects) {
  Parameter parameter;
  const msgpack::object& key = objects.next();
  for (std::uint32_t i = 0; i < key.via.array.size; ++i)
    parameter.key.emplace_back(key.via.array.ptr[i].via.str.ptr, key.via.array.ptr[i].via.str.size);
  objects.next().convert(parameter.dims);
  objects.next().convert(parameter.batch);
  const msgpack::object& data = objects.next();
  parameter.data = std::as_bytes(std::span(data.via.bin.ptr, data.via.bin.size));
  objects.next();  // the number of statistics: none
  return parameter;
}

template <class Use>
void for_each_parameter(Bytes bytes, const Use& use) {
  Objects objects(bytes);
  for (int i = 0; i < 3; ++i) objects.next();  // version and kind
  for (auto left = objects.next().as<std::uint32_t>(); left > 0; --left)
    use(next_parameter(objects));
}

std::uint64_t owned(Bytes bytes) {
  Sum sum;
  for_each_parameter(bytes, [&](const Parameter& parameter) {
    sum.add(parameter.key, parameter.dims, parameter.batch, parameter.data, 0);
  });
  return sum.result();
}

// What a packer writes to.
class Storage {
 public:
  explicit Storage(std::span<std::byte> room) : room_(room) {}

  void write(const char* data, std::size_t size) {
    if (size <= room_.size() - used_) std::memcpy(room_.data() + used_, data, size);
    used_ += size;
  }
  [[nodiscard]] std::uint64_t used() const { return used_ <= room_.size() ? used_ : 0; }

 private:
  std::span<std::byte> room_;
  std::size_t used_ = 0;
};

// Numbers are four bytes wide, whatever they are.
std::uint64_t write(const std::vector<Parameter>& parameters, std::span<std::byte> out) {
  Storage storage(out);
  msgpack::packer<Storage> packer(storage);
  for (const std::uint32_t number : {0U, 1U, 0x300U, static_cast<std::uint32_t>(parameters.size())})
    packer.pack_fix_uint32(number);
  for (const Parameter& parameter : parameters) {
    packer.pack_array(static_cast<std::uint32_t>(parameter.key.size()));
    for (const std::string_view part : parameter.key) packer.pack(part);
    packer.pack_array(static_cast<std::uint32_t>(parameter.dims.size()));
    for (const std::uint32_t dim : parameter.dims) packer.pack_fix_uint32(dim);
    packer.pack_fix_uint32(parameter.batch);
    const auto size = static_cast<std::uint32_t>(parameter.data.size());
    packer.pack_bin(size);
    packer.pack_bin_body(reinterpret_cast<const char*>(parameter.data.data()), size);
    packer.pack_fix_uint32(0);
  }
  return storage.used();
}

Write writer(Bytes bytes) {
  const auto parameters = std::make_shared<std::vector<Parameter>>();
  for_each_parameter(bytes,
                     [&](Parameter parameter) { parameters->push_back(std::move(parameter)); });
  return [parameters](std::span<std::byte> out) { return write(*parameters, out); };
}

}  // namespace

Implementation with_msgpack() { return {"msgpack-cxx", validate, nullptr, owned, writer}; }

}  // namespace benchmarks::primitiv_files
