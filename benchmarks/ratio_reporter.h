// Prints benchmarks as usual, and at the end each job's time as a ratio.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace benchmarks {

/// Names are job/size/implementation; the base of ratios is the implementation that is named first
/// in `references`.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  explicit RatioReporter(std::vector<std::string> references)
      : references_(std::move(references)) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const bool is_time = run.run_type == Run::RT_Iteration || run.aggregate_name == "median";
      if (!is_time || run.error_occurred) continue;
      const std::string name = run.run_name.function_name;
      const auto slash = name.rfind('/');
      times_[name.substr(0, slash)][name.substr(slash + 1)].push_back(run.GetAdjustedRealTime());
    }
  }

  void Finalize() override {
    ConsoleReporter::Finalize();
    std::printf("\nmedian times against %s\n", references_.front().c_str());
    for (auto& [job, implementations] : times_) {
      const double base = median(reference(implementations));
      for (auto& [name, times] : implementations)
        std::printf("%-20s %-14s %12.0f ns  %6.3f\n", job.c_str(), name.c_str(), median(times),
                    median(times) / base);
    }
  }

 private:
  using Times = std::vector<double>;

  Times& reference(std::map<std::string, Times>& implementations) const {
    for (const std::string& name : references_)
      if (const auto found = implementations.find(name); found != implementations.end())
        return found->second;
    return implementations.begin()->second;
  }
  static double median(Times& times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }

  std::vector<std::string> references_;
  std::map<std::string, std::map<std::string, Times>> times_;
};

/// Times the task that `prepare` makes; `records` (or bytes) are done by each call.
inline void register_task(const std::string& name, std::uint64_t records,
                          const std::function<std::function<std::uint64_t()>()>& prepare) {
  const auto run = [records, prepare](benchmark::State& state) {
    const auto task = prepare();
    if (task() == 0) return state.SkipWithError("the job failed");
    for (auto _ : state) benchmark::DoNotOptimize(task());
    state.counters["per record"] =
        benchmark::Counter(static_cast<double>(records) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime();
}

}  // namespace benchmarks
