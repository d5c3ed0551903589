#include <catch2/catch.hpp>

#include "bloscpack.h"
#include "formats/joined_arrays.h"

namespace {

TEST_CASE("all chunks are one array", "[arrays]") {
  schemac::tests::check_arrays<&bloscpack::view>(SCHEMAC_TEST_DATA "/vectors/bloscpack",
                                                 "bloscpack-v3");
}

}  // namespace
