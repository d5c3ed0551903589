// What views of messages have in common.
#pragma once

#include <cstddef>

#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/walk/record_view.h"
#include "schemac/wire/message.h"

namespace schemac::impl {

/// `Fields` are those that a message may have, as they were found: a FoundFields.
template <class Fields>
class MessageBase : public RecordBase {
 public:
  using RecordBase::RecordBase;

 protected:
  /// Shows the message in [begin, end); returns `end`, or null.
  template <const MessageForm& form>
  [[gnu::always_inline]] const std::byte* find_fields_(Context& context, const Frame& frame,
                                                       const std::byte* begin,
                                                       const std::byte* end) {
    if (!find_fields<form>(context, frame, begin, end, fields_)) [[unlikely]]
      return nullptr;
    begin_ = begin;
    end_ = end;
    return end;
  }

  const std::byte* end_ = nullptr;
  Fields fields_;
};

}  // namespace schemac::impl
