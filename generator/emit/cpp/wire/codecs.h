// Fields whose bytes a codec makes: which codecs there are, and which records hold such fields.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "emit/printer.h"
#include "plan/facts/measuring.h"
#include "plan/plan.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {

/// The records that have encoded fields, or hold records that have. Each record is looked at as
/// often as something new is found, however many ways lead to it.
class CodecHolders {
 public:
  explicit CodecHolders(const plan::Plan& plan) : holds_(plan.records.size()) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (plan::RecordId id = 0; id < plan.records.size(); ++id)
        if (!holds_[id] && has_encoded_field(plan.records[id])) holds_[id] = has_changed = true;
    }
  }

  [[nodiscard]] bool contain(plan::RecordId id) const { return holds_[id]; }
  [[nodiscard]] bool are_in(const plan::Body& body) const {
    return std::ranges::any_of(plan::nested_in(body),
                               [&](const plan::Nested* nested) { return contain(nested->record); });
  }

 private:
  [[nodiscard]] bool has_encoded_field(const plan::Record& record) const {
    return std::ranges::any_of(
        record.fields, [&](const plan::Field& field) { return field.codec || are_in(field.body); });
  }

  std::vector<bool> holds_;
};

/// Whether files of the format have encoded fields.
[[nodiscard]] bool has_codecs(const plan::Plan& plan);
/// The codecs that may be named in files of the format.
[[nodiscard]] std::set<CodecAlgorithm> codecs_of(const plan::Plan& plan);
/// `detail::codec_of`, where a number of the file says which codec it is.
void emit_codec_table(Printer& out, const plan::Plan& plan);

/// Whether a record has, or holds, encoded fields.
[[nodiscard]] bool holds_encoded(const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
