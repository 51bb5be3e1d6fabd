#include "clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

// Returns whether the counter runs at one rate in all states of the processor (leaf 0x80000007, bit 8).
static bool counter_is_invariant(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}

// Linux watches the counter while the system runs, and stops using it when it finds it unstable or different from core
// to core. If the file cannot be read, the processor's own statement decides.
static bool system_trusts_counter(void) {
#if defined(__linux__)
  FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (!file) return true;
  char source[64] = "";
  size_t length = fread(source, 1, sizeof source - 1, file);
  fclose(file);
  source[length] = 0;
  return strncmp(source, "tsc", 3) == 0 || strncmp(source, "kvm-clock", 9) == 0 ||
         strncmp(source, "hyperv_clocksource_tsc", 22) == 0;
#else
  return true;
#endif
}
#endif

uint32_t switchboard_trace_best_clock(void) {
#if defined(__x86_64__)
  return counter_is_invariant() && system_trusts_counter() ? SWITCHBOARD_TRACE_COUNTER : SWITCHBOARD_TRACE_MONOTONIC;
#elif defined(__aarch64__)
  // The architecture guarantees an invariant counter.
  return SWITCHBOARD_TRACE_COUNTER;
#else
  return SWITCHBOARD_TRACE_MONOTONIC;
#endif
}

void switchboard_trace_anchor(uint32_t clock, uint64_t *stamp, uint64_t *nanoseconds) {
  if (clock != SWITCHBOARD_TRACE_COUNTER) {
    *nanoseconds = monotonic_nanoseconds();
    *stamp = clock == SWITCHBOARD_TRACE_MONOTONIC ? *nanoseconds : 0;
    return;
  }
  // The thread may lose the processor between the two reads. So the closest of several pairs is taken, which is right
  // to a few nanoseconds.
  uint64_t closest = UINT64_MAX;
  for (int attempt = 0; attempt < 8; attempt++) {
    uint64_t before = processor_counter();
    uint64_t now = monotonic_nanoseconds();
    uint64_t after = processor_counter();
    if (after - before < closest) {
      closest = after - before;
      *stamp = before + closest / 2;
      *nanoseconds = now;
    }
  }
}
