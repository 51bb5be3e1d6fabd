#ifndef SWITCHBOARD_TRACE_RECORDER_H
#define SWITCHBOARD_TRACE_RECORDER_H

#include "CSwitchboardTracing.h"

#define RARE(condition) __builtin_expect(!!(condition), 0)

enum { kind_end = 8, kind_lost = 31, kind_indirect = 0x80 };
// Of a session's mode: the clock is in the lower two bits, the generation above this one.
enum { mode_is_scoped = 4, mode_generation_shift = 3 };
// The flow of what was queued in a scoped session by who takes no part in it.
#define FOREIGN_FLOW ((UINT64_C(1) << id_bits) - 1)
enum { id_bits = 40, words_per_record = 4 };
enum { site_cache_size = 128, label_cache_size = 32 };

// Written by one thread, its own, but for `tail`. Mapped, not allocated; see `map_ring`.
struct switchboard_trace_ring {
  // Records written. Also read by whoever drains.
  uint64_t head;
  // The position at which the writer has to look for room.
  uint64_t limit;
  uint64_t mask;
  // Records that found no place since the last one written.
  uint64_t lost;
  // The rest is not hot.
  uint64_t tail __attribute__((aligned(64)));
  uint64_t capacity;
  uint64_t thread_id;
  uint32_t number;
  uint32_t policy;
  // One is its thread's, one its session's.
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

// What a thread keeps.
struct trace_thread {
  // Mode of the session that the thread records in.
  uint32_t mode;
  // Mode of the session that the ring belongs to: of a scoped one also while the thread takes no part.
  uint32_t ring_mode;
  bool is_muted;
  struct switchboard_trace_ring *ring;
  // The innermost recorded activity that the thread is in.
  uint64_t current;
  // The count that stands for time in a session without clock.
  uint64_t time;
  uint64_t next_id;
  uint64_t end_id;
  struct cached_site sites[site_cache_size];
  struct cached_label labels[label_cache_size];
};

// Stands for a thread that has none, so that the hot path needs no test for null.
extern struct trace_thread trace_nobody;
extern _Thread_local struct trace_thread *trace_this_thread __attribute__((tls_model("initial-exec")));

// This thread's, made when first asked for. Null if there is no memory.
struct trace_thread *trace_make_thread(void);
// Gives the thread a ring of the session `mode`. False if it cannot record there.
bool trace_join_session(struct trace_thread *thread, uint32_t mode);
// Called when `head` is at `limit`. False if the record is lost.
bool trace_make_room(struct switchboard_trace_ring *ring);
uint64_t trace_system_thread_id(void);
uint64_t trace_refill_ids(struct trace_thread *thread);
uint32_t trace_intern_site(const char *file, uint32_t line, struct cached_site *entry);

#endif
