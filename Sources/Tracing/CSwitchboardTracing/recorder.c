#include "internal.h"

#include "clock.h"

// The functions that probes call.

uint32_t switchboard_trace_mode;

struct trace_thread trace_nobody;
_Thread_local struct trace_thread *trace_this_thread = &trace_nobody;

// The callee preserves the caller's registers, so that a rare call costs the hot path nothing.
#define SELDOM_CALLED __attribute__((noinline, preserve_most))

static inline uint64_t shifted(uint64_t high, uint64_t low) { return high << 24 | low; }

static struct trace_thread *SELDOM_CALLED entered_thread(uint32_t mode) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) thread = trace_make_thread();
  return thread && trace_join_session(thread, mode) ? thread : 0;
}

static struct trace_thread *SELDOM_CALLED joined_thread(uint32_t mode) {
  return mode & mode_is_scoped ? 0 : entered_thread(mode);
}

// Returns the thread, ready to record, or null.
static inline struct trace_thread *recording_thread(uint32_t *mode) {
  *mode = __atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED);
  if (RARE(*mode == 0)) return 0;
  struct trace_thread *thread = trace_this_thread;
  if (RARE(thread->mode != *mode)) return joined_thread(*mode);
  return thread;
}

// Returns the first number of a new block, for a thread that has no block or has used up its block.
static uint64_t SELDOM_CALLED first_id(void) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) thread = trace_make_thread();
  return thread ? trace_refill_ids(thread) : 0;
}

static uint64_t SELDOM_CALLED refilled_id(struct trace_thread *thread) { return trace_refill_ids(thread); }

static inline uint64_t new_id(struct trace_thread *thread) {
  uint64_t id = thread->next_id;
  if (RARE(id == thread->end_id)) return refilled_id(thread);
  thread->next_id = id + 1;
  return id;
}

static inline uint64_t read_clock(struct trace_thread *thread, uint32_t mode) {
  switch (mode & 3) {
  case SWITCHBOARD_TRACE_COUNTER: return processor_counter();
  case SWITCHBOARD_TRACE_SEQUENCE: return ++thread->time;
  default: return monotonic_nanoseconds();
  }
}

static inline void put(struct switchboard_trace_ring *ring, uint64_t head, uint64_t word0, uint64_t word1,
                       uint64_t word2, uint64_t word3) {
  uint64_t *slot = ring->slots + (head & ring->mask) * words_per_record;
  __atomic_store_n(slot + 0, word0, __ATOMIC_RELEASE);
  __atomic_store_n(slot + 1, word1, __ATOMIC_RELEASE);
  __atomic_store_n(slot + 2, word2, __ATOMIC_RELEASE);
  __atomic_store_n(slot + 3, word3, __ATOMIC_RELEASE);
  __atomic_store_n(&ring->head, head + 1, __ATOMIC_RELEASE);
}

// Whether probes record `kind` while they hold a registry's lock. The thread that writes the trace, or code that it
// calls, may need that lock. So the thread must not wait for it here.
static inline bool is_made_under_lock(uint32_t kind) {
  kind &= 0x1F;
  return kind == kind_dispose || kind == kind_queue || kind == kind_close;
}

// Records when the ring may be full, and in sessions with the monotonic clock. Reading that clock takes so long that a
// fast path would gain nothing.
static void __attribute__((noinline)) record_slowly(struct trace_thread *thread, uint32_t mode, uint32_t kind,
                                                       uint64_t word1, uint64_t word2, uint64_t word3) {
  struct switchboard_trace_ring *ring = thread->ring;
  bool may_wait = !is_made_under_lock(kind);
  bool has_room = ring->head != ring->limit || trace_make_room(ring, may_wait);
  if (has_room && ring->lost != ring->told) {
    put(ring, ring->head, read_clock(thread, mode) << 8 | kind_lost, 0, 0, ring->lost - ring->told);
    __atomic_store_n(&ring->told, ring->lost, __ATOMIC_RELEASE);
    has_room = ring->head != ring->limit || trace_make_room(ring, may_wait);
  }
  uint64_t word0 = read_clock(thread, mode) << 8 | kind;
  if (has_room) {
    put(ring, ring->head, word0, word1, word2, word3);
  } else if (may_wait || !trace_spill(ring, word0, word1, word2, word3)) {
    __atomic_store_n(&ring->lost, ring->lost + 1, __ATOMIC_RELAXED);
  }
}

static inline void record(struct trace_thread *thread, uint32_t mode, uint32_t kind, uint64_t word1, uint64_t word2,
                          uint64_t word3) {
  struct switchboard_trace_ring *ring = thread->ring;
  uint64_t head = ring->head;
  if (RARE(head == ring->limit || (mode & 3) == SWITCHBOARD_TRACE_MONOTONIC)) {
    return record_slowly(thread, mode, kind, word1, word2, word3);
  }
  uint64_t time = (mode & 3) == SWITCHBOARD_TRACE_COUNTER ? processor_counter() : ++thread->time;
  put(ring, head, time << 8 | kind, word1, word2, word3);
}

// Returns the argument for `switchboard_trace_end`: the outer activity, and the generation of the session.
static inline uint64_t activity(uint64_t outer, uint32_t mode) {
  return shifted(outer, (mode >> mode_generation_shift & 0x7FFFFF) << 1 | 1);
}

static inline uint64_t place(switchboard_trace_mark mark, uint32_t site) {
  return (uint64_t)site << 32 | mark.registry;
}

uint64_t switchboard_trace_new_id(void) {
  struct trace_thread *thread = trace_this_thread;
  uint64_t id = thread->next_id;
  // `trace_nobody` has no numbers: its `next_id` and `end_id` are equal from the beginning.
  if (RARE(id == thread->end_id)) return first_id();
  thread->next_id = id + 1;
  return id;
}

uint64_t switchboard_trace_begin(uint32_t kind, switchboard_trace_mark mark, uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread) return 0;
  uint64_t flow = new_id(thread);
  uint64_t outer = thread->current;
  thread->current = flow;
  record(thread, mode, kind, shifted(flow, mark.label), shifted(outer, 0), place(mark, site));
  return activity(outer, mode);
}

uint64_t switchboard_trace_begin_from(switchboard_trace_origin origin, uint32_t kind, switchboard_trace_mark mark) {
  uint32_t mode = __atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED);
  if (mode == 0) return 0;
  bool is_scoped = mode & mode_is_scoped;
  bool is_known = origin.flow != 0 && origin.flow != FOREIGN_FLOW;
  struct trace_thread *thread = trace_this_thread;
  if (RARE(thread->mode != mode)) {
    if (is_scoped && !is_known) return 0;
    thread = entered_thread(mode);
    if (!thread) return 0;
  }
  // Work that was announced while no session recorded begins as an ordinary activity. In a scoped session, such work
  // belongs to code outside of the recording.
  if (!is_known && is_scoped) origin.flow = FOREIGN_FLOW;
  if (!is_known && !is_scoped) return switchboard_trace_begin(kind & ~(uint32_t)kind_indirect, mark, 0);
  if (thread->time < origin.time) thread->time = origin.time;
  uint64_t outer = thread->current;
  thread->current = origin.flow;
  record(thread, mode, kind, shifted(origin.flow, mark.label), 0, place(mark, 0));
  return activity(outer, mode);
}

void switchboard_trace_end(uint64_t activity) {
  if (activity == 0) return;
  // A begun activity has a thread. Recording may have ended meanwhile. If another session has begun since, that session
  // does not know this activity.
  struct trace_thread *thread = trace_this_thread;
  if (((uint32_t)activity ^ thread->mode >> mode_generation_shift << 1) & 0xFFFFFE) return;
  uint64_t flow = thread->current;
  thread->current = activity >> 24;
  uint32_t mode = __atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED);
  if (mode != 0 && thread->mode == mode) record(thread, mode, kind_end, shifted(flow, 0), 0, 0);
  if (RARE(thread->leaves) && thread->current == 0) thread->mode = 0;
}

// The states of `trace_thread.dispatch` beside the argument for `switchboard_trace_end`, which is larger.
enum { outside_of_dispatch = 0, dispatch_without_send = 1 };

uint64_t switchboard_trace_begin_dispatch(void) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread) return switchboard_trace_no_dispatch;
  uint64_t outer = thread->dispatch;
  thread->dispatch = dispatch_without_send;
  return outer;
}

uint64_t switchboard_trace_begin_part(uint32_t kind, switchboard_trace_mark mark, uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread) return 0;
  // The send of an earlier session is unknown in this one.
  bool has_send = thread->dispatch > dispatch_without_send && !((thread->dispatch ^ activity(0, mode)) & 0xFFFFFE);
  if (has_send) return 0;
  uint64_t begun = switchboard_trace_begin(kind, mark, site);
  if (thread->dispatch == outside_of_dispatch) return begun;
  thread->dispatch = begun;
  return 0;
}

void switchboard_trace_end_dispatch(uint64_t outer) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) return;
  uint64_t begun = thread->dispatch;
  thread->dispatch = outer;
  if (begun > dispatch_without_send) switchboard_trace_end(begun);
}

void switchboard_trace_settle(void) {
  struct switchboard_trace_ring *ring = trace_this_thread->ring;
  if (ring && __atomic_load_n(&ring->spilled_count, __ATOMIC_RELAXED)) trace_make_room(ring, true);
}

switchboard_trace_visit switchboard_trace_enter(uint64_t flow) {
  struct trace_thread *thread = trace_this_thread;
  switchboard_trace_visit visit = {thread->current, thread->mode};
  uint32_t mode = __atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED);
  if (mode == 0) return visit;
  if (thread->mode != mode) thread = entered_thread(mode);
  if (thread) thread->current = flow;
  return visit;
}

uint32_t switchboard_trace_own_ring(void) {
  struct trace_thread *thread = trace_this_thread;
  return thread->mode != 0 && thread->mode == thread->ring_mode ? thread->ring->number : 0;
}

void switchboard_trace_leave(switchboard_trace_visit visit) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) return;
  thread->current = visit.current;
  thread->mode = visit.mode;
}

void switchboard_trace_moment(uint32_t kind, uint64_t subject, uint64_t count, switchboard_trace_mark mark,
                              uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread) return;
  uint64_t capped = count > 0xFFFFFF ? 0xFFFFFF : count;
  record(thread, mode, kind, shifted(thread->current, mark.label), shifted(subject, capped), place(mark, site));
}

void switchboard_trace_deliver(uint32_t kind, uint64_t subscription, switchboard_trace_mark mark, uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread || thread->current == 0) return;
  record(thread, mode, kind, shifted(thread->current, mark.label), shifted(subscription, 0), place(mark, site));
}

switchboard_trace_origin switchboard_trace_announce(uint32_t kind, switchboard_trace_mark mark, uint32_t site) {
  return switchboard_trace_announce_instead((switchboard_trace_origin){0, 0}, kind, mark, site);
}

switchboard_trace_origin switchboard_trace_announce_instead(
    switchboard_trace_origin origin, uint32_t kind, switchboard_trace_mark mark, uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  // Code inside a recording that delivers this event later must not take the event for a part of the recording.
  if (!thread) return (switchboard_trace_origin){mode & mode_is_scoped ? FOREIGN_FLOW : 0, 0};
  // Readers keep a flow until its activity begins, so the flows of what is never delivered would add up.
  bool is_known = origin.flow != 0 && origin.flow != FOREIGN_FLOW;
  uint64_t flow = is_known ? origin.flow : new_id(thread);
  record(thread, mode, kind, shifted(flow, mark.label), shifted(thread->current, 0), place(mark, site));
  return (switchboard_trace_origin){flow, thread->time};
}

void switchboard_trace_announce_flow(uint64_t flow, uint32_t kind, uint32_t site) {
  uint32_t mode;
  struct trace_thread *thread = recording_thread(&mode);
  if (!thread) return;
  switchboard_trace_mark none = {0, 0};
  record(thread, mode, kind, shifted(flow, 0), shifted(thread->current, 0), place(none, site));
}

static inline struct cached_site *site_entry(struct trace_thread *thread, const char *file, uint32_t line) {
  uintptr_t hash = ((uintptr_t)file ^ (uintptr_t)line * 0x9E3779B1u) * 0x9E3779B97F4A7C15u;
  return &thread->sites[hash >> 57];
}

static uint32_t SELDOM_CALLED interned_site(const char *file, uint32_t line) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) thread = trace_make_thread();
  return thread ? trace_intern_site(file, line, site_entry(thread, file, line)) : 0;
}

uint32_t switchboard_trace_site(const char *file, uint32_t line) {
  const struct cached_site *entry = site_entry(trace_this_thread, file, line);
  if (RARE(entry->file != file || entry->line != line)) return interned_site(file, line);
  return entry->site;
}

uint32_t switchboard_trace_cached_label(const void *type) {
  struct cached_label *entry = &trace_this_thread->labels[(uintptr_t)type / 16 % label_cache_size];
  return entry->type == type ? entry->label : 0;
}

void switchboard_trace_cache_label(const void *type, uint32_t label) {
  struct trace_thread *thread = trace_this_thread;
  if (thread == &trace_nobody) thread = trace_make_thread();
  if (!thread) return;
  thread->labels[(uintptr_t)type / 16 % label_cache_size] = (struct cached_label){type, label};
}
