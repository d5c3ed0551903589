// Which parts of a plan walks have reached: checks that held and failed, alternatives, optional
// fields both ways.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "direct/walk/observer.h"

namespace schemac::direct {

class Coverage final : public Observer {
 public:
  [[nodiscard]] bool listens() const override { return true; }
  [[nodiscard]] bool counts_checks() const override { return true; }
  void begin_alternative(const Spot&, const plan::Switch&,
                         const plan::Alternative& chosen) override {
    alternatives_.insert(&chosen);
  }
  void absent(const Spot& spot) override { absent_.insert(spot.field); }
  void present(const Spot& spot) override { present_.insert(spot.field); }
  void checked(plan::CheckId id, bool holds) override { (holds ? held_ : failed_).insert(id); }

  /// A line for each part of `plan` that no walk has reached.
  [[nodiscard]] std::vector<std::string> unreached(const plan::Plan& plan) const;

 private:
  std::set<const plan::Alternative*> alternatives_;
  std::set<const plan::Field*> absent_, present_;
  std::set<plan::CheckId> held_, failed_;
};

}  // namespace schemac::direct
