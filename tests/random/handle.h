// What the generated code of one root does, after functions that all schemas share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "random/fill_value.h"
#include "random/grow.h"
#include "random/show_value.h"
#include "random/show_view.h"
#include "schemac/core/format.h"
#include "schemac/core/sink.h"

namespace net {

/// A value of generated code.
using AnyValue = std::shared_ptr<void>;

struct Handle {
  std::string name;  ///< "format" or "format:root"
  schemac::Report (*validate)(schemac::Bytes bytes, const schemac::Limits& limits) = nullptr;
  schemac::Result<AnyValue> (*read)(schemac::Bytes bytes, const schemac::Limits& limits) = nullptr;
  schemac::Result<std::uint64_t> (*write)(const AnyValue& value, schemac::Sink& sink) = nullptr;
  Shown (*show)(const AnyValue& value) = nullptr;
  AnyValue (*fill)(const Shown& from) = nullptr;  ///< null if the value can't be made of it
  schemac::Result<Shown> (*look)(schemac::Bytes bytes, const schemac::Limits& limits) = nullptr;
  std::optional<GrowthHandle> growth = {};  ///< of files that grow
};

/// All roots of the schemas that are compiled in, or were loaded.
[[nodiscard]] std::vector<Handle>& handles();

template <class File, class View>
struct Registration {
  explicit Registration(const char* name) {
    handles().push_back({name, &schemac::impl::Format<File>::validate, &read, &write, &shown,
                         &filled, &look, growth()});
  }
  static schemac::Result<AnyValue> read(schemac::Bytes bytes, const schemac::Limits& limits) {
    auto value = schemac::impl::Format<File>::read(bytes, limits);
    if (!value) return value.error();
    return AnyValue(std::make_shared<File>(std::move(*value)));
  }
  static schemac::Result<std::uint64_t> write(const AnyValue& value, schemac::Sink& sink) {
    return schemac::impl::Format<File>::write(*static_cast<const File*>(value.get()), sink);
  }
  static Shown shown(const AnyValue& value) { return show(*static_cast<const File*>(value.get())); }
  static AnyValue filled(const Shown& from) {
    auto value = std::make_shared<File>();
    return fill(*value, from) ? AnyValue(std::move(value)) : nullptr;
  }
  static schemac::Result<Shown> look(schemac::Bytes bytes, const schemac::Limits& limits) {
    const auto view = schemac::impl::Format<View>::view(bytes, limits);
    if (!view) return view.error();
    return show_view(*view);
  }
  static std::optional<GrowthHandle> growth() {
    if constexpr (schemac::GrowingFile<File>)
      return growth_of<File>();
    else
      return std::nullopt;
  }
};

}  // namespace net
