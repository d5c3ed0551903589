// How generated code says what has to be inlined, and what must not be: walks are cut into
// functions for readers, not for compilers.
#pragma once

/// Of a function.
#define SCHEMAC_INLINE [[gnu::always_inline]] inline
/// Of a lambda, after its parameters. (As an attribute of the standard it would belong to the
/// type.)
#define SCHEMAC_INLINED __attribute__((always_inline))
/// Of a lambda that is called where something is wrong: it takes no registers from what isn't.
#define SCHEMAC_RARE __attribute__((cold, noinline))
