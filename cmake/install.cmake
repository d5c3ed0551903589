# What `cmake --install` puts in place: the program, the runtime's headers, the known schemas and
# the package that find_package(schemac) reads.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/schemac)

install(TARGETS schemac schemac_runtime schemac_io schemac_digests
          schemac_digest_crc schemac_digest_deflate schemac_digest_openssl schemac_digest_xxh
          schemac_codecs schemac_codec_blosc schemac_codec_zlib schemac_codec_zstd schemac_json
  EXPORT schemacTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${schemac_known_schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/schemac/schemas)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas/proto
  DESTINATION ${CMAKE_INSTALL_DATADIR}/schemac/schemas
  FILES_MATCHING PATTERN *.proto)
install(FILES ${PROJECT_BINARY_DIR}/share/schemac/known.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/schemac OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/schemacConfig.cmake.in
  ${PROJECT_BINARY_DIR}/schemacConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/schemacConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/schemacConfig.cmake
  ${PROJECT_BINARY_DIR}/schemacConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/Findblosc_library.cmake
  ${PROJECT_SOURCE_DIR}/cmake/Findlibdeflate.cmake
  ${PROJECT_SOURCE_DIR}/cmake/Findxxhash.cmake
  ${PROJECT_SOURCE_DIR}/cmake/Findzstd_library.cmake
  ${PROJECT_SOURCE_DIR}/cmake/schemac_generate.cmake
  DESTINATION ${package_dir})
install(EXPORT schemacTargets NAMESPACE schemac:: DESTINATION ${package_dir})
