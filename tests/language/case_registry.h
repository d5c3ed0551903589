// One Catch2 test case for each .case file, named after it. To add a test is to add a file.
#pragma once

#include <string>

namespace cases {

/// Registers `run(path)` for each .case file in tests/`folder`.
bool register_cases(const std::string& folder, void (*run)(const std::string& path));

/// Registers one test case.
void register_case(const std::string& name, const std::string& path,
                   void (*run)(const std::string& path));

}  // namespace cases
