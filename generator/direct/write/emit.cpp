// The bytes of a tree that has its places. Padding and gaps are the zeros that the room begins
// with.
#include <algorithm>
#include <array>
#include <cstring>

#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "direct/write/reordered.h"
#include "direct/write/tree.h"
#include "plan/facts/stored_sizes.h"
#include "schemac/check/refusals.h"
#include "schemac/digest/digester.h"
#include "schemac/digest/every_digest.h"

namespace schemac::direct {
namespace {

class Emitter {
 public:
  explicit Emitter(MutableBytes room) : bytes_(room) {}

  /// Whether all of it had room.
  [[nodiscard]] bool is_sound() const { return is_sound_; }

  void emit(RecordNode& node) {
    if (node.encoded) return put_bytes(*node.encoded, node.begin);
    for (plan::FieldId id = 0; id < node.fields.size(); ++id) {
      FieldNode& field = node.fields[id];
      if (!field.is_present || !field.is_placed) continue;
      const plan::Field& kind = node.record.fields[id];
      const impl::Frame spot{&node.frame, kind.name, impl::Frame::no_index};
      if (!field.spelled.empty()) {
        put_bytes(field.spelled, field.content.begin);
      } else if (const auto* scalar = std::get_if<plan::Scalar>(&kind.body.kind)) {
        put_number(node, *scalar, fitted(kind, *scalar, node.number(id)), field.content.begin,
                   spot);
      } else {
        emit_body(node, field.content, spot);
      }
    }
    put_late_digests(node);
  }

 private:
  void emit_body(RecordNode& owner, BodyNode& node, const impl::Frame& spot) {
    if (node.coded) return put_bytes(node.coded->stored().bytes(), node.begin);
    std::visit([&](const auto& kind) { put(owner, node, kind, spot); }, node.body->kind);
    if (node.record != nullptr) {
      emit(*node.record);
      put_bytes(node.record->slack, node.record->begin + node.record->size);
    }
    const bool is_list = std::holds_alternative<plan::List>(node.body->kind);
    for (std::size_t i = 0; i < node.inner.size(); ++i) {
      // Below an element that is a list itself.
      const bool is_below = spot.index != impl::Frame::no_index;
      const impl::Frame element =
          is_below ? impl::Frame{&spot, {}, i} : impl::Frame{spot.up, spot.field, i};
      emit_body(owner, node.inner[i], is_list ? element : spot);
    }
  }

  // A number that is known late and doesn't fit is cut off, one that can't be computed is left 0:
  // its relation then fails where the written bytes are checked.
  static Outcome fitted(const plan::Field& field, const plan::Scalar& scalar, Outcome number) {
    if (!field.is_calculated_late()) return number;
    if (number.ok() ? range_of(scalar).contains(number.value) : number.failure == Failure::unknown)
      return number;
    Outcome stored = number.ok() ? cut_off(scalar, number) : Outcome{0};
    // The number that says nothing would be taken for that.
    if (field.unknown && stored.value == field.unknown->value) stored.value ^= 1;
    return stored;
  }
  static Outcome cut_off(const plan::Scalar& scalar, Outcome number) {
    if (!number.ok() || range_of(scalar).contains(number.value)) return number;
    std::array<std::byte, 8> bytes{};
    store_number(scalar.dtype, scalar.endian, number.value, bytes.data());
    return {load_number(scalar.dtype, scalar.endian, bytes.data())};
  }

  void put_number(RecordNode& owner, const plan::Scalar& scalar, const Outcome& number,
                  std::uint64_t at, const impl::Frame& spot) {
    if (!check_number(owner.state, scalar, number, spot) || scalar.place) return;
    store_scalar(scalar, number.value, room_at(at, written_size(scalar, number.value)));
  }

  // Puts a head, if there is one; returns where what it announces begins.
  std::uint64_t put_head(const std::optional<plan::Head>& head, std::uint64_t number,
                         std::uint64_t at) {
    if (!head) return at;
    const std::uint64_t size = head_size(head->form, number);
    store_head(head->form, number, room_at(at, size));
    return at + size;
  }

  void put_bytes(Bytes from, std::uint64_t at) {
    if (!from.empty()) std::memcpy(room_at(at, from.size()), from.data(), from.size());
  }

  // What doesn't fit the room that was asked for is dropped.
  std::byte* room_at(std::uint64_t at, std::uint64_t size) {
    if (at <= bytes_.size() && size <= bytes_.size() - at) return bytes_.data() + at;
    is_sound_ = false;
    waste_.resize(static_cast<std::size_t>(size));
    return waste_.data();
  }
  MutableBytes stretch_at(std::uint64_t at, std::uint64_t size) {
    return {room_at(at, size), static_cast<std::size_t>(size)};
  }

  // A scalar that is an alternative: fields and lists of scalars are emitted elsewhere.
  void put(RecordNode& owner, BodyNode& node, const plan::Scalar& scalar, const impl::Frame& spot) {
    put_number(owner, scalar, given_number(scalar, node.value), node.begin, spot);
  }
  void put(RecordNode&, BodyNode& node, const plan::Constant& constant, const impl::Frame&) {
    put_bytes(std::as_bytes(std::span(constant.bytes)), node.begin);
  }
  void put(RecordNode& owner, BodyNode& node, const plan::Text& text, const impl::Frame& spot) {
    const Content* content = content_of(node.value);
    if (content == nullptr) return;
    std::uint64_t at = put_head(text.head, content->bytes.size(), node.begin);
    if (text.prefix) {
      put_number(owner, *text.prefix, {Int128{content->bytes.size()}}, at, spot);
      at += bit_count(text.prefix->dtype) / 8;
    }
    put_bytes(content->bytes, at);
    if (text.filler && node.size > content->bytes.size()) {
      const std::uint64_t size = node.size - content->bytes.size();
      std::memset(room_at(at + content->bytes.size(), size), *text.filler,
                  static_cast<std::size_t>(size));
    }
    if (text.terminator)
      *room_at(at + content->bytes.size(), 1) = static_cast<std::byte>(*text.terminator);
  }
  void put(RecordNode& owner, BodyNode& node, const plan::Raw& raw, const impl::Frame& spot) {
    if (raw.digest) {
      if (!raw.digest->is_late) put_digest(owner, node, *raw.digest, spot);
      return;
    }
    const Content* content = content_of(node.value);
    if (content == nullptr) return;
    std::uint64_t at = put_head(raw.head, length_of(node), node.begin);
    put_bytes(content->bytes, at);
    const auto* bytes = std::get_if<RawBytes>(&node.value->kind);
    if (bytes == nullptr) return;
    for (const Content& part : bytes->parts) {
      put_bytes(part.bytes, at);
      at += part.bytes.size();
    }
  }
  // Those that cover themselves, or what comes after them. None covers another one of these.
  void put_late_digests(RecordNode& owner) {
    for (plan::FieldId id = 0; id < owner.fields.size(); ++id) {
      const plan::Field& kind = owner.record.fields[id];
      const plan::Digest* digest = plan::digest_of(kind);
      if (digest == nullptr || !digest->is_late) continue;
      BodyNode& node = owner.fields[id].content;
      if (digest->own)
        std::ranges::fill(stretch_at(node.begin, node.size), std::byte{*digest->own});
      put_digest(owner, node, *digest, {&owner.frame, kind.name, impl::Frame::no_index});
    }
  }
  // What it covers is there already.
  void put_digest(RecordNode& owner, BodyNode& node, const plan::Digest& digest,
                  const impl::Frame& spot) {
    const Outcome code = evaluate(digest.algorithm, owner.state.plan, owner);
    if (!code.ok()) return;
    impl::Digester digester(impl::any_digest(saturated(code.value)), digest.endian);
    for (const auto& [first, last] : digest.over) {
      const std::uint64_t begin = owner.fields[first].content.begin;
      const FieldNode& after = owner.fields[plan::holder_of_bytes(owner.record, last)];
      const std::uint64_t size = after.is_present ? after.content.size : 0;
      digester.add(stretch_at(begin, after.content.begin + size - begin));
    }
    const Bytes bytes = digester.finish();
    if (bytes.size() != node.size)
      return owner.state.problem(spot, "", "can't be computed: the library refuses its algorithm");
    put_bytes(bytes, node.begin);
  }
  void put(RecordNode&, BodyNode& node, const plan::Array& array, const impl::Frame&) {
    const auto* payload = node.value == nullptr ? nullptr : std::get_if<Payload>(&node.value->kind);
    if (payload == nullptr) return;
    const std::uint64_t begin = put_head(array.head, payload->content.bytes.size(), node.begin);
    const bool is_as_needed = payload->is_column_major == array.is_column_major || !payload->dims ||
                              has_one_order(*payload->dims);
    if (is_as_needed) {
      put_bytes(payload->content.bytes, begin);
    } else {
      reorder(payload->content.bytes, *payload->dims, bit_count(payload->dtype) / 8,
              !array.is_column_major, stretch_at(begin, payload->content.bytes.size()));
    }
    turn(payload->dtype, payload->endian, array.endian,
         stretch_at(begin, payload->content.bytes.size()));
    // With dims all bytes are the elements', without them there is one element.
    if (!array.dims) clear_spare_bits(payload->dtype, 1, begin);
  }
  void put(RecordNode&, BodyNode&, const plan::Nested&, const impl::Frame&) {}
  void put(RecordNode&, BodyNode&, const plan::Switch&, const impl::Frame&) {}
  void put(RecordNode& owner, BodyNode& node, const plan::List& list, const impl::Frame& spot) {
    if (list.starts_of) return put_starts(owner, node, list, spot);
    const std::uint64_t at = put_head(list.head, length_of(node), node.begin);
    const auto* scalars = node.value == nullptr ? nullptr : std::get_if<Scalars>(&node.value->kind);
    const plan::Scalar* scalar = scalar_of(list);
    if (scalars == nullptr || scalar == nullptr) return;
    if (scalar->coding != plan::Coding::plain) return put_tagged(*scalars, *scalar, at);
    put_bytes(scalars->content.bytes, at);
    turn(scalars->dtype, scalars->endian, scalar->endian,
         stretch_at(at, scalars->content.bytes.size()));
    if (node.size != 0)
      clear_spare_bits(scalars->dtype, scalars->count, node.begin + node.size - 1);
  }

  // The last byte of packed elements may have bits to spare; they are written as zeros.
  void clear_spare_bits(Dtype dtype, std::uint64_t count, std::uint64_t last) {
    const std::uint64_t used = count * bit_count(dtype) % 8;
    if (!is_packed(dtype) || used == 0) return;
    *room_at(last, 1) &= static_cast<std::byte>((1u << used) - 1);
  }

  void put_tagged(const Scalars& from, const plan::Scalar& scalar, std::uint64_t at) {
    const std::uint64_t size = bit_count(from.dtype) / 8;
    for (std::uint64_t i = 0; i < from.count; ++i) {
      const Int128 number =
          load_number(from.dtype, from.endian, from.content.bytes.data() + i * size);
      const std::uint64_t stored = stored_size(scalar);
      store_scalar(scalar, number, room_at(at + i * stored, stored));
    }
  }

  // Where the elements of another list begin. What is cut off is found in the written bytes, unless
  // elements are found by it.
  void put_starts(RecordNode& owner, const BodyNode& node, const plan::List& list,
                  const impl::Frame& spot) {
    const plan::Scalar& scalar = std::get<plan::Scalar>(list.element.front().kind);
    const auto field = std::find_if(owner.fields.begin(), owner.fields.end(),
                                    [&](const FieldNode& each) { return &each.content == &node; });
    const auto& unknown =
        owner.record.fields[static_cast<std::size_t>(field - owner.fields.begin())].unknown;
    const bool is_known = !unknown || field->is_known;
    std::uint64_t at = node.begin;
    for (const BodyNode& element : owner.fields[*list.starts_of].content.inner) {
      if (is_known && list.finds_up_to && element.begin > *list.finds_up_to &&
          owner.state.problems.empty())
        owner.state.refuse(impl::Frame{}, impl::refusals::starts,
                           impl::Facts{element.begin, *list.finds_up_to});
      const Outcome begin{is_known ? Int128{element.begin} : unknown->value};
      put_number(owner, scalar, cut_off(scalar, begin), at, spot);
      at += bit_count(scalar.dtype) / 8;
    }
  }

  // Elements into another byte order, in place.
  static void turn(Dtype dtype, Endian from, Endian to, MutableBytes elements) {
    if (from == to || bit_count(dtype) <= 8) return;
    const bool is_complex = dtype == Dtype::c64 || dtype == Dtype::c128;
    const std::size_t width = bit_count(dtype) / 8 / (is_complex ? 2 : 1);
    for (auto at = elements.begin(); elements.end() - at >= static_cast<std::ptrdiff_t>(width);) {
      const auto next = at + static_cast<std::ptrdiff_t>(width);
      std::reverse(at, next);
      at = next;
    }
  }

  MutableBytes bytes_;
  std::vector<std::byte> waste_;
  bool is_sound_ = true;
};

}  // namespace

bool check_number(WriteState& state, const plan::Scalar& scalar, const Outcome& number,
                  const impl::Frame& spot) {
  if (!number.ok()) {
    if (number.failure == Failure::overflow)
      state.refuse(spot, impl::refusals::overflow);
    else
      state.problem(spot, "", "an error of the generator: can't be found from the values");
    return false;
  }
  const bool is_any_byte = scalar.dtype == Dtype::bool8 && scalar.coding == plan::Coding::plain;
  const model::Range range = is_any_byte ? range_of(Dtype::u8) : range_of(scalar);
  if (range.contains(number.value)) return true;
  if (number.value > range.max)
    state.refuse(spot, impl::refusals::large,
                 impl::Facts{fact_of(number.value), fact_of(range.max)});
  else
    state.refuse(spot, impl::refusals::small,
                 impl::Facts{fact_of(number.value), fact_of(range.min)});
  return false;
}

void emit_tree(RecordNode& root, MutableBytes room) {
  Emitter emitter(room);
  emitter.emit(root);
  if (!emitter.is_sound())
    root.state.problem(root.frame, "",
                       "an error of the generator: what is written doesn't have the " +
                           std::to_string(room.size()) + " bytes that were measured");
}

}  // namespace schemac::direct
