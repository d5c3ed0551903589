// Values at random for the root of a plan, as JSON: what a person may say. Not all of them can be
// written, since what the schema demands of several members together isn't looked at.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "direct/write/encode.h"
#include "plan/plan.h"
#include "random/dice.h"

namespace net {

using Json = nlohmann::ordered_json;

/// Numbers that the expressions of a plan name, and their neighbours.
[[nodiscard]] std::vector<schemac::model::Int128> numbers_of(const schemac::plan::Plan& plan);

class ValueMaker {
 public:
  ValueMaker(const schemac::plan::Plan& plan, Dice& dice);

  [[nodiscard]] Json make(const schemac::plan::Root& root);
  /// Makes the member that a problem is about, or one near it, anew.
  void repair(const schemac::plan::Root& root, Json& values,
              const std::vector<schemac::direct::Problem>& problems);

 private:
  Json make_record(schemac::plan::RecordId record);
  Json make_field(const schemac::plan::Record& record, const schemac::plan::Field& field);
  Json make_body(const schemac::plan::Body& body);
  Json make(const schemac::plan::Scalar& scalar);
  Json make(const schemac::plan::Constant&) { return nullptr; }
  Json make(const schemac::plan::Text& text);
  Json make(const schemac::plan::Raw& raw);
  Json make(const schemac::plan::Array& array);
  Json make(const schemac::plan::Nested& nested);
  Json make(const schemac::plan::List& list);
  Json make(const schemac::plan::Switch& choice);
  Json free_value(int depth);
  Json hex(std::uint64_t size);
  std::uint64_t size_of(const std::optional<schemac::plan::Expr>& size);
  schemac::model::Int128 whole(schemac::Dtype dtype);
  [[nodiscard]] schemac::model::Int128 near(schemac::model::Int128 number) const;

  const schemac::plan::Plan& plan_;
  Dice& dice_;
  std::vector<schemac::model::Int128> numbers_;
  bool are_places_given_;
  int depth_ = 0;
};

}  // namespace net
