#include "diff/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "direct/byte_text.h"
#include "direct/text/row_text.h"
#include "source/text_width.h"
#include "source/utf8.h"
#include "stats/element_text.h"

namespace schemac::diff {
namespace {

struct ChangeWords {
  std::string_view id;  // in JSON
  const char* sign;     // before a line
  const char* colour;   // SGR
};

const ChangeWords& words_of(Change change) {
  static constexpr std::array<ChangeWords, 4> words = {
      {{"added", "+", "32"}, {"removed", "-", "31"}, {"changed", "~", "33"}, {"moved", "=", "36"}}};
  return words[static_cast<std::size_t>(change)];
}

constexpr std::size_t widest_path = 44;
constexpr std::size_t most_choices = 16;
constexpr const char* usual = "the usual";  // a choice that is as a writer makes it unasked

std::string number_of(std::uint64_t count, const char* word) {
  return direct::grouped(count) + ' ' + word + (count == 1 ? "" : "s");
}

class TextReport {
 public:
  TextReport(const Comparison& comparison, const Files& files, bool has_colours)
      : comparison_(comparison), files_(files), has_colours_(has_colours) {}

  std::string make() {
    if (!comparison_.is_same() || !comparison_.choices.empty()) {
      out_ += fmt::format("{} {}\n{} {}\n", in("31", "---"), direct::printable(files_.a),
                          in("32", "+++"), direct::printable(files_.b));
    }
    set_width(comparison_.differences);
    for (const Difference& each : comparison_.differences) add(each);
    add_rest(comparison_.dropped);
    add_choices();
    add_sum();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string in(const char* colour, const std::string& text) const {
    return has_colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
  }
  static std::string path_of(const Difference& difference) {
    return difference.path.empty() ? "file" : direct::printable(difference.path);
  }

  void set_width(const std::vector<Difference>& differences) {
    width_ = 0;
    for (const Difference& each : differences)
      width_ = std::max(width_, std::min(source::width_of(path_of(each)), widest_path));
  }
  void add_rest(std::uint64_t count) {
    if (count != 0) out_ += fmt::format("  and {} more\n", direct::grouped(count));
  }

  // What a writer may do in one way or another. A line each, as long as there are few.
  void add_choices() {
    const auto& choices = comparison_.choices;
    if (choices.empty()) return;
    const std::size_t shown = std::min(choices.size(), most_choices);
    out_ += "written in another way, with the same meaning:\n";
    const std::vector<Difference> first(choices.begin(),
                                        choices.begin() + static_cast<std::ptrdiff_t>(shown));
    set_width(first);
    for (const Difference& each : first) {
      const std::string path = source::padded(path_of(each), width_, source::Side::left);
      out_ += fmt::format("{} {}  {} -> {}\n", in("2", "~"), in("1", path),
                          each.a ? each.a->text : usual, each.b ? each.b->text : usual);
    }
    add_rest(choices.size() - shown + comparison_.dropped_choices);
  }

  void add(const Difference& difference) {
    const auto& [id, sign, colour] = words_of(difference.change);
    const std::string path = source::padded(path_of(difference), width_, source::Side::left);
    out_ += in(colour, sign) + ' ' + in("1", path) + "  " + what(difference) + '\n';
  }

  [[nodiscard]] std::string what(const Difference& difference) const {
    switch (difference.change) {
      case Change::added:
        return in("32", difference.b->text);
      case Change::removed:
        return in("31", difference.a->text);
      case Change::moved:
        return "the same elements in another order";
      case Change::changed:
        break;
    }
    if (difference.elements) return array_text(difference);
    return in("31", difference.a->text) + " -> " + in("32", difference.b->text);
  }

  [[nodiscard]] std::string array_text(const Difference& difference) const {
    const ArrayDifference& found = *difference.elements;
    std::string text = fmt::format(
        "{}: {} of {} {}", difference.a->text, in("33", direct::grouped(found.differing)),
        number_of(found.count, "element"), found.differing == 1 ? "differs" : "differ");
    if (found.incomparable != found.differing) {
      text += fmt::format("; largest difference {} at {}, mean {}",
                          in("33", stats::short_number(found.largest)),
                          Json(difference.largest_at).dump(), stats::short_number(found.mean));
    }
    if (found.incomparable != 0)
      text += fmt::format("; {} not comparable (nan, inf)", direct::grouped(found.incomparable));
    return text;
  }

  void add_sum() {
    const auto& first = files_.first_difference;
    const std::string bytes =
        !first ? "bytes are equal" : fmt::format("bytes differ from byte {} on", *first);
    if (comparison_.is_same()) {
      const std::string verdict = is_judged(comparison_, files_)
                                      ? in("32", "the same meaning")
                                      : "no difference in what was compared";
      out_ += fmt::format("{} ({}); {}\n", verdict, files_.schema, bytes);
      return;
    }
    std::string counts;
    for (const Change change : {Change::added, Change::removed, Change::changed, Change::moved}) {
      const std::uint64_t count = comparison_.count(change);
      if (count == 0) continue;
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", direct::grouped(count),
                            words_of(change).id);
    }
    const std::uint64_t count = comparison_.differences.size() + comparison_.dropped;
    out_ += fmt::format("{} ({}): {}; {}\n", number_of(count, "difference"), files_.schema, counts,
                        bytes);
  }

  const Comparison& comparison_;
  const Files& files_;
  bool has_colours_;
  std::size_t width_ = 0;
  std::string out_;
};

Json side_json(const std::optional<Side>& side) {
  if (!side) return nullptr;
  return {{"path", side->path}, {"value", side->value}};
}

Json difference_json(const Difference& difference) {
  Json json = {{"change", words_of(difference.change).id},
               {"path", difference.path},
               {"a", side_json(difference.a)},
               {"b", side_json(difference.b)}};
  if (!difference.elements) return json;
  const ArrayDifference& found = *difference.elements;
  json["elements"] = {
      {"count", found.count}, {"differing", found.differing}, {"incomparable", found.incomparable}};
  if (found.incomparable == found.differing) return json;
  json["elements"].update(
      {{"largest", found.largest}, {"largest_at", difference.largest_at}, {"mean", found.mean}});
  return json;
}

}  // namespace

std::optional<std::uint64_t> first_difference(Bytes a, Bytes b) {
  constexpr std::size_t block = 1 << 16;
  const std::size_t most = std::min(a.size(), b.size());
  for (std::size_t at = 0; at < most; at += block) {
    const std::size_t size = std::min(block, most - at);
    if (std::memcmp(a.data() + at, b.data() + at, size) == 0) continue;
    const auto begin = a.begin() + static_cast<std::ptrdiff_t>(at);
    const auto found = std::mismatch(begin, begin + static_cast<std::ptrdiff_t>(size),
                                     b.begin() + static_cast<std::ptrdiff_t>(at));
    return static_cast<std::uint64_t>(found.first - a.begin());
  }
  if (a.size() == b.size()) return std::nullopt;
  return most;
}

bool is_judged(const Comparison& comparison, const Files& files) {
  return !comparison.is_same() || files.are_whole || !files.first_difference;
}

std::string to_text(const Comparison& comparison, const Files& files, bool has_colours) {
  return TextReport(comparison, files, has_colours).make();
}

nlohmann::ordered_json to_json(const Comparison& comparison, const Files& files) {
  Json json = {{"a", source::as_utf8(files.a)},
               {"b", source::as_utf8(files.b)},
               {"schema", files.schema},
               {"same", is_judged(comparison, files) ? Json(comparison.is_same()) : Json(nullptr)},
               {"bytes_equal", !files.first_difference.has_value()}};
  if (files.first_difference) json["first_byte"] = *files.first_difference;
  json["differences"] = Json::array();
  for (const Difference& each : comparison.differences)
    json["differences"].push_back(difference_json(each));
  if (comparison.dropped != 0) json["dropped"] = comparison.dropped;
  json["choices"] = Json::array();
  for (const Difference& each : comparison.choices)
    json["choices"].push_back(difference_json(each));
  if (comparison.dropped_choices != 0) json["dropped_choices"] = comparison.dropped_choices;
  return json;
}

}  // namespace schemac::diff
