// The bytes of a file, as walks and views of it have them.
//
// A message in several pieces is read from a copy that joins them (joined_messages.h). Who keeps
// such copies says so along with the bytes, so that all walks of one file find the same ones.
#pragma once

#include <concepts>

#include "schemac/core/bytes.h"

namespace schemac::impl {

class JoinedMessages;

struct FileBytes : Bytes {
  FileBytes() = default;
  template <std::convertible_to<Bytes> Content>
  // NOLINTNEXTLINE(google-explicit-constructor): most files have no copies
  FileBytes(const Content& bytes) : Bytes(bytes) {}
  /// `copies` must outlive all that gets these bytes. Without any, as where a view is used, pieces
  /// aren't joined: nobody would keep the copy.
  FileBytes(Bytes bytes, JoinedMessages* copies) : Bytes(bytes), joined(copies) {}

  JoinedMessages* joined = nullptr;
};

}  // namespace schemac::impl
