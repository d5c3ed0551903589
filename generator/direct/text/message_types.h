// The messages of a plan as libprotobuf knows messages.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>

#include <memory>

#include "plan/plan.h"

namespace schemac::direct {

/// Makes messages of one record and of those that it holds. Fields have the names and numbers of
/// the plan; whether something is required or fits is left to the plan's checks.
class MessageTypes {
 public:
  MessageTypes(const plan::Plan& plan, const plan::Record& record);

  [[nodiscard]] std::unique_ptr<google::protobuf::Message> make() const;
  /// The field of a record that a field of a message is.
  [[nodiscard]] const plan::Field& field(const plan::Record& record,
                                         const google::protobuf::FieldDescriptor& field) const;
  /// The record that a field holds, or null.
  [[nodiscard]] const plan::Record* held(const plan::Field& field) const;

 private:
  const plan::Plan& plan_;
  google::protobuf::DescriptorPool pool_;
  mutable google::protobuf::DynamicMessageFactory factory_;
  const google::protobuf::Message* prototype_ = nullptr;
};

}  // namespace schemac::direct
