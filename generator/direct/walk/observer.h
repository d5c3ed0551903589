// What a walk reports of a file while it goes through it: one event for each thing that lies in the
// bytes.
//
// Values, explanations and coverage are made by observers, so that there is one walk, and a check
// can't hold for one of them and not for another. Events come in the order of the walk, which is
// that of the schema.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "schemac/check/frame.h"
#include "schemac/check/joined_messages.h"
#include "schemac/core/bytes.h"
#include "schemac/core/codec.h"

namespace schemac::direct {

/// Where in the tree of fields something is.
struct Spot {
  const impl::Frame* frame = nullptr;  ///< of the record that holds the field
  std::string_view name;               ///< of the field, below the record
  std::uint64_t index = impl::Frame::no_index;
  const plan::Field* field = nullptr;  ///< none for padding
};

[[nodiscard]] inline std::string path_of(const Spot& spot) {
  std::string path = spot.frame != nullptr ? path_of(*spot.frame) : std::string();
  impl::append_path(path, spot.name);
  if (spot.index != impl::Frame::no_index) path += '[' + std::to_string(spot.index) + ']';
  return path;
}

/// What a text consists of, in the order of the file; those that it doesn't have are empty. The
/// prefix may be a head.
struct TextBytes {
  Bytes prefix, characters, filling, terminator, padding;
};

struct Value;

class Observer {
 public:
  Observer() = default;
  /// Whether it gets any events but those of checks.
  [[nodiscard]] virtual bool listens() const { return false; }
  /// Whether it gets those of checks.
  [[nodiscard]] virtual bool counts_checks() const { return false; }
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void begin_record(const Spot&, const plan::Record&) {}
  virtual void end_record() {}
  /// `begin`: its first element; null where elements may lie apart.
  virtual void begin_list(const Spot&, const plan::List&, const std::byte* /*begin*/) {}
  virtual void end_list() {}
  /// Whether `begin_element` of that element has to know if it is the last one. To find that out,
  /// an element may be walked twice.
  [[nodiscard]] virtual bool asks_for_last(std::uint64_t /*index*/) const { return false; }
  /// An element of the list begun last. `is_last`: none follows, or this one isn't whole; only set
  /// where it was asked for.
  virtual void begin_element(std::uint64_t /*index*/, bool /*is_last*/) {}
  virtual void end_element() {}
  virtual void begin_alternative(const Spot&, const plan::Switch&, const plan::Alternative&) {}
  virtual void end_alternative() {}
  /// A section of a record, before anything in it is read; of what lies anywhere in the file, of
  /// no name, once all of it was.
  virtual void section(const Spot&, const plan::Section&, std::uint64_t /*begin*/,
                       std::uint64_t /*end*/) {}
  /// A field that lies elsewhere: in which section, and where it begins.
  virtual void begin_placed(const Spot&, const plan::Section&, std::uint64_t /*begin*/) {}
  virtual void end_placed() {}

  /// The head of a list, of raw bytes or of an array, before what it announces.
  virtual void head(const Spot&, const plan::Head&, std::uint64_t /*number*/, Bytes) {}
  /// Scalars come with their tags.
  virtual void scalar(const Spot&, const plan::Scalar&, Bytes) {}
  virtual void constant(const Spot&, const plan::Constant&, Bytes) {}
  virtual void text(const Spot&, const plan::Text&, const TextBytes&) {}
  virtual void raw(const Spot&, const plan::Raw&, Bytes) {}
  /// A field that is encoded; events in between are about its stored bytes.
  virtual void begin_coded(const Spot&) {}
  /// `whole` is null if not all of them were there.
  virtual void end_coded(const Spot&, const CodedBytes* /*whole*/) {}
  /// A list of scalars, packed ones included.
  virtual void scalars(const Spot&, const plan::Scalar&, std::uint64_t /*count*/, Bytes) {}
  virtual void array(const Spot&, const plan::Array&, Dtype,
                     const std::vector<std::uint64_t>& /*dims*/, Bytes) {}
  /// Zeros that no field holds: of a record, a run, or between sections and payloads.
  virtual void padding(const Spot&, Bytes) {}
  /// Spare bytes after the record at hand, which its list keeps there.
  virtual void slack(const Spot&, const plan::Slack&, Bytes) {}
  /// A JSON text; what follows lies in the message that it was decoded to, which `owner` keeps.
  virtual void begin_text(const Spot&, Bytes, const std::shared_ptr<const void>& /*owner*/) {}
  virtual void end_text() {}
  /// A message in several pieces; the events that follow are about a copy of them. `all` are the
  /// copies of the file, this one and those that it may be a copy of.
  virtual void begin_pieces(const Spot&, const impl::JoinedMessages::Message&,
                            const impl::JoinedMessages& /*all*/) {}
  virtual void end_pieces() {}
  /// A message; what is found in it follows.
  virtual void message(const Spot&, const plan::Record&, Bytes) {}
  /// The tag of a field of a message, and the length of what it holds. `spot` is the field.
  virtual void tag(const Spot&, Bytes) {}
  /// A number of a message: where it lies (nowhere, if it is a default), and as a plain scalar.
  virtual void number(const Spot&, const plan::Scalar&, Bytes /*where*/, Bytes /*plain*/) {}
  /// A list of numbers of a message, which may lie in pieces; `gather` makes a plain list of them.
  using Gather = std::function<std::vector<std::byte>()>;
  virtual void numbers(const Spot&, const plan::Scalar&, std::uint64_t /*count*/, const Gather&) {}
  /// A field that no message declares; `spot` is the record's field that keeps such, if it has one.
  virtual void unknown_field(const Spot&, std::uint32_t /*number*/, Bytes) {}
  /// All of them, one after the other.
  virtual void unknown_fields(const Spot&, const Gather&) {}
  /// An optional field, as its condition says.
  virtual void absent(const Spot&) {}
  virtual void present(const Spot&) {}
  /// A field whose bytes aren't whole, or of which nothing can be said.
  virtual void missing(const Spot&) {}

  /// The values of the whole file, once its record has ended; null if it didn't make all of them.
  [[nodiscard]] virtual const Value* values() const { return nullptr; }

  /// Each check as it is made, for those who count them.
  virtual void checked(plan::CheckId, bool /*holds*/) {}
};

}  // namespace schemac::direct
