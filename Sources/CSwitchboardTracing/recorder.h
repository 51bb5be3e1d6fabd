#ifndef SWITCHBOARD_TRACE_RECORDER_H
#define SWITCHBOARD_TRACE_RECORDER_H

#include "CSwitchboardTracing.h"

#define RARE(condition) __builtin_expect(!!(condition), 0)

enum { kind_end = 8, kind_lost = 31, kind_indirect = 0x80 };
// The bits of a session's mode: the clock in the lower two bits, then the scoped flag, then the generation.
enum { mode_is_scoped = 4, mode_generation_shift = 3 };
// The flow of an event that a thread outside of all recordings queued in a scoped session.
#define FOREIGN_FLOW ((UINT64_C(1) << id_bits) - 1)
enum { id_bits = 40, words_per_record = 4 };
enum { site_cache_size = 128, label_cache_size = 32 };

// A ring is written by its own thread only, except for `tail`. Its memory is mapped, not allocated; see `map_ring`.
struct switchboard_trace_ring {
  // The number of records written. The drainer reads it too.
  uint64_t head;
  // The position at which the writer must look for room.
  uint64_t limit;
  uint64_t mask;
  // The number of records that found no room since the last record was written.
  uint64_t lost;
  // The fields from here on are outside the hot path.
  uint64_t tail __attribute__((aligned(64)));
  uint64_t capacity;
  uint64_t thread_id;
  uint32_t number;
  uint32_t policy;
  // One reference for the thread, one for the session.
  uint32_t references;
  bool ended;
  char name[32];
  struct switchboard_trace_ring *next;
  uint64_t slots[] __attribute__((aligned(64)));
};

struct cached_site {
  const char *file;
  uint32_t line;
  uint32_t site;
};

struct cached_label {
  const void *type;
  uint32_t label;
};

// The recorder's state of one thread.
struct trace_thread {
  // The mode of the session in which the thread records.
  uint32_t mode;
  // The mode of the session to which the ring belongs. In a scoped session it stays set while the thread takes no part.
  uint32_t ring_mode;
  bool is_muted;
  struct switchboard_trace_ring *ring;
  // The innermost recorded activity around what the thread does.
  uint64_t current;
  // The count that stands for time in a session without clock.
  uint64_t time;
  uint64_t next_id;
  uint64_t end_id;
  struct cached_site sites[site_cache_size];
  struct cached_label labels[label_cache_size];
};

// The state of threads without their own state, so that the hot path needs no test for null.
extern struct trace_thread trace_nobody;
extern _Thread_local struct trace_thread *trace_this_thread __attribute__((tls_model("initial-exec")));

// Makes the state of this thread. Returns null if there is no memory.
struct trace_thread *trace_make_thread(void);
// Gives the thread a ring of the session `mode`. Returns false if the thread cannot record in that session.
bool trace_join_session(struct trace_thread *thread, uint32_t mode);
// Makes room for a record when `head` is at `limit`. Returns false if the record is lost.
bool trace_make_room(struct switchboard_trace_ring *ring);
uint64_t trace_system_thread_id(void);
uint64_t trace_refill_ids(struct trace_thread *thread);
uint32_t trace_intern_site(const char *file, uint32_t line, struct cached_site *entry);

#endif
