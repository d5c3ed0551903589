#include "random/try_schema.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "compile.h"
#include "direct/byte_text.h"
#include "direct/write/encode.h"
#include "random/laws.h"
#include "random/samples.h"

namespace net {

namespace {

// Values of schemas that nest deep are large, and making them takes longer than trying files.
std::uint64_t most_seeds(const TryOptions& options) {
  return std::clamp<std::uint64_t>(options.files / 12, 8, 24);
}
constexpr std::size_t longest_prefix = 48;

struct Trial {
  Laws laws;
  std::vector<File> seeds = {};
  Json first_values = {};
};

// Valid files: of values at random, or of what was read from bytes at random.
void find_seeds(Trial& trial, const schemac::plan::Plan& plan, const schemac::plan::Root& root,
                Dice& dice, std::uint64_t most) {
  ValueMaker maker(plan, dice);
  for (std::uint64_t attempt = 0; attempt < 2 * most && trial.seeds.size() < most; ++attempt) {
    Json values = maker.make(root);
    for (int repair = 0; repair < 12; ++repair) {
      File file;
      const auto problems = trial.laws.check_values(values, file);
      if (problems.empty()) {
        (void)trial.laws.check(file);
        trial.seeds.push_back(std::move(file));
        break;
      }
      maker.repair(root, values, problems);
    }
  }
  for (int i = 0; i < 100; ++i)
    if (File file = random_file(dice); trial.laws.check(file))
      trial.seeds.push_back(std::move(file));
}

// Verdicts that are stated beside the schema.
void try_stated(Trial& trial, const Json& stated) {
  for (const Json& each : stated.value("files", Json::array())) {
    File file = schemac::direct::from_hex(each.at("hex").get<std::string>()).value();
    if (trial.laws.check(file)) trial.seeds.push_back(file);
    if (each.contains("ok")) trial.laws.check_verdict(file, each["ok"].get<bool>());
  }
  for (const Json& each : stated.value("values", Json::array())) {
    File file;
    const Json values = schemac::direct::parse_document(each.at("json").dump()).values;
    const bool is_written = trial.laws.check_values(values, file).empty();
    trial.laws.check_answer(values, is_written, each.at("ok").get<bool>());
    if (is_written && trial.laws.check(file)) trial.seeds.push_back(std::move(file));
  }
}

void try_root(const std::string& schema, const schemac::plan::Plan& plan,
              const schemac::plan::Root& root, const Handle& handle, const TryOptions& options,
              const Json& stated, nlohmann::json& line) {
  Dice dice(options.seed);  // a format that is called differently gets the same files
  Trial trial{Laws(plan, root, handle)};
  try_stated(trial, stated);
  (void)trial.laws.check({});
  find_seeds(trial, plan, root, dice, most_seeds(options));
  std::vector<std::vector<Place>> places;
  for (const File& seed : trial.seeds)
    places.push_back(places_of(schemac::direct::explain(plan, root, seed).rows));
  const std::size_t fixed = trial.seeds.size();
  std::uint64_t prefixes = 0;
  for (const File& seed : std::vector<File>(trial.seeds))
    for (std::size_t end = 0; end < std::min(seed.size(), longest_prefix); ++end)
      if (prefixes++ < 4 * options.files)
        (void)trial.laws.check(File(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(end)));
  for (std::uint64_t i = 0; i < options.files; ++i) {
    if (fixed == 0) {
      (void)trial.laws.check(random_file(dice));
      continue;
    }
    const std::size_t which = dice.below(fixed);
    (void)trial.laws.check(mutated(trial.seeds[which], places[which], dice));
  }
  if (fixed > 0) {
    std::vector<File> files(trial.seeds.begin(),
                            trial.seeds.begin() + static_cast<std::ptrdiff_t>(fixed));
    if (files.size() > 4) files.resize(4);
    for (int i = 0; i < 4; ++i) files.push_back(mutated(files[0], places[0], dice));
    for (const std::string& each : wrong_samples(schema, root, files))
      trial.laws.found("samples are judged otherwise", each);
  }
  for (const Find& find : trial.laws.finds())
    line["finds"].push_back(
        {{"root", handle.name}, {"law", find.law}, {"what", find.what}, {"file", find.file}});
  for (const auto& [what, count] : trial.laws.counts()) {
    const std::uint64_t before = line["counts"].value(what, std::uint64_t{0});
    line["counts"][what] = before + count;
  }
  if (fixed == 0) line["without files"].push_back(handle.name);
}

}  // namespace

void try_schema(const std::string& schema, const TryOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto run = schemac::compile(schema);
  std::ifstream beside(std::filesystem::path(schema).replace_extension(".json"));
  const Json stated = beside ? Json::parse(beside) : Json::object();
  nlohmann::json line = {
      {"status", "run"}, {"finds", nlohmann::json::array()}, {"counts", nlohmann::json::object()}};
  for (const auto& plan : run.plans)
    for (const auto& root : plan.roots) {
      const std::string name = plan.format + (root.name.empty() ? "" : ":" + root.name);
      for (const Handle& handle : handles())
        if (handle.name == name) try_root(schema, plan, root, handle, options, stated, line);
    }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  line["seconds"] = seconds.count();
  std::cout << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

}  // namespace net
