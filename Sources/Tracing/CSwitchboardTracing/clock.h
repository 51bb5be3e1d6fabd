#ifndef SWITCHBOARD_TRACE_CLOCK_H
#define SWITCHBOARD_TRACE_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "CSwitchboardTracing.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

static inline uint64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t processor_counter(void) {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return monotonic_nanoseconds();
#endif
}

#endif
