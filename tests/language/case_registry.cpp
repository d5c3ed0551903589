#include "language/case_registry.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "language/case_file.h"

namespace cases {
namespace {

class Invoker final : public Catch::ITestInvoker {
 public:
  Invoker(std::string path, void (*run)(const std::string& path))
      : path_(std::move(path)), run_(run) {}
  void invoke() const override { run_(path_); }

 private:
  std::string path_;
  void (*run_)(const std::string& path);
};

}  // namespace

void register_case(const std::string& name, const std::string& path,
                   void (*run)(const std::string& path)) {
  // Catch2 takes the invoker over.
  const Catch::AutoReg registered(new Invoker(path, run), CATCH_INTERNAL_LINEINFO,
                                  Catch::StringRef(), Catch::NameAndTags(name));
}

bool register_cases(const std::string& folder, void (*run)(const std::string& path)) {
  for (const std::string& path : list_cases(std::string(SCHEMAC_SOURCE_DIR "/tests/") + folder))
    register_case(std::filesystem::path(path).stem().string(), path, run);
  return true;
}

}  // namespace cases
