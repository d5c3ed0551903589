#include "direct/path/pattern.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace schemac::direct {
namespace {

constexpr std::size_t most_steps = 1000;

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || after != end) return std::nullopt;
  return number;
}

// "2:5", ":", "::2": whether `text` is of that form.
bool read_slice(std::string_view text, Step& step) {
  std::optional<std::int64_t> numbers[3];
  std::size_t count = 0;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string_view number = text.substr(0, colon);
    if (count == std::size(numbers)) return false;
    numbers[count] = whole(number);
    if (!number.empty() && !numbers[count]) return false;
    ++count;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  if (count < 2) return false;
  step.begin = numbers[0];
  step.end = numbers[1];
  step.stride = numbers[2].value_or(1);
  return true;
}

// "3..98", both included.
bool read_run(std::string_view text, Step& step) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return false;
  const auto first = whole(text.substr(0, dots)), last = whole(text.substr(dots + 2));
  if (!first || !last || *first < 0 || *last < *first) return false;
  if (*last == std::numeric_limits<std::int64_t>::max()) return false;
  step.begin = first;
  step.end = *last + 1;
  return true;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  ParsedPattern parse() {
    while (at_ < text_.size() && result_.problem.empty()) {
      if (result_.pattern.size() == most_steps) {
        fail("there are too many components");
      } else if (text_[at_] == '[') {
        ++at_;
        read_brackets();
      } else {
        read_name();
      }
    }
    if (!result_.problem.empty()) result_.pattern.clear();
    return std::move(result_);
  }

 private:
  void fail(const std::string& what) {
    if (result_.problem.empty())
      result_.problem = "at character " + std::to_string(at_ + 1) + ", " + what;
  }

  void read_name() {
    if (!result_.pattern.empty()) {
      if (text_[at_] != '.') return fail("a '.' or a '[' is missing");
      ++at_;
    }
    const std::size_t end = std::min(text_.find_first_of(".[", at_), text_.size());
    const std::string_view name = text_.substr(at_, end - at_);
    if (name.empty()) return fail("a name is missing");
    at_ = end;
    Step step;
    step.kind = name == "*" ? Step::Kind::any_name : Step::Kind::name;
    step.text = name;
    result_.pattern.push_back(std::move(step));
  }

  void read_brackets() {
    Step step;
    step.kind = Step::Kind::indices;
    if (read_key(step)) return;
    const std::size_t begin = at_;
    const std::size_t end = end_of_brackets();
    if (end == std::string_view::npos) return fail("a ']' is missing after it");
    const std::string_view inside = text_.substr(begin, end - begin);
    if (inside.empty()) return fail("an index or a key is missing; [*] is every element");
    if (!read_indices(inside, step)) return;
    at_ = end + 1;
    result_.pattern.push_back(std::move(step));
  }

  // The bracket after which the path ends or goes on: a key may have others.
  [[nodiscard]] std::size_t end_of_brackets() const {
    const std::size_t first = text_.find(']', at_);
    std::size_t end = first;
    while (end != std::string_view::npos && end + 1 < text_.size() && text_[end + 1] != '.' &&
           text_[end + 1] != '[')
      end = text_.find(']', end + 1);
    return end == std::string_view::npos ? first : end;
  }

  // A number, a slice or `*`; everything else is a key.
  bool read_indices(std::string_view inside, Step& step) {
    if (inside == "*") return true;
    if (const auto number = whole(inside)) {
      step.begin = *number;
      if (*number != -1 && *number != std::numeric_limits<std::int64_t>::max())
        step.end = *number + 1;
      return true;
    }
    if (read_slice(inside, step)) {
      if (step.stride < 1) fail("the step of a slice has to be 1 or more");
      return step.stride >= 1;
    }
    if (read_run(inside, step)) return true;
    step.kind = Step::Kind::key;
    step.text = inside;
    return true;
  }

  // `"W.0"]`, `name: "W.0"]` and `id: 3]`: whether there is such a key; or a broken one.
  bool read_key(Step& step) {
    std::size_t quote = at_;
    const std::size_t colon = text_.find(": ", at_);
    const bool has_member =
        colon != std::string_view::npos && colon < text_.find_first_of("\"]", at_);
    if (has_member) {
      step.member = text_.substr(at_, colon - at_);
      quote = colon + 2;
    }
    if (quote < text_.size() && text_[quote] == '"') return read_quoted(step, quote);
    if (!has_member) return false;
    const std::size_t end = end_of_brackets();
    if (end == std::string_view::npos) return false;
    step.kind = Step::Kind::key;
    step.text = text_.substr(quote, end - quote);
    at_ = end + 1;
    result_.pattern.push_back(std::move(step));
    return true;
  }

  bool read_quoted(Step& step, std::size_t quote) {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end + 1 >= text_.size() || text_[end + 1] != ']') {
      fail("a key in quotes has to end in \"]");
      return true;
    }
    const auto key = nlohmann::json::parse(text_.substr(quote, end + 1 - quote), nullptr, false);
    if (!key.is_string()) {
      fail("the key can't be read: it is spelled as in JSON");
      return true;
    }
    step.kind = Step::Kind::key;
    step.text = key.get<std::string>();
    at_ = end + 2;
    result_.pattern.push_back(std::move(step));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ParsedPattern result_;
};

}  // namespace

bool Step::is_single() const {
  if (kind == Kind::name || kind == Kind::key) return true;
  if (kind == Kind::any_name || !begin) return false;
  return end ? *end == *begin + 1 && (*begin < 0) == (*end < 0) : *begin == -1;
}

bool Step::takes_index(std::uint64_t index) const {
  const auto first = static_cast<std::uint64_t>(begin.value_or(0));
  if (index < first || (end && index >= static_cast<std::uint64_t>(*end))) return false;
  return (index - first) % static_cast<std::uint64_t>(stride) == 0;
}

ParsedPattern parse_pattern(std::string_view text) { return Parser(text).parse(); }

Step index_step(std::uint64_t index) {
  Step step;
  step.kind = Step::Kind::indices;
  step.begin = static_cast<std::int64_t>(index);
  step.end = *step.begin + 1;
  return step;
}

Step closed(const Step& step, std::uint64_t count) {
  const auto size = static_cast<std::int64_t>(count);
  // A single element that isn't there is none; a slice ends where the list does.
  const auto from_start = [&](std::int64_t at) {
    return at < 0 ? std::max<std::int64_t>(at + size, 0) : at;
  };
  Step result = step;
  if (step.is_single() && *step.begin + size < 0) {
    result.begin = result.end = 0;
    return result;
  }
  if (step.begin) result.begin = from_start(*step.begin);
  if (step.end) result.end = from_start(*step.end);
  return result;
}

bool PathComponents::next() {
  if (at_ < path_.size() && path_[at_] == '.') ++at_;
  if (at_ >= path_.size()) return false;
  index_.reset();
  if (path_[at_] == '[') {
    const std::size_t end = std::min(path_.find(']', at_), path_.size());
    name_ = path_.substr(at_ + 1, end - at_ - 1);
    std::uint64_t index = 0;
    const auto [after, error] = std::from_chars(name_.data(), name_.data() + name_.size(), index);
    if (!name_.empty() && error == std::errc() && after == name_.data() + name_.size())
      index_ = index;
    at_ = std::min(end + 1, path_.size());
    return true;
  }
  const std::size_t end = std::min(path_.find_first_of(".[", at_), path_.size());
  name_ = path_.substr(at_, end - at_);
  at_ = end;
  return true;
}

bool takes(const Step& step, const PathComponents& component) {
  switch (step.kind) {
    case Step::Kind::name:
      return !component.index() && component.name() == step.text;
    case Step::Kind::any_name:
      return !component.index();
    case Step::Kind::indices:
      return component.index() && (step.is_open() || step.takes_index(*component.index()));
    case Step::Kind::key:
      return component.index().has_value();
  }
  return false;
}

Match match(const Pattern& pattern, std::string_view path) {
  PathComponents component(path);
  for (const Step& step : pattern) {
    if (!component.next()) return Match::leads;
    if (!takes(step, component)) return Match::none;
  }
  return Match::holds;
}

}  // namespace schemac::direct
