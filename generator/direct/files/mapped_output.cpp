#include "direct/files/mapped_output.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <filesystem>
#include <system_error>

namespace schemac::direct {

MappedOutput::~MappedOutput() { unmap(); }

Result<MutableBytes> MappedOutput::begin(std::uint64_t size) {
  const auto folder = std::filesystem::path(path_).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  auto replacement = Replacement::begin(path_);
  if (!replacement) return std::move(replacement).error();
  replacement_.emplace(*std::move(replacement));
  if (size == 0) return room_;
  const int file = replacement_->descriptor();
  if (const int code = ::posix_fallocate(file, 0, static_cast<off_t>(size)); code != 0)
    return impl::io_failure("make room for", path_, code);
  void* const begin =
      ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (begin == MAP_FAILED) memory_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(size));
  room_ = {memory_ != nullptr ? memory_.get() : static_cast<std::byte*>(begin),
           static_cast<std::size_t>(size)};
  return room_;
}

Result<void> MappedOutput::commit() {
  if (memory_ != nullptr) {
    FileSink sink(replacement_->descriptor(), path_);
    if (!sink.write(room_)) return sink.failure();
  }
  unmap();
  return replacement_->commit();
}

void MappedOutput::unmap() {
  if (!room_.empty() && memory_ == nullptr) ::munmap(room_.data(), room_.size());
  room_ = {};
}

}  // namespace schemac::direct
