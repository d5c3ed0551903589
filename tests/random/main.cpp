// The part of the net that is compiled once: what schemas become, and the laws that files of
// theirs are held to. tests/random/net.py makes the schemas, compiles their headers and calls this.
//
//   net_laws prepare FOLDER SCHEMA...       headers and documents; a line of JSON for each schema
//   net_laws keys                       what the language has, a line each
//   net_laws driver SCHEMA FILE             the C++ by which its header takes part
//   net_laws try LIBRARY SEED FILES SCHEMA...   laws; a line of JSON for each schema
//
// Each schema has a process of its own, so that one that crashes doesn't end the others.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>

#include "random/prepare.h"
#include "random/try_schema.h"
#include "random/used_keys.h"

namespace net {

namespace {

// What ends the process is said in a line of JSON; what it wrote to stderr is in a file beside it.
void run_apart(const std::string& schema, const std::string& errors, unsigned seconds,
               const std::function<void()>& work) {
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    (void)std::freopen(errors.c_str(), "w", stderr);
    (void)std::setvbuf(stderr, nullptr, _IONBF, 0);
    (void)alarm(seconds);
    work();
    std::cout.flush();
    std::_Exit(0);
  }
  int status = 0;
  (void)waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  std::cout << "{\"name\": \"" << std::filesystem::path(schema).stem().string()
            << "\", \"status\": \"" << (is_late ? "too long" : "crashed")
            << "\", \"signal\": " << (WIFSIGNALED(status) ? WTERMSIG(status) : 0) << "}"
            << std::endl;
}

int prepare_all(int count, char** words) {
  for (int i = 3; i < count; ++i) {
    const std::string schema = words[i], folder = words[2];
    const auto stem = std::filesystem::path(schema).stem();
    run_apart(schema, (std::filesystem::path(folder) / stem).string() + ".errors", 20,
              [&] { prepare(schema, folder); });
  }
  return 0;
}

int try_all(int count, char** words) {
  if (dlopen(words[2], RTLD_NOW) == nullptr) {
    std::cerr << dlerror() << "\n";
    return 1;
  }
  TryOptions options;
  options.seed = std::stoull(words[3]);
  options.files = std::stoull(words[4]);
  for (int i = 5; i < count; ++i) {
    const std::string schema = words[i];
    const auto folder = std::filesystem::path(words[2]).parent_path();
    const auto stem = std::filesystem::path(schema).stem();
    run_apart(schema, (folder / stem).string() + ".errors", 120,
              [&] { try_schema(schema, options); });
  }
  return 0;
}

}  // namespace
}  // namespace net

int main(int count, char** words) {
  const std::string command = count > 1 ? words[1] : "";
  if (command == "keys") {
    for (const std::string& each : net::all_keys()) std::cout << each << "\n";
    return 0;
  }
  if (command == "prepare" && count > 2) return net::prepare_all(count, words);
  if (command == "driver" && count == 4) return net::write_driver(words[2], words[3]) ? 0 : 1;
  if (command == "try" && count > 5) return net::try_all(count, words);
  std::cerr
      << "net_laws prepare FOLDER SCHEMA... | keys | driver SCHEMA FILE | try LIBRARY SEED FILES "
         "SCHEMA...\n";
  return 2;
}
