// Makes the tree of values while a walk goes through a file.
#pragma once

#include <cstdint>
#include <vector>

#include "direct/observer.h"
#include "direct/value.h"

namespace schemac::direct {

/// The value that a scalar's bytes stand for.
[[nodiscard]] Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Bytes bytes);
[[nodiscard]] Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Int128 number);

class ValueBuilder final : public Observer {
 public:
  /// Keeps at most `most_values` values: elements of size zero cost a file nothing, but a tree
  /// does.
  ValueBuilder(const plan::Plan& plan, std::uint64_t most_values)
      : plan_(plan), left_(most_values) {}

  [[nodiscard]] Value take() { return std::move(root_); }
  /// Whether values were left out, because there were too many.
  [[nodiscard]] bool is_full() const { return left_ == 0; }

  void begin_record(const Spot& spot, const plan::Record& record) override;
  void end_record() override;
  void begin_list(const Spot& spot, const plan::List& list) override;
  void end_list() override;
  void begin_alternative(const Spot& spot, const plan::Switch& choice,
                         const plan::Alternative& chosen) override;
  void end_alternative() override;
  void scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) override;
  void text(const Spot& spot, const plan::Text& text, const TextParts& parts) override;
  void raw(const Spot& spot, Bytes bytes) override;
  void number(const Spot& spot, const plan::Scalar& scalar, Bytes where, Bytes plain) override;
  void numbers(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
               const Gather& gather) override;
  void unknown_fields(const Spot& spot, const Gather& gather) override;
  void scalars(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
               Bytes bytes) override;
  void array(const Spot& spot, const plan::Array& array, Dtype dtype,
             const std::vector<std::uint64_t>& dims, Bytes bytes) override;
  void absent(const Spot& spot) override;
  void missing(const Spot& spot) override;

 private:
  struct Open {
    const plan::Field* field = nullptr;  ///< that it will become
    Value value;
    std::vector<const plan::Field*> fields;  ///< of Members: which field each given member is
  };

  void open(const Spot& spot, Value value) { open_.push_back({spot.field, std::move(value), {}}); }
  void close();
  void put(const plan::Field* field, Value value);

  const plan::Plan& plan_;
  std::uint64_t left_;
  std::vector<Open> open_;
  Value root_;
};

}  // namespace schemac::direct
