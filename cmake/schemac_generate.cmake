# schemac_generate(TARGET target SCHEMAS a.yaml [b.yaml ...] [OUT_DIR dir])
#
# Makes a C++ header of each schema when `target` is built (a.yaml gives a.h), and lets `target`
# include them. A header is made again when its schema changes, or one that it imports, or schemac
# itself. `target` may be made in another directory; where it is an INTERFACE library, what links
# it gets the headers.
#
#   OUT_DIR  where headers go; default: <current build folder>/schemac/<target>
#
# Imported schemas are found beside the importing one: the language knows no search path.
# SCHEMAC_EXECUTABLE names another schemac to run, for instance the host's in a cross build.
function(schemac_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;OUT_DIR" "SCHEMAS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "schemac_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET OR NOT arg_SCHEMAS)
    message(FATAL_ERROR "schemac_generate: TARGET and SCHEMAS are needed")
  endif()
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "schemac_generate: there is no target '${arg_TARGET}'")
  endif()

  if(NOT arg_OUT_DIR)
    set(arg_OUT_DIR ${CMAKE_CURRENT_BINARY_DIR}/schemac/${arg_TARGET})
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUT_DIR BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
  if(SCHEMAC_EXECUTABLE)
    set(program ${SCHEMAC_EXECUTABLE})
  else()
    set(program $<TARGET_FILE:schemac::schemac>)
  endif()

  set(headers)
  foreach(schema IN LISTS arg_SCHEMAS)
    cmake_path(ABSOLUTE_PATH schema NORMALIZE)
    cmake_path(GET schema STEM LAST_ONLY stem)
    set(header ${arg_OUT_DIR}/${stem}.h)
    # The program is a dependency by its file: that works for ours, an imported and a given one.
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${program} gen ${schema} -o ${arg_OUT_DIR} --depfile ${header}.d
      DEPENDS ${schema} ${program}
      DEPFILE ${header}.d
      COMMENT "schemac ${stem}.yaml"
      VERBATIM)
    list(APPEND headers ${header})
  endforeach()

  # A target of its own, because custom commands are visible only in the directory that made them.
  string(MD5 suffix "${CMAKE_CURRENT_SOURCE_DIR} ${headers}")
  string(SUBSTRING ${suffix} 0 8 suffix)
  add_custom_target(${arg_TARGET}_headers_${suffix} DEPENDS ${headers})
  add_dependencies(${arg_TARGET} ${arg_TARGET}_headers_${suffix})

  get_target_property(type ${arg_TARGET} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(visibility INTERFACE)
  else()
    set(visibility PUBLIC)
  endif()
  target_include_directories(${arg_TARGET} ${visibility} $<BUILD_INTERFACE:${arg_OUT_DIR}>)
  target_link_libraries(${arg_TARGET} ${visibility} schemac::runtime)
endfunction()
