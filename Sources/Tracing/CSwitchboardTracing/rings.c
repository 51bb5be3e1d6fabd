#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

// The rings of a session: their memory, and what is known of rings that are gone. The caller holds the lock.

#define session trace_session

static size_t in_pages(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

static size_t bytes_of_ring(uint64_t records) {
  return in_pages(sizeof(struct switchboard_trace_ring) + records * words_per_record * sizeof(uint64_t));
}

// Maps a ring. The mapping is populated where the system can do so, so that the first lap does not pay for page faults
// one by one. The session can give the memory of a mapping back while a thread still points to the ring.
static struct switchboard_trace_ring *map_ring(uint64_t capacity) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_POPULATE)
  flags |= MAP_POPULATE;
#endif
  void *memory = mmap(0, bytes_of_ring(capacity), PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return 0;
  struct switchboard_trace_ring *ring = memory;
  ring->bytes = bytes_of_ring(capacity);
  ring->capacity = capacity;
  ring->mask = capacity - 1;
  return ring;
}

static uint64_t limit_at_first(uint64_t capacity) {
  switch (session.policy) {
  case SWITCHBOARD_TRACE_OVERWRITE: return UINT64_MAX;
  case SWITCHBOARD_TRACE_STOP: return capacity;
  default: return capacity / 4;
  }
}

void trace_drop_ring(struct switchboard_trace_ring *ring) {
  if (--ring->references > 0) return;
  free(ring->spilled);
  munmap(ring, ring->bytes);
}

// Takes the ring out of the session's list.
static void remove_ring(struct switchboard_trace_ring *ring) {
  struct switchboard_trace_ring **link = &session.first;
  struct switchboard_trace_ring *before = 0;
  while (*link != ring) {
    before = *link;
    link = &before->next;
  }
  *link = ring->next;
  if (session.last == ring) session.last = before;
  if (ring->ended) session.ended_bytes -= ring->bytes;
  trace_drop_ring(ring);
}

// --- What is lost with rings ---

// Notes that records of a thread are lost with its ring. A recorder that runs forever must not grow with the number of
// ended threads, so the two oldest notes become one when there is no room: then only their sum is known.
static void note_loss(switchboard_trace_dropped loss) {
  session.lost_with_rings += loss.lost;
  uint32_t last = (session.dropped_first + session.dropped_count - 1) % trace_dropped_limit;
  if (session.dropped_count > 0 && session.dropped[last].thread_id == loss.thread_id && !loss.number) {
    session.dropped[last].lost += loss.lost;
    session.dropped[last].stamp = loss.stamp;
    return;
  }
  if (!loss.number) loss.number = ++session.next_number;
  if (session.dropped_count == trace_dropped_limit) {
    switchboard_trace_dropped *oldest = &session.dropped[session.dropped_first];
    session.dropped_first = (session.dropped_first + 1) % trace_dropped_limit;
    switchboard_trace_dropped *next = &session.dropped[session.dropped_first];
    next->threads += oldest->threads;
    next->lost += oldest->lost;
    session.dropped_count--;
  }
  session.dropped[(session.dropped_first + session.dropped_count++) % trace_dropped_limit] = loss;
}

uint64_t switchboard_trace_lost_with_rings(void) { return session.lost_with_rings; }

uint64_t switchboard_trace_lost(void) {
  uint64_t lost = session.lost_with_rings;
  for (struct switchboard_trace_ring *ring = session.first; ring; ring = ring->next) {
    uint64_t head = switchboard_trace_ring_head(ring);
    lost += __atomic_load_n(&ring->lost, __ATOMIC_RELAXED);
    // As in a snapshot: a thread that has not ended may be overwriting one more record right now.
    if (session.policy == SWITCHBOARD_TRACE_OVERWRITE && head >= ring->capacity) {
      lost += head - ring->capacity + !ring->ended;
    }
  }
  return lost;
}

uint32_t switchboard_trace_dropped_count(void) { return session.dropped_count; }

const switchboard_trace_dropped *switchboard_trace_dropped_at(uint32_t index) {
  return &session.dropped[(session.dropped_first + index) % trace_dropped_limit];
}

static void lose_ring(struct switchboard_trace_ring *ring) {
  uint64_t kept = ring->head - ring->tail;
  switchboard_trace_dropped loss = {
      .thread_id = ring->thread_id, .lost = kept + ring->lost - ring->told, .number = ring->number, .threads = 1};
  if (kept > 0) loss.stamp = ring->slots[((ring->head - 1) & ring->mask) * words_per_record];
  switchboard_trace_ring_name(ring, loss.name, sizeof loss.name);
  if (loss.lost > 0) note_loss(loss);
  remove_ring(ring);
}

// --- The life of a ring ---

struct switchboard_trace_ring *trace_make_ring(void) {
  struct switchboard_trace_ring *ring = map_ring(session.capacity);
  if (!ring) {
    // The thread asks again for each record.
    note_loss((switchboard_trace_dropped){.thread_id = trace_system_thread_id(), .lost = 1, .threads = 1});
    return 0;
  }
  ring->policy = session.policy;
  ring->limit = limit_at_first(session.capacity);
  ring->number = ++session.next_number;
  ring->thread_id = trace_system_thread_id();
  ring->references = 2;
  if (session.last) session.last->next = ring; else session.first = ring;
  session.last = ring;
  return ring;
}

// Rings of ended threads are kept until they are read, but a recorder that runs forever must not grow with their
// number. So such a ring gives back the pages that it does not use, and beyond the session's limit the oldest ring
// gives way.
void trace_retire_ring(struct switchboard_trace_ring *ring) {
  pthread_getname_np(pthread_self(), ring->name, sizeof ring->name);
  ring->ended = true;
  // The session has dropped the ring if only the thread still has it.
  if (ring->references > 1) {
    size_t used = bytes_of_ring(ring->head < ring->capacity ? ring->head : ring->capacity);
    if (used < ring->bytes && munmap((char *)ring + used, ring->bytes - used) == 0) ring->bytes = used;
    session.ended_bytes += ring->bytes;
  }
  trace_drop_ring(ring);
  uint64_t limit = (uint64_t)session.ended_rings * bytes_of_ring(session.capacity);
  struct switchboard_trace_ring *oldest = session.first;
  while (oldest && session.ended_bytes > limit) {
    struct switchboard_trace_ring *next = oldest->next;
    if (oldest->ended) lose_ring(oldest);
    oldest = next;
  }
}

void switchboard_trace_release_ring(switchboard_trace_ring *ring) {
  session.lost_with_rings += ring->lost;
  remove_ring(ring);
}

void switchboard_trace_release_rings(void) {
  struct switchboard_trace_ring *ring = session.first;
  session.first = session.last = 0;
  session.ended_bytes = 0;
  while (ring) {
    struct switchboard_trace_ring *next = ring->next;
    // The ring's thread may still point to the ring and finish a record in it. The memory of the slots is given back
    // immediately.
    if (ring->references > 1) {
      uintptr_t begin = in_pages((uintptr_t)ring->slots);
      uintptr_t end = (uintptr_t)ring + ring->bytes;
      if (end > begin) madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    trace_drop_ring(ring);
    ring = next;
  }
}

switchboard_trace_ring *switchboard_trace_first_ring(void) { return session.first; }
switchboard_trace_ring *switchboard_trace_next_ring(const switchboard_trace_ring *ring) { return ring->next; }

// --- Records beside a full ring ---

bool trace_grow_spill(struct switchboard_trace_ring *ring) {
  if (ring->spilled_count < ring->spilled_capacity) return true;
  uint64_t capacity = ring->spilled_capacity ? 2 * ring->spilled_capacity : 64;
  uint64_t *grown = realloc(ring->spilled, capacity * words_per_record * sizeof(uint64_t));
  if (!grown) return false;
  ring->spilled = grown;
  ring->spilled_capacity = capacity;
  return true;
}

uint64_t switchboard_trace_ring_spilled(const switchboard_trace_ring *ring) { return ring->spilled_count; }

uint64_t switchboard_trace_ring_last_spilled(const switchboard_trace_ring *ring) {
  return ring->spilled[(ring->spilled_count - 1) * words_per_record];
}

void switchboard_trace_ring_take_spilled(switchboard_trace_ring *ring, uint64_t *words) {
  memcpy(words, ring->spilled, ring->spilled_count * words_per_record * sizeof(uint64_t));
  free(ring->spilled);
  ring->spilled = 0;
  ring->spilled_capacity = 0;
  __atomic_store_n(&ring->spilled_count, 0, __ATOMIC_RELEASE);
}
