// The formats that a command knows: those of `--schema` and `--schemas`, and those beside the
// program. Complaints go to stderr.
#pragma once

#include "cli/options.h"
#include "known/formats.h"

namespace schemac::cli {

namespace detail {

class Complaints : public known::Listener {
 public:
  void complain(const std::string& text) override;
  void complain(const source::Diagnostics& diagnostics) override;
  [[nodiscard]] std::string_view schema_option() const override { return "--schema"; }
};

}  // namespace detail

class KnownFormats : private detail::Complaints, public known::Formats {
 public:
  /// Complains if the schema of `--schema` can't be found or compiled; `exit_code` then says how to
  /// end.
  explicit KnownFormats(const Lookup& lookup);

  [[nodiscard]] int exit_code() const;
};

}  // namespace schemac::cli
