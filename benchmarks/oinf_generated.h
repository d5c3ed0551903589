// The benchmark jobs by the generated reader and writer, with the signatures of `HandwrittenJobs`.
// Each body is what a user of the generated header would write.
#pragma once
#include <string>
#include <string_view>

#include "oinf.h"
#include "oinf_jobs.h"
#include "schemac/core/find.h"
#include "schemac/io/file_sink.h"
#include "schemac/io/open.h"

namespace benchmarks {

struct GeneratedJobs {
  static constexpr std::string_view label = "generated";
  using File = oinf::File;

  static bool validate(Bytes bytes) { return oinf::validate(bytes).ok(); }

  static std::uint64_t lazy_sum(Bytes bytes) {
    if (!validate(bytes)) return 0;
    const auto file = oinf::view(bytes);
    return file ? walk_sum(*file) : 0;
  }

  static std::uint64_t owned_sum(Bytes bytes) {
    const auto file = oinf::read(bytes);
    if (!file) return 0;
    TensorSum sum;
    for (const oinf::Tensor& tensor : file->tensors) {
      sum.add(tensor.name, static_cast<std::uint32_t>(tensor.dtype), tensor.dims,
              tensor.data.has_value(), tensor.data ? tensor.data->bytes() : Bytes{});
    }
    return sum.result();
  }

  static std::uint64_t find(Bytes bytes, std::string_view name) {
    const auto file = oinf::view(bytes);
    if (!file) return 0;
    const auto tensor = schemac::find(file->tensors(), name);
    if (!tensor) return 0;
    const auto data = tensor->data();
    return data ? data->bytes().size() : 0;
  }

  static std::uint64_t open_sum(const std::string& path) {
    const auto file = schemac::open<oinf::FileView>(path);
    return file && validate(file->bytes()) ? walk_sum(file->view) : 0;
  }

  static File read(Bytes bytes) {
    auto file = oinf::read(bytes);
    return file ? *std::move(file) : File{};
  }

  static std::uint64_t write(const File& file, std::span<std::byte> storage) {
    schemac::SpanSink sink(storage);
    return oinf::write(file, sink).value_or(0);
  }

  static std::uint64_t write(const File& file, int descriptor) {
    schemac::FileSink sink(descriptor);
    return oinf::write(file, sink).value_or(0);
  }

  static std::uint64_t payload_sum(const std::string& path) {
    const auto file = schemac::open<oinf::FileView>(path);
    if (!file || !validate(file->bytes())) return 0;
    std::uint64_t sum = 0;
    auto tensors = file->view.tensors();
    for (const oinf::TensorView& tensor : tensors) {
      const auto data = tensor.data();
      if (data) sum += sum_words(data->bytes());
    }
    return sum;
  }

 private:
  static std::uint64_t walk_sum(const oinf::FileView& file) {
    TensorSum sum;
    auto tensors = file.tensors();
    for (const oinf::TensorView& tensor : tensors) {
      const bool has_data = tensor.has_data();
      Bytes data;
      if (has_data) {
        const auto array = tensor.data();
        if (!array) return 0;
        data = array->bytes();
      }
      sum.add(tensor.name(), static_cast<std::uint32_t>(tensor.dtype()), tensor.dims(), has_data,
              data);
    }
    return tensors.violation() ? 0 : sum.result();
  }
};

}  // namespace benchmarks
