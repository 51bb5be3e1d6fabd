#ifndef SWITCHBOARD_TRACE_RECORDER_H
#define SWITCHBOARD_TRACE_RECORDER_H

#include "CSwitchboardTracing.h"

#define RARE(condition) __builtin_expect(!!(condition), 0)

enum { kind_end = 8, kind_dispose = 11, kind_queue = 12, kind_close = 15, kind_lost = 31, kind_indirect = 0x80 };
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
  // The number of records that found no room, and how many of them the records of the kind `lost` tell of.
  uint64_t lost;
  uint64_t told;
  // The fields from here on are outside the hot path.
  uint64_t tail __attribute__((aligned(64)));
  // The records that were made under a registry's lock while the ring was full, in order. They are newer than all
  // records in the ring, and the ring takes no record while there are any. Guarded by the recorder's lock; its own
  // thread reads the count without the lock.
  uint64_t spilled_count;
  uint64_t spilled_capacity;
  uint64_t *spilled;
  uint64_t capacity;
  // The size of the mapping.
  uint64_t bytes;
  uint64_t thread_id;
  uint32_t number;
  uint32_t policy;
  // One reference for the thread, one for the session.
  uint32_t references;
  bool ended;
  char name[32];
  // The dispatch queues for which the thread worked, separated by commas; empty if the thread is no dispatch worker.
  char queues[64];
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
  // Whether the thread takes part in the session only until its outermost activity ends, and joins again for the next.
  bool leaves;
  // Whether the thread runs the work of dispatch queues, now of one and later perhaps of another.
  bool is_worker;
  struct switchboard_trace_ring *ring;
  // The innermost recorded activity around what the thread does.
  uint64_t current;
  // The count that stands for time in a session without clock.
  uint64_t time;
  // The dispatch to several registries that the thread is in; see `switchboard_trace_begin_dispatch`.
  uint64_t dispatch;
  uint64_t next_id;
  uint64_t end_id;
  // The dispatch queue for which the thread last worked, if it is a worker.
  char queue[64];
  struct cached_site sites[site_cache_size];
  struct cached_label labels[label_cache_size];
};

// The state of threads without their own state, so that the hot path needs no test for null.
extern struct trace_thread trace_nobody;
extern _Thread_local struct trace_thread *trace_this_thread __attribute__((tls_model("initial-exec")));

// The newest losses with rings that are known by thread.
enum { trace_dropped_limit = 1024 };

// The session. Guarded by the lock.
struct trace_session {
  uint32_t generation;
  uint32_t mode;
  uint32_t policy;
  uint64_t capacity;
  // The memory for the rings of ended threads, in full rings, and how much of it is in use.
  uint32_t ended_rings;
  uint64_t ended_bytes;
  uint32_t next_number;
  bool has_work;
  struct switchboard_trace_ring *first;
  struct switchboard_trace_ring *last;
  uint64_t lost_with_rings;
  uint32_t dropped_first;
  uint32_t dropped_count;
  switchboard_trace_dropped dropped[trace_dropped_limit];
};
extern struct trace_session trace_session;

// The functions for rings; the caller holds the lock. `trace_make_ring` returns null if there is no memory.
struct switchboard_trace_ring *trace_make_ring(void);
// Releases a reference.
void trace_drop_ring(struct switchboard_trace_ring *ring);
// Releases the reference of the ring's thread, which is ending.
void trace_retire_ring(struct switchboard_trace_ring *ring);
// Makes room for one more record beside the ring.
bool trace_grow_spill(struct switchboard_trace_ring *ring);

// Makes the state of this thread. Returns null if there is no memory.
struct trace_thread *trace_make_thread(void);
// Gives the thread a ring of the session `mode`. Returns false if the thread cannot record in that session.
bool trace_join_session(struct trace_thread *thread, uint32_t mode);
// Makes room for a record when `head` is at `limit`. Returns false if there is no room, and none is worth waiting for.
bool trace_make_room(struct switchboard_trace_ring *ring, bool may_wait);
// Keeps a record for which the thread may not wait beside the full ring. Returns false if the record is lost.
bool trace_spill(struct switchboard_trace_ring *ring, uint64_t word0, uint64_t word1, uint64_t word2, uint64_t word3);
uint64_t trace_system_thread_id(void);
// Returns whether `name` is the system's name of a dispatch worker.
bool trace_is_worker_name(const char *name);
bool trace_is_worker(void);
// Copies the name of the dispatch queue whose work the calling thread runs.
void trace_queue_name(char *name, size_t size);
uint64_t trace_refill_ids(struct trace_thread *thread);
uint32_t trace_intern_site(const char *file, uint32_t line, struct cached_site *entry);

#endif
