#include "pieces.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "buffer.h"
#include "direct/explain/placed_arrays.h"
#include "direct/pieces/joined_array.h"
#include "raise.h"
#include "schemac/base/parallel.h"
#include "schemac/check/decoding.h"

namespace schemac::python {

Pieces::Pieces(std::shared_ptr<const Tree> tree, ValuePointer value, const direct::Joined& joined,
               std::string path)
    : tree_(std::move(tree)), value_(std::move(value)), joined_(&joined), path_(std::move(path)) {
  std::uint64_t begin = 0;
  starts_.reserve(joined.pieces.size() + 1);
  starts_.push_back(0);
  for (const direct::Piece& piece : joined.pieces)
    starts_.push_back(begin += piece.bytes.size().value_or(0));  // their sum was found to be a size
}

// The first one is the last that begins there: those before it are empty.
Pieces::Span Pieces::pieces_of(std::uint64_t begin, std::uint64_t size) const {
  const auto first = std::upper_bound(starts_.begin(), starts_.end(), begin) - 1;
  const auto last = std::lower_bound(first, starts_.end(), begin + size);
  return {static_cast<std::size_t>(first - starts_.begin()),
          static_cast<std::size_t>(last - starts_.begin())};
}

void Pieces::raise_flaw(std::size_t number, CodecFlaw flaw) const {
  Violation violation = impl::violation_of(flaw);
  violation.path = path_;
  violation.message = "piece " + std::to_string(number) + " " + violation.message;
  if (const auto place = direct::place_in(tree_->bytes(), joined_->pieces[number]))
    violation.offset = place->offset;
  raise_invalid_file(tree_->path(), violation);
}

nb::object Pieces::in_place() const {
  if (joined_->pieces.empty()) return nb::none();
  const std::byte* const begin = joined_->pieces.front().bytes.stored().data();
  const std::byte* end = begin;
  for (const direct::Piece& piece : joined_->pieces) {
    const Codec* const codec = piece.bytes.codec();
    const bool is_plain = codec != nullptr && codec->algorithm == CodecAlgorithm::none;
    if (!is_plain || piece.bytes.stored().data() != end) return nb::none();
    end += piece.bytes.stored().size();
  }
  if (static_cast<std::uint64_t>(end - begin) != joined_->size) return nb::none();
  const Bytes bytes(begin, static_cast<std::size_t>(joined_->size));
  return nb::cast(Buffer{bytes, tree_, joined_->pieces.front().kept.is_owner() ? value_ : nullptr});
}

void Pieces::require(std::uint64_t begin, std::uint64_t size) const {
  tree_->require_whole();
  if (begin > joined_->size || size > joined_->size - begin)
    raise_invalid_file(tree_->path(), {path_, 0, Rule::size_mismatch, Level::error, "",
                                       "has fewer bytes than its type and dimensions ask for"});
  if (size == 0) return;
  const Span span = pieces_of(begin, size);
  for (std::size_t number = span.first; number != span.last; ++number) {
    std::uint64_t found = 0;
    const CodecFlaw flaw = joined_->pieces[number].bytes.look(found, tree_->limits());
    if (flaw != CodecFlaw::none) raise_flaw(number, flaw);
  }
}

void Pieces::read_into(std::uint64_t begin, nb::handle room, unsigned threads) const {
  const Borrowed buffer(room, true);
  const MutableBytes out = buffer.room();
  require(begin, out.size());
  if (out.empty()) return;
  const std::uint64_t end = begin + out.size();
  const Span span = pieces_of(begin, out.size());
  std::atomic<std::size_t> flawed = joined_->pieces.size();
  std::atomic<CodecFlaw> found = CodecFlaw::none;
  {
    const nb::gil_scoped_release unlocked;
    impl::for_each_share(span.last - span.first, threads, [&](std::uint64_t share) {
      const std::size_t number = span.first + static_cast<std::size_t>(share);
      const std::uint64_t from = std::max(starts_[number], begin);
      const std::uint64_t to = std::min(starts_[number + 1], end);
      const MutableBytes part =
          out.subspan(static_cast<std::size_t>(from - begin), static_cast<std::size_t>(to - from));
      const CodecFlaw flaw = impl::read_range(joined_->pieces[number].bytes, size_of(number),
                                              from - starts_[number], part, tree_->limits());
      if (flaw == CodecFlaw::none) return true;
      found = flaw;
      flawed = number;
      return false;
    });
  }
  if (found.load() != CodecFlaw::none) raise_flaw(flawed, found);
}

void bind_pieces(nb::module_& module) {
  nb::class_<Pieces>(module, "Pieces")
      .def_prop_ro("dims", [](const Pieces& pieces) { return pieces.array().dims; })
      .def_prop_ro("element", [](const Pieces& pieces) { return pieces.array().element.name; })
      .def_prop_ro("element_size", [](const Pieces& pieces) { return pieces.array().element.size; })
      .def_prop_ro(
          "is_big_endian",
          [](const Pieces& pieces) { return pieces.array().element.endian == Endian::big; })
      .def_prop_ro("is_own_type",
                   [](const Pieces& pieces) { return pieces.array().element.dtype.has_value(); })
      .def_prop_ro("is_column_major",
                   [](const Pieces& pieces) { return pieces.array().is_column_major; })
      .def_prop_ro("nbytes", [](const Pieces& pieces) { return pieces.array().size; })
      .def_prop_ro("starts", &Pieces::starts)
      .def_prop_ro("remark",
                   [](const Pieces& pieces) { return direct::unknown_type_text(pieces.array()); })
      .def("in_place", &Pieces::in_place)
      .def("require", &Pieces::require, nb::arg("begin"), nb::arg("size"))
      .def("read_into", &Pieces::read_into, nb::arg("begin"), nb::arg("room"),
           nb::arg("threads") = 1);
}

}  // namespace schemac::python
