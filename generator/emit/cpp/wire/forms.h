// Constants that walks hand to the runtime: stretches, forms of texts, arrays and sections.
//
// Functions ask for a constant while they are printed and get its name; the constants themselves
// are printed before them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emit/printer.h"
#include "plan/plan.h"
#include "steps/names.h"

namespace schemac::emit::cpp {

using steps::StretchField;

/// The field of a stretch that a scalar is, with its tag.
[[nodiscard]] StretchField scalar_field(const plan::Scalar& scalar, const std::string& field,
                                        StretchField::Kind kind = StretchField::Kind::single);

class Forms {
 public:
  explicit Forms(const plan::Plan& plan) : plan_(plan) {}

  /// Each returns "detail::<name>".
  std::string stretch(const std::string& name, const std::vector<StretchField>& fields,
                      std::optional<plan::CheckId> cause);
  /// `path` is that of the field below the frame of its checks; empty where it has a frame of its
  /// own.
  std::string text(const std::string& name, const plan::Text& text, const std::string& path);
  std::string array(const std::string& name, const plan::Array& array, const std::string& path,
                    bool has_stated_size);
  std::string section(const std::string& name, const plan::Section& section);
  /// What begins a MessagePack object; `path` is that of the object.
  std::string head(const std::string& name, const plan::Head& head, const std::string& path);
  /// A head and the bytes after it, of which it says how many.
  std::string bin(const std::string& name, const plan::Head& head,
                  std::optional<plan::CheckId> cause, const std::string& path);
  std::string check(plan::CheckId id) const { return "detail::" + plan_.checks[id].constant; }
  /// "&detail::x" or "nullptr".
  std::string pointer(const std::optional<plan::CheckId>& id) const {
    return id ? "&" + check(*id) : "nullptr";
  }

  /// All constants asked for, each once.
  void emit(Printer& out) const;

 private:
  std::string add(const std::string& name, std::function<void(Printer&)> print);

  const plan::Plan& plan_;
  std::set<std::string> names_;
  std::vector<std::function<void(Printer&)>> forms_;  ///< in the order in which they were asked for
};

}  // namespace schemac::emit::cpp
