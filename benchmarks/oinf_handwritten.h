// The benchmark jobs by the hand-written version.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "handwritten_oinf.h"
#include "oinf_jobs.h"

namespace benchmarks {

// A file's bytes: small files are read, large ones mapped (mapping costs a few page faults, which
// reading doesn't up to some 100 KB).
class OpenedFile {
 public:
  explicit OpenedFile(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status {};
    if (::fstat(descriptor, &status) == 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      if (size_ <= largest_read) {
        take(descriptor);
      } else {
        map(descriptor);
      }
    }
    ::close(descriptor);
  }
  ~OpenedFile() {
    if (mapping_ != MAP_FAILED) ::munmap(mapping_, size_);
  }
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;

  Bytes bytes() const { return bytes_; }

 private:
  static constexpr std::size_t largest_read = std::size_t{100} << 10;

  void take(int descriptor) {
    storage_ = std::make_unique_for_overwrite<std::byte[]>(size_);
    std::size_t done = 0;
    while (done < size_) {
      const ssize_t got = ::read(descriptor, storage_.get() + done, size_ - done);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    bytes_ = {storage_.get(), done};
  }
  void map(int descriptor) {
    mapping_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (mapping_ != MAP_FAILED) bytes_ = {static_cast<const std::byte*>(mapping_), size_};
  }

  std::size_t size_ = 0;
  std::unique_ptr<std::byte[]> storage_;
  void* mapping_ = MAP_FAILED;
  Bytes bytes_;
};

struct HandwrittenJobs {
  static constexpr std::string_view label = "handwritten";
  using File = handwritten::File;

  static bool validate(Bytes bytes) { return handwritten::validate(bytes).ok(); }

  static std::uint64_t lazy_sum(Bytes bytes) { return validate(bytes) ? walk_sum(bytes) : 0; }

  // The walk alone, which like a generated view checks what it touches.
  static std::uint64_t walk_sum(Bytes bytes) {
    TensorSum sum;
    handwritten::TensorRange tensors(bytes);
    for (const handwritten::TensorView& tensor : tensors) {
      const bool has_data = tensor.has_data();
      const std::optional<Bytes> data = has_data ? tensor.data() : Bytes{};
      if (!data) return 0;
      sum.add(tensor.name(), static_cast<std::uint32_t>(tensor.type()), tensor.dims(), has_data,
              *data);
    }
    return tensors.broken() ? 0 : sum.result();
  }

  template <handwritten::Checks checks = handwritten::Checks{}>
  static std::uint64_t owned_sum(Bytes bytes) {
    File file;
    if (!handwritten::read<checks>(bytes, file).ok()) return 0;
    TensorSum sum;
    for (const handwritten::Tensor& tensor : file.tensors) {
      sum.add(tensor.name, static_cast<std::uint32_t>(tensor.type), tensor.dims, tensor.has_data,
              tensor.data);
    }
    return sum.result();
  }

  static std::uint64_t find(Bytes bytes, std::string_view name) {
    const auto tensor = handwritten::find(bytes, name);
    return tensor ? size_of_data(*tensor) : 0;
  }

  static std::uint64_t open_sum(const std::string& path) {
    const OpenedFile file(path);
    return lazy_sum(file.bytes());
  }

  static File read(Bytes bytes) {
    File file;
    if (!handwritten::read(bytes, file).ok()) return {};
    return file;
  }

  static std::uint64_t write(const File& file, std::span<std::byte> storage) {
    handwritten::MemorySink sink(storage);
    return write_to(file, sink);
  }

  static std::uint64_t write(const File& file, int descriptor) {
    handwritten::FileSink sink(descriptor);
    return write_to(file, sink);
  }

  static std::uint64_t payload_sum(const std::string& path) {
    const OpenedFile file(path);
    if (!validate(file.bytes())) return 0;
    std::uint64_t sum = 0;
    handwritten::TensorRange tensors(file.bytes());
    for (const handwritten::TensorView& tensor : tensors) {
      const std::optional<Bytes> data = tensor.data();
      if (data) sum += sum_words(*data);
    }
    return sum;
  }

  static std::uint64_t size_of_data(const handwritten::TensorView& tensor) {
    const std::optional<Bytes> data = tensor.data();
    return data ? data->size() : 0;
  }

 private:
  static std::uint64_t write_to(const File& file, handwritten::Sink& sink) {
    std::uint64_t size = 0;
    return handwritten::write(file, sink, size) == handwritten::WriteError::none ? size : 0;
  }
};

}  // namespace benchmarks
