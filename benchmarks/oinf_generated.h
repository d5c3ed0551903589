// The benchmark jobs by the generated reader and writer, with the signatures of `HandwrittenJobs`.
//
// Compiled only with SCHEMAC_BENCHMARK_GENERATED (a CMake option), which needs the generated header
// `oinf.h` on the include path. Each body is to be what a user of that header would write; nothing
// here may know more of the format than it.
#pragma once
#ifdef SCHEMAC_BENCHMARK_GENERATED
#error "fill in GeneratedJobs: see oinf_jobs.h for what each function does"
#endif
