// What a file becomes that grows: whatever was put into it is there, nothing else has changed, and
// what is interrupted has lost nothing that was there before.
#include <algorithm>
#include <utility>

#include "growth/stopping_storage.h"
#include "random/laws.h"

namespace net {

using schemac::Report;
using schemac::Result;
using schemac::tests::Remains;
using schemac::tests::StoppingStorage;

namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};

std::uint64_t hash_of(const File& file) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte each : file)
    hash = (hash ^ std::to_integer<std::uint64_t>(each)) * 0x100000001b3U;
  return hash;
}

// A file that is opened to grow, and what is known of it.
struct Grown {
  std::shared_ptr<Remains> remains;
  std::unique_ptr<Growing> growing;
};
std::optional<Grown> opened(const Handle& handle, const File& file, std::uint64_t steps) {
  const auto remains = std::make_shared<Remains>(Remains{file, {}});
  auto growing =
      handle.growth->open(file, std::make_unique<StoppingStorage>(remains, steps), limits());
  if (!growing) return std::nullopt;
  return Grown{remains, *std::move(growing)};
}

// Whoever puts elements into a list says, in front of it, which dimensions their array then has.
bool is_of_array(const schemac::plan::Record& record, const schemac::Violation& violation) {
  return std::ranges::any_of(record.arrays, [&](const schemac::plan::JoinedArray& array) {
    return array.form.name == violation.path && violation.rule == schemac::Rule::size_mismatch;
  });
}

Shown list_of(const std::vector<Shown>& elements) {
  Shown list = of_kind(Shown::Kind::list);
  for (const Shown& each : elements) add(list, "", each);
  return list;
}

}  // namespace

// Steps at random, the same for the same file.
void Laws::check_growth(const File& file, const Shown& value) {
  Dice dice(hash_of(file));
  const std::vector<Shown> elements = handle_.growth->elements(file, limits());
  const auto& record = plan_.records[root_.record];
  const Shown* const list = value.find(record.fields[record.stream->list].name);
  if (list == nullptr || !differences(*list, list_of(elements), false).empty())
    return found("growth differs", "a growing file has other elements than its value");
  const auto grown = opened(handle_, file, never);
  if (!grown) {
    ++counts_["files that can't grow"];
    return;
  }
  std::vector<Shown> expected = elements;
  std::string steps;
  for (std::uint64_t left = elements.empty() ? 0 : 1 + dice.below(4); left > 0; --left) {
    const std::size_t from = dice.below(elements.size());
    const std::uint64_t index = dice.below(expected.size());
    const File before = grown->remains->now();
    const std::uint64_t step = dice.below(5);
    Result<void> done;
    if (step < 2) {
      steps += "append(" + std::to_string(from) + ") ";
      done = grown->growing->append(from);
      if (done) expected.push_back(elements[from]);
    } else if (step < 4) {
      steps += "replace(" + std::to_string(index) + ", " + std::to_string(from) + ") ";
      done = grown->growing->replace(index, from);
      if (done) expected[index] = elements[from];
    } else {
      steps += "commit ";
      done = grown->growing->commit();
    }
    if (!done && grown->remains->now() != before)
      return found("growth differs", steps + "is refused, but has changed the file");
    if (!done) steps += "(" + done.error().message + ") ";
  }
  steps += "commit";
  if (const auto done = grown->growing->commit(); !done)
    ++counts_["commits refused"];  // a rule about all of the elements together
  else
    check_grown(grown->remains->now(), expected, steps);
  if (!elements.empty()) check_interrupted(file, elements, dice);
  if (handle_.growth->array != nullptr) check_extended(file, dice);
}

void Laws::check_grown(const File& file, const std::vector<Shown>& expected,
                       const std::string& steps) {
  ++counts_["files that grew"];
  const Report report = handle_.validate(file, limits());
  for (const schemac::Violation& each : report.violations())
    if (each.level <= schemac::Level::rule && !is_of_array(plan_.records[root_.record], each))
      return found("growth breaks a file", steps + ": " + line_of(each));
  const auto found_elements = handle_.growth->elements(file, limits());
  for (const std::string& each : differences(list_of(expected), list_of(found_elements), false))
    found("growth differs", steps + ": expected and found at " + each);
  const File* const original = std::exchange(file_, nullptr);
  is_grown_ = true;
  (void)check(file);
  is_grown_ = false;
  file_ = original;
}

// An element is appended; its writer is killed, and any of the writes that nobody has waited for is
// lost.
void Laws::check_interrupted(const File& file, const std::vector<Shown>& elements, Dice& dice) {
  const auto grown = opened(handle_, file, dice.below(8));
  if (!grown) return;
  const std::size_t from = dice.below(elements.size());
  const bool is_done = grown->growing->append(from) && grown->growing->commit();
  const File left = grown->remains->with(dice.number());
  auto there = handle_.growth->elements(left, limits());
  std::vector<Shown> expected = elements;
  // In a file that doesn't count its elements, what hasn't been written as a whole may be seen.
  if (is_done)
    expected.push_back(elements[from]);
  else
    there.resize(std::min(there.size(), elements.size()));
  ++counts_["interruptions"];
  for (const std::string& each : differences(list_of(expected), list_of(there), false))
    found("an interruption damages a file", "expected and left at " + each);
}

void Laws::check_extended(const File& file, Dice& dice) {
  const auto grown = opened(handle_, file, never);
  if (!grown) return;
  std::string expected = handle_.growth->array(file, limits());
  for (std::uint64_t left = 1 + dice.below(2); left > 0; --left) {
    std::string more(dice.below(60), static_cast<char>(dice.below(256)));
    for (char& each : more)
      if (dice.one_in(4)) each = static_cast<char>(dice.below(256));
    const auto done = grown->growing->extend(schemac::Blob::copy(std::as_bytes(std::span(more))));
    if (!done) return;
    expected += more;
  }
  if (!grown->growing->commit()) return;
  ++counts_["arrays that grew"];
  if (handle_.growth->array(grown->remains->now(), limits()) != expected)
    found("growth differs", "an array that was extended isn't what was put into it");
}

}  // namespace net
