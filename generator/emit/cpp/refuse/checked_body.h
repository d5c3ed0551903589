// A body that is checked, where it is, and what the checks of all bodies have in common.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {

/// Where a body is. Paths below a frame of its own begin at the body itself. What is asked for is
/// noted as used by the function at hand.
class CheckedBody {
 public:
  /// `x` says how the value is spelled. `frame` is "frame", or the local that was made for the
  /// body.
  CheckedBody(const WriteScope& in, plan::FieldId id, std::function<std::string()> x,
              std::string frame, std::string below)
      : scope(in), field(id), path(std::move(below)), x_(std::move(x)), frame_(std::move(frame)) {}

  const WriteScope& scope;
  plan::FieldId field = 0;
  std::string path;  ///< of the body below `frame`: the field's name, or "" in a frame of its own
  bool is_measured = false;  ///< the check measures the head, and what comes after it but for lists

  [[nodiscard]] std::string x() const { return x_(); }
  [[nodiscard]] std::string frame() const { return scope.use(frame_); }

 private:
  std::function<std::string()> x_;
  std::string frame_;
};

/// What the checks of all kinds of bodies have in common.
struct BodyCheck {
  Printer& out;
  const CheckedBody& at;

  [[nodiscard]] const plan::Plan& plan() const { return at.scope.plan(); }
  [[nodiscard]] std::string check(plan::CheckId id) const { return check_of(plan(), id); }

  // Below which frame a list and its elements are reported, and by what name: an alternative, which
  // may be that of an element, has a frame of its own.
  [[nodiscard]] std::string up() const {
    return at.path.empty() ? at.frame() : at.scope.use("frame");
  }
  [[nodiscard]] std::string own_name() const {
    return at.path.empty() ? "" : at.scope.field(at.field).name;
  }

  // What no head can say.
  void emit_head(const std::optional<plan::Head>& head) const;
  // ... or what the number before it can't.
  void emit_too_long(const plan::TooLong& limit, const std::optional<plan::Head>& head) const;
  // What is stated elsewhere; what asks where things lie has its turn later.
  void emit_stated_size(const plan::StatedSize& stated,
                        const std::function<std::string()>& held) const;
  [[nodiscard]] const plan::Record& record() const { return at.scope.record(); }
  // How the size of what is held is spelled.
  [[nodiscard]] std::function<std::string()> size() const {
    return [this] { return access(at.x(), "size()"); };
  }
};

/// Prints that `held` bytes, or elements, are as many as others state; or at most as many.
void emit_size_check(Printer& out, const WriteScope& scope, const plan::Expr& size,
                     const std::string& held, const std::string& frame, const std::string& path,
                     bool is_most = false);

}  // namespace schemac::emit::cpp
