#include <stdio.h>
#include <string.h>

#include "internal.h"

// The functions with which a session reads a ring while the ring's thread may be writing to it.

uint64_t switchboard_trace_ring_head(const switchboard_trace_ring *ring) {
  return __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
}

uint64_t switchboard_trace_ring_lost(const switchboard_trace_ring *ring) {
  // In this order: what is told of is lost already.
  uint64_t told = __atomic_load_n(&ring->told, __ATOMIC_ACQUIRE);
  return __atomic_load_n(&ring->lost, __ATOMIC_RELAXED) - told;
}

uint64_t switchboard_trace_ring_tail(const switchboard_trace_ring *ring) {
  return __atomic_load_n(&ring->tail, __ATOMIC_RELAXED);
}

void switchboard_trace_ring_set_tail(switchboard_trace_ring *ring, uint64_t tail) {
  __atomic_store_n(&ring->tail, tail, __ATOMIC_RELEASE);
}

void switchboard_trace_ring_copy(const switchboard_trace_ring *ring, uint64_t from, uint64_t count, uint64_t *words) {
  for (uint64_t position = from; position < from + count; position++) {
    const uint64_t *slot = ring->slots + (position & ring->mask) * words_per_record;
    for (int word = 0; word < words_per_record; word++) *words++ = __atomic_load_n(slot + word, __ATOMIC_ACQUIRE);
  }
}

uint64_t switchboard_trace_ring_capacity(const switchboard_trace_ring *ring) { return ring->capacity; }

uint32_t switchboard_trace_ring_number(const switchboard_trace_ring *ring) { return ring->number; }

bool switchboard_trace_ring_has_ended(const switchboard_trace_ring *ring) { return ring->ended; }

uint64_t switchboard_trace_ring_thread(const switchboard_trace_ring *ring) { return ring->thread_id; }

void switchboard_trace_ring_name(const switchboard_trace_ring *ring, char *name, size_t size) {
  snprintf(name, size, "%s", ring->name);
#if defined(__linux__)
  if (!ring->ended) {
    // The thread may have been renamed since it began.
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%llu/comm", (unsigned long long)ring->thread_id);
    FILE *file = fopen(path, "re");
    if (file) {
      if (fgets(name, (int)size, file)) name[strcspn(name, "\n")] = 0;
      fclose(file);
    }
  }
#endif
  // The system's name of a dispatch worker says nothing. A worker that the program has renamed keeps that name.
  if (ring->queues[0] && trace_is_worker_name(name)) snprintf(name, size, "%s", ring->queues);
}
