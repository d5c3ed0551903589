# schemac_heads(name HEADERS header ... [LINKS library ...])   headers that many sources include
# schemac_use_heads(target name)                               the sources of a target begin with them
#
# Where SCHEMAC_PRECOMPILE_HEADERS is on, these headers are compiled once, and so are their inline
# functions and what they instantiate of templates, into the library `name`_functions: sanitizing these
# anew for each source took longer than what the source has of its own. clang++ alone can do the latter.
#
# No source may rely on it that it needn't include what it uses. Builds without this option see to
# that: the one by g++ in `scripts/test full`, where `architecture.headers` is, too.
option(SCHEMAC_PRECOMPILE_HEADERS "Compile headers that many sources include once (clang++ with lld only)" OFF)

function(schemac_heads name)
  if(NOT SCHEMAC_PRECOMPILE_HEADERS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LINKS")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Nothing: CMake wants a source to compile headers for.\n")
  add_library(${name} OBJECT ${source})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/generator)
  target_link_libraries(${name} PRIVATE ${arg_LINKS} schemac_warnings)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  # The first says that functions are compiled elsewhere: below. The compiler's cache wants no times.
  target_compile_options(${name} PRIVATE
    "SHELL:-Xclang -fmodules-codegen" "SHELL:-Xclang -fno-pch-timestamp")

  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  set(made ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch)
  set(functions ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  add_custom_command(
    OUTPUT ${functions}
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} -ffunction-sections -c ${made} -o ${functions}
    DEPENDS ${made} ${name}
    COMMENT "Compiling the functions of ${name}"
    VERBATIM)
  add_library(${name}_functions STATIC ${functions})
  set_target_properties(${name}_functions PROPERTIES LINKER_LANGUAGE CXX)
  # A program leaves out what it doesn't use, which may need libraries that the program hasn't.
  target_link_options(${name}_functions INTERFACE -Wl,--gc-sections)
endfunction()

function(schemac_use_heads target name)
  if(NOT SCHEMAC_PRECOMPILE_HEADERS)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "OBJECT_LIBRARY")  # what has its objects links these, too
    target_link_libraries(${target} PUBLIC ${name}_functions)
  endif()
endfunction()
