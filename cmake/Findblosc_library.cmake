# c-blosc, wherever it comes from: gives blosc_library::blosc_library.
find_path(blosc_library_INCLUDE_DIR blosc.h)
find_library(blosc_library_LIBRARY blosc)
mark_as_advanced(blosc_library_INCLUDE_DIR blosc_library_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(blosc_library
  REQUIRED_VARS blosc_library_LIBRARY blosc_library_INCLUDE_DIR)
if(blosc_library_FOUND AND NOT TARGET blosc_library::blosc_library)
  add_library(blosc_library::blosc_library UNKNOWN IMPORTED)
  set_target_properties(blosc_library::blosc_library PROPERTIES
    IMPORTED_LOCATION ${blosc_library_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${blosc_library_INCLUDE_DIR})
endif()
