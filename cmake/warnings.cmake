# The warnings that all our own code passes, on g++ and clang++; linked PRIVATE, so that nobody
# who uses the runtime inherits them.
add_library(schemac_warnings INTERFACE)
target_compile_options(schemac_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
