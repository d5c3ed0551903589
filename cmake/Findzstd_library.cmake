# libzstd, wherever it comes from: gives zstd_library::zstd_library.
find_path(zstd_library_INCLUDE_DIR zstd.h)
find_library(zstd_library_LIBRARY zstd)
mark_as_advanced(zstd_library_INCLUDE_DIR zstd_library_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(zstd_library
  REQUIRED_VARS zstd_library_LIBRARY zstd_library_INCLUDE_DIR)
if(zstd_library_FOUND AND NOT TARGET zstd_library::zstd_library)
  add_library(zstd_library::zstd_library UNKNOWN IMPORTED)
  set_target_properties(zstd_library::zstd_library PROPERTIES
    IMPORTED_LOCATION ${zstd_library_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${zstd_library_INCLUDE_DIR})
endif()
