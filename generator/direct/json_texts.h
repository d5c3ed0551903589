// JSON texts in a plan: the forms by which the runtime decodes and writes them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/check/context.h"
#include "schemac/json/json.h"

namespace schemac::direct {

/// All texts of a plan; borrows it.
class JsonTexts {
 public:
  explicit JsonTexts(const plan::Plan& plan);

  /// Of a text whose members are the fields of a record.
  [[nodiscard]] impl::json::TextForm form_of(plan::RecordId record) const;
  /// Of all records, by their ids.
  [[nodiscard]] std::span<const impl::json::RecordForm> records() const { return records_; }

 private:
  const plan::Plan& plan_;
  std::vector<std::vector<impl::json::Name>> names_;      // of each enumeration
  std::vector<std::vector<impl::json::Member>> members_;  // of each record
  std::vector<impl::json::RecordForm> records_;
};

/// The check of a flaw.
[[nodiscard]] plan::CheckId check_of(const plan::JsonChecks& checks, impl::json::Flaw flaw);

/// Whether it is an object of MessagePack.
[[nodiscard]] bool is_object(const plan::FreeForm& form);
/// Whether a body, its elements or one of its alternatives are values of no type.
[[nodiscard]] bool holds_free(const plan::Body& body);

/// The value that bytes stand for; null if they can't be read.
[[nodiscard]] FreeValue free_value_in(const plan::FreeForm& form, Bytes bytes);

/// A value with bytes that may stand for it: these, if they do, else those that a writer makes.
[[nodiscard]] OpenValue open_value(const plan::FreeForm& form, FreeValue value,
                                   const Content& stored);

/// What encoded content that is a text stands for; null if it is none, or too much.
[[nodiscard]] std::shared_ptr<const FreeValue> text_value(const Coded& coded);

}  // namespace schemac::direct
