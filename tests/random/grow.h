// What generated code does to a file that grows, after functions that all schemas share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "random/show_value.h"
#include "schemac/core/storage.h"
#include "schemac/core/update.h"

namespace net {

/// A file that is open to grow, and elements that may be put into it: those it had.
class Growing {
 public:
  virtual ~Growing() = default;
  virtual schemac::Result<void> append(std::size_t from) = 0;
  virtual schemac::Result<void> replace(std::uint64_t index, std::size_t from) = 0;
  /// Bytes of its array, if it has one.
  virtual schemac::Result<void> extend(schemac::Blob bytes) = 0;
  virtual schemac::Result<void> commit() = 0;
};

struct GrowthHandle {
  schemac::Result<std::unique_ptr<Growing>> (*open)(schemac::Bytes file,
                                                    std::unique_ptr<schemac::Storage> storage,
                                                    const schemac::Limits& limits) = nullptr;
  /// The elements of a file, as far as they are whole.
  std::vector<Shown> (*elements)(schemac::Bytes file, const schemac::Limits& limits) = nullptr;
  /// The array that they are the pieces of, as far as these can be decoded; null without one.
  std::string (*array)(schemac::Bytes file, const schemac::Limits& limits) = nullptr;
};

template <class File>
[[nodiscard]] std::vector<typename schemac::impl::Growth<File>::Element> elements_of(
    schemac::Bytes file, const schemac::Limits& limits) {
  using Growth = schemac::impl::Growth<File>;
  std::vector<typename Growth::Element> elements;
  const auto view = schemac::impl::Format<typename Growth::View>::view(file, limits);
  if (!view) return elements;
  schemac::impl::ValueReader reader(limits, file);
  auto range = Growth::elements(*view);
  for (const auto& each : range) {
    if (typename Growth::Element element; reader.read(each, element))
      elements.push_back(std::move(element));
    else
      break;
  }
  return elements;
}

template <class File>
class GrowingOf final : public Growing {
 public:
  GrowingOf(schemac::Update<File> update, schemac::Bytes file, const schemac::Limits& limits)
      : update_(std::move(update)), elements_(elements_of<File>(file, limits)) {}

  schemac::Result<void> append(std::size_t from) override {
    return update_.append(elements_.at(from));
  }
  schemac::Result<void> replace(std::uint64_t index, std::size_t from) override {
    return update_.replace(index, elements_.at(from));
  }
  schemac::Result<void> extend(schemac::Blob bytes) override {
    if constexpr (schemac::GrowingArray<File>) {
      return update_.extend(std::move(bytes));
    } else {
      return schemac::Violation();  // nobody asks
    }
  }
  schemac::Result<void> commit() override { return update_.commit(); }

 private:
  schemac::Update<File> update_;
  std::vector<typename schemac::impl::Growth<File>::Element> elements_;
};

template <class File>
[[nodiscard]] GrowthHandle growth_of() {
  GrowthHandle handle;
  handle.open = [](schemac::Bytes file, std::unique_ptr<schemac::Storage> storage,
                   const schemac::Limits& limits) -> schemac::Result<std::unique_ptr<Growing>> {
    auto update = schemac::Update<File>::open(std::move(storage), limits);
    if (!update) return update.error();
    return std::unique_ptr<Growing>(
        std::make_unique<GrowingOf<File>>(*std::move(update), file, limits));
  };
  handle.elements = [](schemac::Bytes file, const schemac::Limits& limits) {
    std::vector<Shown> shown;
    for (const auto& each : elements_of<File>(file, limits)) shown.push_back(show(each));
    return shown;
  };
  if constexpr (schemac::GrowingArray<File>)
    handle.array = [](schemac::Bytes file, const schemac::Limits& limits) {
      std::string whole;
      for (auto& each : elements_of<File>(file, limits)) {
        const auto plain =
            schemac::impl::plain_content(schemac::impl::Growth<File>::piece(each), limits);
        if (!plain) break;
        whole.append(reinterpret_cast<const char*>(plain->bytes().data()), plain->size());
      }
      return whole;
    };
  return handle;
}

}  // namespace net
