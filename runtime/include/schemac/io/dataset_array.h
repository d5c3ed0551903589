// One array over pieces that lie in the files of a directory, each of them perhaps encoded.
//
// Its dimensions say how much counts. Where a file's content begins in it is known when the files
// before it were looked at, once; a range decodes the pieces that it touches, and no others:
//
//   const auto array = data->array();
//   std::vector<double> room(1000);
//   if (auto done = array->read(5000, std::span(room)); !done) return fail(done.error());
//
// It is the array of the time when it was asked for: of a dataset that has grown since then it
// shows the old length. One file stays open, the last that was needed. Threads may share it, and
// its copies. Violations name the file, and the piece in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/base/array_size.h"
#include "schemac/base/checked.h"
#include "schemac/base/counted.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/element.h"
#include "schemac/core/element_type.h"
#include "schemac/core/joined_array.h"
#include "schemac/core/limits.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/result.h"
#include "schemac/core/violation.h"
#include "schemac/io/dataset.h"
#include "schemac/io/open.h"
#include "schemac/read/joiner.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// What a file has of an array.
struct DatasetPiece {
  std::string file;               ///< for violations: "set/data/part_1.bin"
  JoinedArray pieces;             ///< as one array of bytes
  std::function<void()> release;  ///< gives back memory: see Opened. Keeps the bytes of pieces
};
/// Opens file `index` of a list; none after its end.
using OpenPiece = std::function<Result<std::optional<DatasetPiece>>(std::uint64_t index)>;

class DatasetJoiner;

namespace detail {

/// The files of a list, as far as they were needed.
class DatasetPieces {
 public:
  DatasetPieces(std::string folder, OpenPiece open)
      : folder_(std::move(folder)), open_(std::move(open)) {}

  /// A byte of an array: the file that has it, and which of that one's bytes it is.
  struct Position {
    std::shared_ptr<const DatasetPiece> piece;
    std::uint64_t from = 0;
  };
  /// None if the files end before.
  [[nodiscard]] Result<std::optional<Position>> find(std::uint64_t at) {
    const std::lock_guard lock(mutex_);
    while (starts_.back() <= at) {
      const Result<bool> known = look_at_next();
      if (!known) return known.error();
      if (!*known) return std::optional<Position>();
    }
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), at);
    const auto index = static_cast<std::uint64_t>(after - starts_.begin()) - 1;
    const std::uint64_t begin = *(after - 1);
    if (Result<void> done = open(index); !done) return done.error();
    if (last_ == nullptr)
      return in_file(folder_, {"", 0, Rule::missing_file, Level::error, "",
                               "a file of the list has gone since the array was asked for"});
    if (last_->pieces.byte_size() != *after - begin)
      return in_file(last_->file, {"", 0, Rule::size_mismatch, Level::error, "",
                                   "has changed since the array was asked for"});
    return std::optional(Position{last_, at - begin});
  }
  /// How many files have bytes before `end`.
  [[nodiscard]] Result<std::uint64_t> files_before(std::uint64_t end) {
    const std::lock_guard lock(mutex_);
    while (starts_.back() < end) {
      const Result<bool> known = look_at_next();
      if (!known) return known.error();
      if (!*known) break;
    }
    const auto after = std::lower_bound(starts_.begin(), starts_.end(), end);
    return static_cast<std::uint64_t>(after - starts_.begin());
  }
  void release() {
    const std::lock_guard lock(mutex_);
    if (last_ != nullptr) last_->release();
  }
  /// Bytes that all files have.
  [[nodiscard]] Result<std::uint64_t> size() {
    const std::lock_guard lock(mutex_);
    while (true) {
      const Result<bool> known = look_at_next();
      if (!known) return known.error();
      if (!*known) return starts_.back();
    }
  }

 private:
  // Whether there is a next one, whose size is then known.
  [[nodiscard]] Result<bool> look_at_next() {
    if (Result<void> done = open(starts_.size() - 1); !done) return done.error();
    if (last_ == nullptr) return false;
    std::uint64_t end = 0;
    if (!add(starts_.back(), last_->pieces.byte_size(), end))
      return in_file(last_->file, {"", 0, Rule::size_mismatch, Level::error, "",
                                   "holds more than an array can have"});
    starts_.push_back(end);
    return true;
  }
  // Makes it the last one; null after the end.
  [[nodiscard]] Result<void> open(std::uint64_t index) {
    if (last_ != nullptr && last_index_ == index) return {};
    last_ = nullptr;
    Result<std::optional<DatasetPiece>> opened = open_(index);
    if (!opened) return std::move(opened).error();
    if (*opened) last_ = std::make_shared<const DatasetPiece>(**std::move(opened));
    last_index_ = index;
    return {};
  }

  std::string folder_;  // for violations
  OpenPiece open_;
  std::mutex mutex_;
  std::vector<std::uint64_t> starts_ = {0};  // of the files that were looked at, and the end
  std::shared_ptr<const DatasetPiece> last_;
  std::uint64_t last_index_ = 0;
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

class DatasetArray {
 public:
  [[nodiscard]] const ElementType& element() const { return element_; }
  /// What the files call that type, where no type is called so and another one was taken.
  [[nodiscard]] const std::optional<std::string>& unknown_type() const { return unknown_type_; }
  [[nodiscard]] const std::vector<std::uint64_t>& dims() const { return dims_; }
  [[nodiscard]] bool is_column_major() const { return is_column_major_; }
  /// Bytes that its type and dimensions ask for: what files hold beyond them doesn't count. The
  /// most if these are too many for 64 bits.
  [[nodiscard]] std::uint64_t byte_size() const { return size_; }
  /// Bytes that are there, for which all files are looked at: to be asked before room is made for
  /// as many as a file says there are.
  [[nodiscard]] Result<std::uint64_t> held_bytes() const { return pieces_->size(); }
  [[nodiscard]] std::uint64_t size() const { return size_ / element_.size; }
  /// How many of the files have a part of what counts. A writer that was stopped leaves files
  /// after them, which count as soon as the dataset says that it is longer: remove them first, as
  /// in `dataset->parts().shrink(*array->counted_files())`, where `parts` is their entry.
  [[nodiscard]] Result<std::uint64_t> counted_files() const { return pieces_->files_before(size_); }
  /// Gives back the memory that the file that is open takes here as far as it was looked at, as
  /// Opened::release does. For programs that pass through files larger than memory.
  void release() const { pieces_->release(); }

  /// Fills `out` with the bytes from `begin` on, all of which must be there.
  [[nodiscard]] Result<void> read_bytes(std::uint64_t begin, MutableBytes out,
                                        const Limits& limits = {}) const {
    if (!impl::lies_inside(begin, out.size(), 0, size_)) return outside();
    return read_pieces(begin, out,
                       [&](const JoinedArray& pieces, std::uint64_t from, MutableBytes to) {
                         return pieces.read_bytes(from, to, limits);
                       });
  }
  /// Fills `out`, which has just as many bytes as there are: one file after the other, each on that
  /// many threads, a piece each.
  [[nodiscard]] Result<void> read_all(MutableBytes out, unsigned threads = 1,
                                      const Limits& limits = {}) const {
    if (out.size() != size_) return outside();
    return read_pieces(0, out, [&](const JoinedArray& pieces, std::uint64_t from, MutableBytes to) {
      // Of the last file perhaps not all counts.
      if (to.size() == pieces.byte_size()) return pieces.read_all(to, threads, limits);
      return pieces.read_bytes(from, to, limits);
    });
  }
  /// Elements [begin, end), as they lie in the files, into just as many bytes.
  [[nodiscard]] Result<void> read(std::uint64_t begin, std::uint64_t end, MutableBytes out,
                                  const Limits& limits = {}) const {
    if (begin > end || end > size() || out.size() != (end - begin) * element_.size)
      return outside();
    return read_bytes(begin * element_.size, out, limits);
  }
  /// Elements from `begin` on, as many as `out` has, as numbers of this machine. `T` has to be
  /// their type. A bool is true whatever byte but 0 stands for it.
  template <class T>
  requires(std::is_trivially_copyable_v<T> && !std::is_same_v<T, std::byte>)
      [[nodiscard]] Result<void> read(std::uint64_t begin, std::span<T> out,
                                      const Limits& limits = {}) const {
    if (element_.dtype != dtype_of<T>) return misused("its elements are " + element_.name);
    if (begin > size() || out.size() > size() - begin) return outside();
    auto done = read_bytes(begin * sizeof(T), std::as_writable_bytes(out), limits);
    if (done) impl::detail::to_native(out, element_.endian);
    return done;
  }

 private:
  friend class impl::DatasetJoiner;

  DatasetArray(const char* name, std::string folder, impl::OpenPiece open)
      : name_(name),
        folder_(std::move(folder)),
        pieces_(std::make_shared<impl::detail::DatasetPieces>(folder_, std::move(open))) {}

  // Calls `read(pieces, from, to)` for each file that has some of the bytes.
  template <class Read>
  [[nodiscard]] Result<void> read_pieces(std::uint64_t begin, MutableBytes out,
                                         const Read& read) const {
    while (!out.empty()) {
      const auto position = pieces_->find(begin);
      if (!position) return position.error();
      if (!*position) return missing();
      const auto& [piece, from] = **position;
      const auto taken = static_cast<std::size_t>(
          std::min<std::uint64_t>(piece->pieces.byte_size() - from, out.size()));
      if (Result<void> done = read(piece->pieces, from, out.first(taken)); !done)
        return impl::in_file(piece->file, done.error());
      begin += taken;
      out = out.subspan(taken);
    }
    return {};
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation outside() const {
    return misused("there are fewer elements than are asked for");
  }
  [[nodiscard, gnu::cold, gnu::noinline]] Violation missing() const {
    const auto held = held_bytes();
    if (!held) return held.error();
    Violation violation = misused("its files hold " + impl::counted(*held, "bytes") + " of the " +
                                  std::to_string(size_) + " that its dimensions ask for");
    violation.rule = Rule::size_mismatch;
    return violation;
  }
  [[nodiscard]] Violation misused(std::string message) const {
    return impl::in_file(folder_,
                         {name_, 0, Rule::bad_value, Level::error, "", std::move(message)});
  }

  const char* name_;
  std::string folder_;
  std::shared_ptr<impl::detail::DatasetPieces> pieces_;
  ElementType element_{Dtype::u8, Endian::little};
  std::vector<std::uint64_t> dims_;
  std::optional<std::string> unknown_type_;
  bool is_column_major_ = false;
  std::uint64_t size_ = 0;
};

}  // namespace schemac

namespace schemac::impl {

/// Puts an array together: for generated code.
class DatasetJoiner {
 public:
  DatasetJoiner(const char* name, std::string folder, OpenPiece open)
      : array_(name, std::move(folder), std::move(open)) {}

  /// Whether the files have the facts of a form, which the array then takes; without dims there is
  /// one dimension, of all elements, so that all files are looked at.
  [[nodiscard]] bool as(const std::optional<ElementType>& element, bool is_column_major) {
    if (!element) return false;
    const Result<std::uint64_t> held = array_.pieces_->size();
    if (!held) violation_ = held.error();
    return as(element, std::vector{held ? *held / element->size : 0}, is_column_major);
  }
  [[nodiscard]] bool as(const std::optional<ElementType>& element,
                        const std::optional<std::vector<std::uint64_t>>& dims,
                        bool is_column_major) {
    if (!element || !dims) return false;
    array_.element_ = *element;
    array_.is_column_major_ = is_column_major;
    array_.dims_ = *dims;
    if (!array_size(*dims, element->size, array_.size_)) array_.size_ = ~std::uint64_t{0};
    return true;
  }
  template <class... Rest>
  [[nodiscard]] bool as(const NamedType& type, const Rest&... rest) {
    return take_named(type, array_.unknown_type_,
                      [&](const ElementType& element) { return as(element, rest...); });
  }
  [[nodiscard]] Result<DatasetArray> take() && {
    if (violation_) return *std::move(violation_);
    return std::move(array_);
  }
  /// No form has its facts.
  [[nodiscard]] Violation untyped() const {
    return array_.misused(untyped_text(array_.unknown_type_));
  }

 private:
  DatasetArray array_;
  std::optional<Violation> violation_;
};

/// What one file of a list has: `add_pieces(view, joiner)` adds its pieces, which are called as in
/// schemac::impl::Joiner.
template <class View, class AddPieces>
[[nodiscard]] Result<DatasetPiece> piece_of(Opened<View> file, std::string path, Joiner joiner,
                                            const AddPieces& add_pieces) {
  const auto kept = std::make_shared<const Opened<View>>(std::move(file));
  if (const Result<void> done = add_pieces(kept->view, joiner); !done)
    return in_file(path, done.error());
  (void)joiner.as(ElementType(Dtype::u8, Endian::little), false);
  return DatasetPiece{std::move(path), std::move(joiner).take(), [kept] { kept->release(); }};
}

/// Opens the pieces of an array that lie in numbered files.
template <class File, class View, class AddPieces>
[[nodiscard]] OpenPiece pieces_of(NumberedFiles<File, View> files, const char* name,
                                  const char* list, const char* piece, AddPieces add_pieces) {
  return [=](std::uint64_t index) -> Result<std::optional<DatasetPiece>> {
    Result<Opened<View>> file = files.at(index);
    if (!file && file.error().rule == Rule::missing_file) return std::optional<DatasetPiece>();
    if (!file) return std::move(file).error();
    const Joiner joiner(Origin{file->bytes()}, name, list, piece);
    auto made = piece_of(*std::move(file), files.path(index), joiner, add_pieces);
    if (!made) return std::move(made).error();
    return std::optional(*std::move(made));
  };
}
/// Of one that lies in a single file: `open()` opens it, called `path`.
template <class Open, class AddPieces>
[[nodiscard]] OpenPiece piece_in(Open open, std::string path, const char* name, const char* list,
                                 const char* piece, AddPieces add_pieces) {
  return [=](std::uint64_t index) -> Result<std::optional<DatasetPiece>> {
    if (index > 0) return std::optional<DatasetPiece>();
    auto file = open();
    if (!file) return std::move(file).error();
    const Joiner joiner(Origin{file->bytes()}, name, list, piece);
    auto made = piece_of(*std::move(file), path, joiner, add_pieces);
    if (!made) return std::move(made).error();
    return std::optional(*std::move(made));
  };
}

}  // namespace schemac::impl
