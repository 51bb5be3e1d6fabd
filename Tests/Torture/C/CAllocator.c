// In C, because Swift sees neither `mallinfo2` nor weak symbols.
#include "CAllocator.h"

#include <stdint.h>

#ifdef __linux__
#include <malloc.h>
#else
#include <malloc/malloc.h>
#endif

extern int mallctl(const char *, void *, size_t *, void *, size_t) __attribute__((weak));

size_t torture_live_bytes(void) {
  if (mallctl) {
    uint64_t epoch = 1;
    size_t bytes = 0, size = sizeof bytes;
    mallctl("epoch", NULL, NULL, &epoch, sizeof epoch);
    if (mallctl("stats.allocated", &bytes, &size, NULL, 0) == 0) return bytes;
  }
#ifdef __linux__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
#endif
}

const char *torture_allocator(void) {
  if (mallctl) return "jemalloc";
#ifdef __linux__
  return "mallinfo2";
#else
  return "malloc zones";
#endif
}
