// xxHash, by its library, with a seed of 0. Links with schemac::digest_xxh.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

namespace detail {

/// What the three kinds of the library have in common: functions by other names.
template <class State, State* (*make)(), XXH_errorcode (*release)(State*), auto start,
          XXH_errorcode (*update)(State*, const void*, std::size_t), auto digest>
class Xxh {
 public:
  Xxh() : state_(make()) {
    if (state_ == nullptr) throw std::bad_alloc();
    (void)start(state_.get());
  }
  void add(Bytes bytes, Endian /*endian*/) {
    (void)update(state_.get(), bytes.data(), bytes.size());  // fails without a state only
  }
  [[nodiscard]] std::uint64_t finish() const { return digest(state_.get()); }

 private:
  struct Release {
    void operator()(State* state) const { (void)release(state); }
  };
  std::unique_ptr<State, Release> state_;
};

inline XXH_errorcode start_xxh32(XXH32_state_t* state) { return XXH32_reset(state, 0); }
inline XXH_errorcode start_xxh64(XXH64_state_t* state) { return XXH64_reset(state, 0); }

using Xxh32 =
    Xxh<XXH32_state_t, XXH32_createState, XXH32_freeState, start_xxh32, XXH32_update, XXH32_digest>;
using Xxh64 =
    Xxh<XXH64_state_t, XXH64_createState, XXH64_freeState, start_xxh64, XXH64_update, XXH64_digest>;
using Xxh3 = Xxh<XXH3_state_t, XXH3_createState, XXH3_freeState, XXH3_64bits_reset,
                 XXH3_64bits_update, XXH3_64bits_digest>;

}  // namespace detail

inline constexpr DigestKind digest_xxh32 =
    detail::number_kind<DigestAlgorithm::xxh32, detail::Xxh32>;
inline constexpr DigestKind digest_xxh64 =
    detail::number_kind<DigestAlgorithm::xxh64, detail::Xxh64>;
inline constexpr DigestKind digest_xxh3 = detail::number_kind<DigestAlgorithm::xxh3, detail::Xxh3>;

}  // namespace schemac::impl
