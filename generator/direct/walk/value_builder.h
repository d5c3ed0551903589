// Makes the tree of values while a walk goes through a file.
#pragma once

#include <cstdint>
#include <vector>

#include "direct/value.h"
#include "direct/walk/observer.h"

namespace schemac::direct {

/// The value that a scalar's bytes stand for.
[[nodiscard]] Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Bytes bytes);
[[nodiscard]] Value value_of(const plan::Plan& plan, const plan::Scalar& scalar, Int128 number);

class ValueBuilder final : public Observer {
 public:
  ValueBuilder(const plan::Plan& plan, const Extent& extent)
      : plan_(plan), extent_(extent), left_(extent.values) {}

  [[nodiscard]] bool listens() const override { return true; }
  [[nodiscard]] Value take() { return std::move(root_); }
  /// Elements of lists that were left out, because there were too many values.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  /// Of all texts.
  [[nodiscard]] std::uint64_t text_bytes() const { return text_bytes_; }

  [[nodiscard]] const Value* values() const override {
    return left_out_ == 0 && !extent_.take ? &root_ : nullptr;
  }
  void begin_record(const Spot& spot, const plan::Record& record) override;
  void end_record() override;
  void begin_list(const Spot& spot, const plan::List& list, const std::byte* begin) override;
  void end_list() override;
  void begin_element(std::uint64_t index, bool is_last) override;
  void end_element() override;
  void begin_alternative(const Spot& spot, const plan::Switch& choice,
                         const plan::Alternative& chosen) override;
  void end_alternative() override;
  void scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) override;
  void text(const Spot& spot, const plan::Text& text, const TextBytes& text_bytes) override;
  void raw(const Spot& spot, const plan::Raw& raw, Bytes bytes) override;
  void slack(const Spot& spot, const plan::Slack& slack, Bytes bytes) override;
  void begin_coded(const Spot& spot) override;
  void end_coded(const Spot& spot, const CodedBytes* whole) override;
  void begin_text(const Spot& spot, Bytes text, const std::shared_ptr<const void>& owner) override;
  void end_text() override;
  void begin_pieces(const Spot& spot, const impl::JoinedMessages::Message& message,
                    const impl::JoinedMessages& all) override;
  void end_pieces() override;
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
    const plan::Record* record = nullptr;    ///< of Members
  };

  void open(const Spot& spot, Value value);
  void close();
  void put(const plan::Field* field, Value value);
  std::uint64_t taken(std::uint64_t count);

  const plan::Plan& plan_;
  Extent extent_;
  std::uint64_t left_;
  std::uint64_t left_before_ = 0;  // the element at hand of a list of the file's record
  bool asks_ = false;              // whether that list's elements are wanted
  std::uint64_t left_out_ = 0;
  std::uint64_t text_bytes_ = 0;
  std::uint64_t skipped_ = 0;  // elements being walked from the one on that is left out
  std::vector<Open> open_;
  std::shared_ptr<const void> owner_;  // of what is in the JSON text or the copy at hand
  std::vector<std::shared_ptr<const void>> outer_owners_;  // of what is around the copy at hand
  Value root_;
};

}  // namespace schemac::direct
