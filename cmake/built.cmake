# The compiler's libraries and its program from the build folder SCHEMAC_BUILT, and what they link: as shared
# libraries, since a module can't have those that the program has.
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(PNG REQUIRED)
find_package(Protobuf REQUIRED)
find_package(ZLIB REQUIRED)
find_package(blosc_library REQUIRED)
find_package(libdeflate REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(zstd_library REQUIRED)
include(${SCHEMAC_BUILT}/schemac_built.cmake)
include(${SCHEMAC_BUILT}/schemac_known.cmake)
set(schemac_share ${SCHEMAC_BUILT}/share/schemac)
