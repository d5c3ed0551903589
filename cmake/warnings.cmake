# The warnings that all our own code passes, on g++ and clang++; linked PRIVATE, so that nobody
# who uses the runtime inherits them.
add_library(schemac_warnings INTERFACE)
add_library(schemac::warnings ALIAS schemac_warnings)
set_target_properties(schemac_warnings PROPERTIES EXPORT_NAME warnings)
target_compile_options(schemac_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  # Optimising g++ 12 sees overlapping copies in std::string's operator+ (GCC bug 105651) and
  # uninitialised values in empty std::optionals (80635). clang++ and the sanitizers look as well.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized>)
