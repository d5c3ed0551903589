#include "random/looking.h"

#include <algorithm>

namespace net {

using schemac::JoinedArray;
using schemac::Violation;

namespace {

constexpr std::uint64_t most_joined_bytes = std::uint64_t{1} << 22;

void contradict(std::string what) { looking().contradictions.push_back(std::move(what)); }

bool is_cut_short() { return looking().is_cut_short(); }

// Of the path, a range knows the end alone.
bool is_end_of(const std::string& path, const std::string& end) {
  return path == end ||
         (path.ends_with(end) && (end.front() == '[' || path[path.size() - end.size() - 1] == '.'));
}
// An error before the list may have ended the walk there. So may one in an element: where it is of
// an unknown kind but of a stated size, a range goes on to the next one. What lies at an offset is
// walked after bytes that may lie anywhere. An element that goes to the end is passed over, so that
// its error, too, may stand where the range finds that the next one has no bytes.
bool is_before(const Violation& error, const Violation& violation, bool is_in_list) {
  const std::size_t end = violation.path.find('[');
  const std::string list = violation.path.substr(0, end + 1);
  const bool is_placed =
      end != std::string::npos && looking().placed->contains(violation.path.substr(0, end));
  return error.level == schemac::Level::error &&
         (is_placed || error.offset < violation.offset ||
          (is_in_list && error.offset == violation.offset)) &&
         (is_in_list || error.path.find(list) == std::string::npos);
}
// A range that isn't checked has no limits but those of every caller.
bool is_reported(const Violation& violation, bool is_checked) {
  const schemac::Report& report = *looking().report;
  const bool has_own_words = !is_checked && violation.rule == schemac::Rule::resource_limit;
  const auto says_the_same = [&](const Violation& each) {
    return has_own_words ? each.rule == violation.rule : each.message == violation.message;
  };
  return report.dropped() != 0 ||
         std::ranges::any_of(report.violations(), [&](const Violation& each) {
           return is_before(each, violation, !is_checked) ||
                  (is_end_of(each.path, violation.path) && says_the_same(each));
         });
}

std::string text_of(const Violation& violation) {
  return violation.path + ": " + violation.message;
}

// Around the ends of pieces, and in the middle of all.
void compare_parts(const JoinedArray& array, const std::vector<std::byte>& whole) {
  std::vector<std::uint64_t> places = {0, whole.size() / 3};
  for (const JoinedArray::Piece& piece : array.pieces())
    if (places.size() < 8) places.push_back(piece.begin + piece.size / 2);
  for (const std::uint64_t begin : places) {
    const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(begin, whole.size()));
    std::vector<std::byte> part(std::min<std::size_t>(whole.size() - at, 7));
    const auto done = array.read_bytes(at, part);
    if (!done)
      contradict("a part of an array: " + text_of(done.error()));
    else if (!std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(at)))
      contradict("a part of an array is another one, at byte " + std::to_string(at));
  }
}

}  // namespace

Looking& looking() {
  static Looking now;
  return now;
}

void compare_checked(const Walked& plain, const Walked& checked) {
  if (looking().report == nullptr || is_cut_short()) return;
  if (checked.violation && is_of_parts(checked.violation->message)) return;
  if (checked.violation && !is_reported(*checked.violation, true))
    contradict("checked alone finds " + text_of(*checked.violation));
  if (plain.violation && !is_reported(*plain.violation, false))
    contradict("a range alone finds " + text_of(*plain.violation));
  if (plain.violation && !checked.violation)
    contradict("checked passes over " + text_of(*plain.violation));
  if (checked.elements.size() > plain.elements.size() ||
      (!checked.violation && checked.elements.size() != plain.elements.size()))
    contradict("checked shows " + std::to_string(checked.elements.size()) + " elements of " +
               std::to_string(plain.elements.size()));
  for (std::size_t i = 0; i < std::min(checked.elements.size(), plain.elements.size()); ++i)
    for (const std::string& each : differences(plain.elements[i], checked.elements[i], false))
      contradict("checked differs in element " + std::to_string(i) + each);
}

// Where elements begin is a hint, which ranges take only if it leads on.
void compare_element(const Shown& walked, const Shown& alone, std::uint64_t index) {
  if (is_cut_short() || looking().report == nullptr || !looking().report->violations().empty())
    return;
  for (const std::string& each : differences(walked, alone, false))
    contradict("at(" + std::to_string(index) + ") differs" + each);
}

void compare_size(const Walked& walked, std::uint64_t size) {
  if (walked.elements.size() != size && !is_cut_short())
    contradict("size() is " + std::to_string(size) + " of " +
               std::to_string(walked.elements.size()) + " elements");
}

Shown show_joined(const JoinedArray& array) {
  if (array.byte_size() > most_joined_bytes) return of_kind(Shown::Kind::unseen);
  std::vector<std::byte> whole(static_cast<std::size_t>(array.byte_size())), pieces;
  const auto done = array.read_all(whole);
  const auto visited = array.for_each_piece([&](schemac::Bytes piece, std::uint64_t) {
    pieces.insert(pieces.end(), piece.begin(), piece.end());
  });
  if (done.has_value() != visited.has_value() || (done && whole != pieces))
    contradict("an array differs from its pieces");
  if (!done) return of_kind(Shown::Kind::refused, done.error().message);
  compare_parts(array, whole);
  return bytes(whole);
}

}  // namespace net
