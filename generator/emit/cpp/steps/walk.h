// What functions that go through a record have in common: where they are, and what they do there.
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/wire/forms.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

enum class Mode : std::uint8_t {
  check,  ///< all checks, payloads after jumps included
  walk,   ///< bounds alone, of what stands inline
  read,   ///< as check, what isn't an error left out, and values are made (read_at_once.h)
};

struct Walk {
  const Layout& layout;
  Scope& scope;
  Forms& forms;
  Mode mode = Mode::check;
  std::string failure = "nullptr";  ///< what the function at hand returns where the walk ends
  /// Of Mode::walk: shows a file's record, once a file, so that what is wrong (level error) with
  /// numbers that it comes across is told, too.
  bool opens = false;

  [[nodiscard]] const plan::Plan& plan() const { return layout.plan(); }
  /// "tensor_name": the begin of names of constants and functions about a field.
  [[nodiscard]] std::string name_of(plan::FieldId id) const {
    return record_name(layout.record()) + "_" + snake_name(id);
  }
  [[nodiscard]] std::string snake_name(plan::FieldId id) const;
  /// Whether values are looked at for what they are, not only for where things end.
  [[nodiscard]] bool checks_values() const { return mode != Mode::walk || opens; }
  /// Whether checks of that kind are made at all.
  [[nodiscard]] bool makes(plan::CheckId check) const {
    return mode == Mode::check || (checks_values() && plan().checks[check].level == Level::error);
  }
  [[nodiscard]] bool makes(const std::optional<plan::CheckId>& check) const {
    return check && makes(*check);
  }
};

/// Where a body stands.
struct Site {
  plan::FieldId field = 0;
  std::string begin;            ///< a pointer
  std::string end = "end";      ///< how far it may reach
  std::string frame = "frame";  ///< of its own checks
  bool has_own_frame = false;   ///< that frame stands for the field itself
  bool is_element = false;      ///< that frame stands for an element, of which it is an alternative
  std::string suffix;           ///< of names of constants: "_string" for an alternative
  std::string keep;  ///< the variable that is to hold its length or text; empty: a new one
  std::string skipped =
      "nullptr";     ///< what the function returns where it isn't known what stands here
  std::string seen;  ///< the view that is to show the record, where rules look into it
  std::string stated, stated_at;  ///< the size that a region states for it
  std::string target;  ///< the value that Mode::read makes of it; empty: the field's member
};

/// The frame of what stands at a site: "schemac::impl::Frame{&frame, "value"}" where it has none
/// yet.
[[nodiscard]] std::string own_frame(const Walk& walk, const Site& site);

}  // namespace schemac::emit::cpp
