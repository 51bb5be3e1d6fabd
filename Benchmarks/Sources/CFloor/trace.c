#include <stdlib.h>
#include <time.h>

#include "CFloor.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

static inline uint64_t read_clock(void) {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

struct floor_ring {
  uint64_t head;
  uint64_t mask;
  uint64_t slots[];
};

floor_ring *floor_ring_create(intptr_t capacity) {
  floor_ring *ring = calloc(1, sizeof *ring + (size_t)capacity * 32);
  if (!ring) abort();
  ring->mask = (uint64_t)capacity - 1;
  return ring;
}

void floor_ring_destroy(floor_ring *ring) { free(ring); }

void floor_ring_record(floor_ring *ring, intptr_t count, uint64_t subject) {
  uint64_t head = ring->head;
  for (uint64_t end = head + (uint64_t)count; head != end; head++) {
    uint64_t *slot = ring->slots + (head & ring->mask) * 4;
    slot[0] = read_clock();
    slot[1] = head;
    slot[2] = subject;
    slot[3] = subject;
  }
  ring->head = head;
}

uint64_t floor_ring_count(const floor_ring *ring) { return ring->head; }
