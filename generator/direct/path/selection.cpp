#include "direct/path/selection.h"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "direct/json/element_json.h"
#include "direct/json/value_json.h"
#include "direct/walk/observer.h"
#include "direct/walk/value_builder.h"
#include "direct/walk/walk.h"
#include "schemac/check/context.h"

namespace schemac::direct {
namespace {

constexpr std::size_t most_keys = 10'000;  // that are remembered to suggest some

struct KeyAt {
  std::string list;
  std::uint64_t index = 0;
  std::string key;
};
struct CountAt {
  std::string list;
  std::uint64_t count = 0;
};

std::string key_text(const nlohmann::ordered_json& json) {
  return json.is_string()
             ? json.get<std::string>()
             : json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// The elements that have the keys of a pattern, and how long the lists are whose ends it counts
// from.
class KeyFinder final : public Observer {
 public:
  KeyFinder(const plan::Plan& plan, const Pattern& pattern, bool takes_any)
      : plan_(plan), pattern_(pattern), takes_any_(takes_any) {}

  [[nodiscard]] bool listens() const override { return true; }
  void begin_record(const Spot&, const plan::Record& record) override {
    const plan::Field* key = nullptr;
    const bool is_element = !lists_.empty() && lists_.size() > record_depth_;
    if (is_element && lists_.back().step != nullptr && lists_.back().list->unique) {
      const std::size_t field = *lists_.back().list->unique;
      if (field < record.fields.size()) key = &record.fields[field];
    }
    records_.push_back({key, record_depth_});
    record_depth_ = lists_.size();
  }
  void end_record() override {
    record_depth_ = records_.back().outer_depth;
    records_.pop_back();
  }
  void begin_list(const Spot& spot, const plan::List& list, const std::byte*) override {
    Open open{&list, path_of(spot), nullptr, 0, 0};
    open.step = open_step(open.path);
    lists_.push_back(std::move(open));
  }
  void end_list() override {
    const Open& list = lists_.back();
    if (list.step != nullptr && list.step->kind != Step::Kind::key)
      counts_.push_back({list.path, list.count});
    lists_.pop_back();
  }
  void begin_element(std::uint64_t index, bool) override {
    lists_.back().index = index;
    lists_.back().count = std::max(lists_.back().count, index + 1);
  }
  void scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) override {
    if (is_key(spot)) note(key_text(to_json(value_of(plan_, scalar, bytes), Payloads::preview)));
  }
  void number(const Spot& spot, const plan::Scalar& scalar, Bytes, Bytes plain) override {
    this->scalar(spot, scalar, plain);
  }
  void text(const Spot& spot, const plan::Text&, const TextBytes& text_bytes) override {
    if (is_key(spot) || is_own_key(spot)) note(key_text(text_json(text_bytes.characters)));
  }
  void scalars(const Spot& spot, const plan::Scalar&, std::uint64_t count, Bytes) override {
    note_count(spot, count);
  }
  void numbers(const Spot& spot, const plan::Scalar&, std::uint64_t count, const Gather&) override {
    note_count(spot, count);
  }

  [[nodiscard]] const std::vector<KeyAt>& keys() const { return keys_; }
  [[nodiscard]] const std::vector<CountAt>& counts() const { return counts_; }

 private:
  struct Open {
    const plan::List* list;
    std::string path;
    const Step* step;  // of the pattern, if it is open and about elements of this list
    std::uint64_t index;
    std::uint64_t count;
  };
  struct OpenRecord {
    const plan::Field* key;
    std::size_t outer_depth;
  };

  [[nodiscard]] const Step* open_step(const std::string& list) const {
    std::size_t depth = 0;
    for (PathComponents component(list); component.next();) ++depth;
    if (depth >= pattern_.size() || !pattern_[depth].is_open()) return nullptr;
    return match(pattern_, list) == Match::leads ? &pattern_[depth] : nullptr;
  }
  // The key of the record at hand.
  [[nodiscard]] bool is_key(const Spot& spot) const {
    return spot.field != nullptr && !records_.empty() && spot.field == records_.back().key;
  }
  // An element that is its own key.
  [[nodiscard]] bool is_own_key(const Spot& spot) const {
    return !lists_.empty() && lists_.size() > record_depth_ && lists_.back().step != nullptr &&
           lists_.back().list->unique.has_value() && spot.index != impl::Frame::no_index;
  }
  void note(std::string key) {
    const Open& list = lists_.back();
    const Step& step = *list.step;
    if (step.kind != Step::Kind::key) return;
    const bool is_member = step.member.empty() || records_.empty() ||
                           records_.back().key == nullptr ||
                           records_.back().key->name == step.member;
    const bool is_asked = takes_any_ ? keys_.size() < most_keys : key == step.text && is_member;
    if (is_asked) keys_.push_back({list.path, list.index, std::move(key)});
  }
  void note_count(const Spot& spot, std::uint64_t count) {
    const std::string path = path_of(spot);
    const Step* step = open_step(path);
    if (step != nullptr && step->kind != Step::Kind::key) counts_.push_back({path, count});
  }

  const plan::Plan& plan_;
  const Pattern& pattern_;
  bool takes_any_;
  std::vector<Open> lists_;
  std::deque<OpenRecord> records_;
  std::size_t record_depth_ = 0;  // lists around the record at hand
  std::vector<KeyAt> keys_;
  std::vector<CountAt> counts_;
};

Pattern pattern_of(std::string_view path) {
  Pattern pattern;
  for (PathComponents component(path); component.next();) {
    if (component.index()) {
      pattern.push_back(index_step(*component.index()));
    } else {
      pattern.push_back({Step::Kind::name, std::string(component.name())});
    }
  }
  return pattern;
}

// Replaces open steps, the first ones first, by what they stand for in each list.
std::vector<Pattern> without_open_steps(const Pattern& pattern, const KeyFinder& found) {
  std::vector<Pattern> ready, left = {pattern};
  while (!left.empty()) {
    const Pattern next = std::move(left.back());
    left.pop_back();
    const auto open = std::ranges::find_if(next, &Step::is_open);
    if (open == next.end()) {
      ready.push_back(next);
      continue;
    }
    const Pattern before(next.begin(), open);
    const auto add = [&](const std::string& list, Step step) {
      Pattern path = pattern_of(list);
      if (path.size() != before.size() || match(before, list) != Match::holds) return;
      path.push_back(std::move(step));
      path.insert(path.end(), open + 1, next.end());
      left.push_back(std::move(path));
    };
    if (open->kind == Step::Kind::key) {
      for (const KeyAt& each : found.keys())
        if (each.key == open->text) add(each.list, index_step(each.index));
    } else {
      for (const CountAt& each : found.counts()) add(each.list, closed(*open, each.count));
    }
  }
  return ready;
}

std::string bracketed(std::string_view index) { return '[' + std::string(index) + ']'; }

void find_keys(KeyFinder& finder, const plan::Plan& plan, const plan::Root& root, Bytes bytes,
               const Limits& limits) {
  impl::Context context(bytes, limits, impl::Strictness::validate);
  walk(plan, root, context, finder);
}

}  // namespace

Selection::Selection(const std::vector<Pattern>& patterns) {
  for (const Pattern& pattern : patterns) add(pattern);
}

void Selection::add(const Pattern& pattern) {
  Node* node = &start_;
  for (const Step& step : pattern) {
    const bool is_index = step.kind == Step::Kind::indices;
    if (step.kind == Step::Kind::name || (is_index && step.is_single())) {
      node = &node->exact[is_index ? bracketed(std::to_string(*step.begin)) : step.text];
    } else {
      node = &node->others.emplace_back(Branch{step, Node()}).after;
    }
  }
  node->is_asked = true;
}

Match Selection::match(std::string_view path) const {
  std::vector<const Node*> nodes = {&start_}, next;
  for (PathComponents component(path); !nodes.empty(); std::swap(nodes, next)) {
    if (std::ranges::any_of(nodes, &Node::is_asked)) return Match::holds;
    if (!component.next()) return Match::leads;
    next.clear();
    for (const Node* node : nodes) {
      const auto found = component.index() ? node->exact.find(bracketed(component.name()))
                                           : node->exact.find(component.name());
      if (found != node->exact.end()) next.push_back(&found->second);
      for (const auto& [step, after] : node->others)
        if (takes(step, component)) next.push_back(&after);
    }
  }
  return Match::none;
}

Selection select_parts(const Pattern& pattern, const plan::Plan& plan, const plan::Root& root,
                       Bytes bytes, const Limits& limits) {
  if (std::ranges::none_of(pattern, &Step::is_open))
    return Selection(std::vector<Pattern>{pattern});
  KeyFinder finder(plan, pattern, false);
  find_keys(finder, plan, root, bytes, limits);
  return Selection(without_open_steps(pattern, finder));
}

std::vector<std::string> keys_near(const Pattern& pattern, const plan::Plan& plan,
                                   const plan::Root& root, Bytes bytes) {
  KeyFinder finder(plan, pattern, true);
  find_keys(finder, plan, root, bytes, {});
  std::vector<std::string> keys;
  for (const KeyAt& each : finder.keys()) keys.push_back(each.key);
  return keys;
}

}  // namespace schemac::direct
