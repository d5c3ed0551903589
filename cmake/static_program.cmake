# Links schemac statically: four fifths of what its start took were the dynamic linker's, and
# libraries set themselves up although most calls need none of them. Sets SCHEMAC_IS_STATIC.
#
# -static-pie, not -static: without a table of frames in the program's header, the first exception
# would sort all frames first, which takes 100 million instructions.

# Imported targets, and their static libraries in the order of linking.
set(schemac_static_libraries
  "OpenSSL::Crypto crypto"
  "protobuf::libprotobuf protobuf"
  "yaml-cpp yaml-cpp"
  "ZLIB::ZLIB z"
  "PNG::PNG png z"
  "zstd_library::zstd_library zstd"
  "blosc_library::blosc_library blosc lz4 snappy zstd z"
  "libdeflate::libdeflate deflate"
  "xxhash::xxhash xxhash")

# Sanitizers can't be linked statically, nor can a Python module be, with which the program shares its
# libraries then.
set(SCHEMAC_IS_STATIC OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT "${CMAKE_CXX_FLAGS_DEBUG}" MATCHES "-fsanitize" AND NOT SCHEMAC_PYTHON)
  set(SCHEMAC_IS_STATIC ON)
endif()
foreach(each IN LISTS schemac_static_libraries)
  separate_arguments(names UNIX_COMMAND ${each})
  list(POP_FRONT names)
  foreach(name IN LISTS names)
    find_library(schemac_static_${name} NAMES lib${name}.a)
    mark_as_advanced(schemac_static_${name})
    if(SCHEMAC_IS_STATIC AND NOT schemac_static_${name})
      message(STATUS "schemac is linked dynamically: there is no lib${name}.a")
      set(SCHEMAC_IS_STATIC OFF)
    endif()
  endforeach()
endforeach()

# Imported targets of the folder that calls this become static libraries; those who use an installed
# package find their own.
function(schemac_use_static_libraries)
  if(NOT SCHEMAC_IS_STATIC)
    return()
  endif()
  foreach(each IN LISTS schemac_static_libraries)
    separate_arguments(names UNIX_COMMAND ${each})
    list(POP_FRONT names target name)
    if(NOT TARGET ${target})
      continue()
    endif()
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    set_property(TARGET ${target} PROPERTY IMPORTED_LOCATION ${schemac_static_${name}})
    foreach(configuration IN LISTS configurations)
      set_property(TARGET ${target}
        PROPERTY IMPORTED_LOCATION_${configuration} ${schemac_static_${name}})
    endforeach()
    foreach(needed IN LISTS names)
      set_property(TARGET ${target}
        APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${schemac_static_${needed}})
    endforeach()
  endforeach()
endfunction()
