#ifndef CSWITCHBOARDTRACING_H
#define CSWITCHBOARDTRACING_H

// The recorder: each thread writes fixed-size records into its own ring, and no other thread writes there. The recorder
// is written in C because Swift has no thread-local storage that costs one load, and no way to read the processor's
// time stamp counter.
//
// A record is four 64-bit words. The writer stores each word with release order, and a reader loads each word with
// acquire order. So a reader that catches a slot while it is overwritten also sees how far the writer has come, and
// discards the slot.
//
// | word | bits 0…7 | 8…63 | |
// |---|---|---|---|
// | 0 | kind, 5 bits; event, 2; indirect, 1 | time stamp | |
// | word | bits 0…23 | 24…63 | |
// | 1 | label | flow | |
// | 2 | count | subscription or cause | |
// | word | bits 0…31 | 32…63 | |
// | 3 | registry | site | of `lost`: how many |

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CSwitchboardCounts.h"

// --- Functions that probes call ---

// 0 while no session records. Otherwise the session's generation, whether the session is scoped, and its clock.
extern uint32_t switchboard_trace_mode;

static inline bool switchboard_trace_is_recording(void) {
  return __builtin_expect(__atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED) != 0, 0);
}

// The data of a registry or subscription for the trace: the number of the registry, and the number of its label.
typedef struct {
  uint32_t registry;
  uint32_t label;
} switchboard_trace_mark;

// The origin of queued or hopped work.
typedef struct {
  uint64_t flow;
  // In a trace without a clock, the count of the announcing record. Records of the announced activity have higher
  // counts.
  uint64_t time;
} switchboard_trace_origin;

// Returns a number for a subscription or an activity that is new in this process. 40 bits; 0 only if memory ran out.
uint64_t switchboard_trace_new_id(void);

// Returns a number for a registry that is new in this process. Registries are fewer, so 32 bits suffice.
uint32_t switchboard_trace_new_registry(void);

// Returns the number of a source line, or 0 if memory ran out. `file` must live as long as the process.
uint32_t switchboard_trace_site(const char *file, uint32_t line);

// Begins an activity. Returns the argument for `switchboard_trace_end`, or 0 if the activity was not recorded.
uint64_t switchboard_trace_begin(uint32_t kind, switchboard_trace_mark mark, uint32_t site);
// Begins the activity that `origin` announced.
uint64_t switchboard_trace_begin_from(switchboard_trace_origin origin, uint32_t kind, switchboard_trace_mark mark);
// Ends the activity, on the thread that began it.
void switchboard_trace_end(uint64_t activity);

// Records a moment, which the activity around it caused. `subject` is the subscription.
void switchboard_trace_moment(
    uint32_t kind, uint64_t subject, uint64_t count, switchboard_trace_mark mark, uint32_t site);
// Records a delivery, but only inside a recorded activity.
void switchboard_trace_deliver(uint32_t kind, uint64_t subscription, switchboard_trace_mark mark, uint32_t site);
// Announces an activity, which `switchboard_trace_begin_from` begins later.
switchboard_trace_origin switchboard_trace_announce(uint32_t kind, switchboard_trace_mark mark, uint32_t site);
// Announces an activity in the place of that of `origin`, which will not begin, with the same flow.
switchboard_trace_origin switchboard_trace_announce_instead(
    switchboard_trace_origin origin, uint32_t kind, switchboard_trace_mark mark, uint32_t site);
// Announces work of another process, under a number that both processes know.
void switchboard_trace_announce_flow(uint64_t flow, uint32_t kind, uint32_t site);

// Begins a dispatch to the subscriptions of several registries, which traces show as one `send`. Returns the argument
// for `switchboard_trace_end_dispatch`, or `switchboard_trace_no_dispatch` if the dispatch is not recorded.
static const uint64_t switchboard_trace_no_dispatch = 2;
uint64_t switchboard_trace_begin_dispatch(void);
// Begins the `send` of the dispatch, unless another registry has begun it. The end of the dispatch ends the `send`, and
// the result is 0. Outside of a dispatch this function is `switchboard_trace_begin`.
uint64_t switchboard_trace_begin_part(uint32_t kind, switchboard_trace_mark mark, uint32_t site);
void switchboard_trace_end_dispatch(uint64_t outer);

// Waits until the records that this thread made under a lock have found room, in a session in which threads wait.
// Called without a lock.
void switchboard_trace_settle(void);

// The state of a thread before it entered an activity.
typedef struct {
  uint64_t current;
  uint32_t mode;
} switchboard_trace_visit;

// Makes the activity `flow`, a new id, the cause of what this thread does until it leaves. In a scoped session, a
// recording starts with this call. No record is made.
switchboard_trace_visit switchboard_trace_enter(uint64_t flow);
void switchboard_trace_leave(switchboard_trace_visit visit);
// Returns the number of the ring into which this thread records, or 0 if the thread does not record.
uint32_t switchboard_trace_own_ring(void);

// A small cache per thread, which maps the address of a type to the number of its label. 0 if the type is not cached.
uint32_t switchboard_trace_cached_label(const void *type);
void switchboard_trace_cache_label(const void *type, uint32_t label);

// --- Functions that a session calls; the caller holds `lock` unless stated otherwise ---

typedef struct switchboard_trace_ring switchboard_trace_ring;

enum {
  SWITCHBOARD_TRACE_COUNTER = 1,   // the processor's invariant counter
  SWITCHBOARD_TRACE_MONOTONIC = 2, // the system's monotonic clock
  SWITCHBOARD_TRACE_SEQUENCE = 3,  // no clock: a count
};
enum {
  SWITCHBOARD_TRACE_OVERWRITE = 0,
  SWITCHBOARD_TRACE_STOP = 1,
  SWITCHBOARD_TRACE_STREAM_DROP = 2,
  SWITCHBOARD_TRACE_STREAM_WAIT = 3,
};

// One lock for everything outside the hot path.
void switchboard_trace_lock(void);
void switchboard_trace_unlock(void);

// Begins to record. `capacity` is the number of records per thread, a power of two. The records of ended threads are
// kept in as much memory as `rings` full rings take. A scoped session records only what threads do that have entered an
// activity, and what that leads to.
void switchboard_trace_open(uint32_t clock, uint32_t policy, uint64_t capacity, uint32_t rings, bool is_scoped);
// Ends the recording. In the child of a fork, recording has already ended. A thread in the middle of a record may
// finish that record a moment later.
void switchboard_trace_close(void);
// Makes records that find no room count as lost, so that no thread waits for room any more.
void switchboard_trace_give_up(void);
// Drops the rings of the session that was closed.
void switchboard_trace_release_rings(void);
// Drops the ring of an ended thread, after all its records have been read.
void switchboard_trace_release_ring(switchboard_trace_ring *ring);
// The records that were lost with the ring of a thread.
typedef struct {
  uint64_t thread_id;
  uint64_t lost;
  // Word 0 of the last of these records; 0 if it is unknown.
  uint64_t stamp;
  uint32_t number;
  // The number of threads whose losses `lost` adds up. The other fields are those of the last of these threads.
  uint32_t threads;
  char name[64];
} switchboard_trace_dropped;

// Returns the number of records lost by threads without a ring: ended threads whose ring was read or had to give way,
// and threads for which no ring could be made.
uint64_t switchboard_trace_lost_with_rings(void);
// Returns the number of all records that the session has lost. O(rings).
uint64_t switchboard_trace_lost(void);
uint32_t switchboard_trace_dropped_count(void);
// The oldest loss has the index 0.
const switchboard_trace_dropped *switchboard_trace_dropped_at(uint32_t index);

// The session's rings, oldest first.
switchboard_trace_ring *switchboard_trace_first_ring(void);
switchboard_trace_ring *switchboard_trace_next_ring(const switchboard_trace_ring *ring);

// Returns the number of records written to the ring so far. No lock needed, here and below.
uint64_t switchboard_trace_ring_head(const switchboard_trace_ring *ring);
// Returns the number of records that found no room since the ring last told of such records.
uint64_t switchboard_trace_ring_lost(const switchboard_trace_ring *ring);
// Returns the number of records that have been read for good.
uint64_t switchboard_trace_ring_tail(const switchboard_trace_ring *ring);
void switchboard_trace_ring_set_tail(switchboard_trace_ring *ring, uint64_t tail);
// Copies `count` records from position `from`.
void switchboard_trace_ring_copy(const switchboard_trace_ring *ring, uint64_t from, uint64_t count, uint64_t *words);
// Returns the number of records that wait beside the full ring, and are newer than those in it. Lock needed.
uint64_t switchboard_trace_ring_spilled(const switchboard_trace_ring *ring);
// Returns word 0 of the newest of these records, which must exist. Lock needed.
uint64_t switchboard_trace_ring_last_spilled(const switchboard_trace_ring *ring);
// Copies these records and removes them. Lock needed.
void switchboard_trace_ring_take_spilled(switchboard_trace_ring *ring, uint64_t *words);
uint64_t switchboard_trace_ring_capacity(const switchboard_trace_ring *ring);
uint32_t switchboard_trace_ring_number(const switchboard_trace_ring *ring);
uint64_t switchboard_trace_ring_thread(const switchboard_trace_ring *ring);
// Returns whether the ring's thread has ended. Lock needed.
bool switchboard_trace_ring_has_ended(const switchboard_trace_ring *ring);
// Copies the current name of the ring's thread, or its name when it ended. Lock needed.
void switchboard_trace_ring_name(const switchboard_trace_ring *ring, char *name, size_t size);

// Waits until a ring fills up, `switchboard_trace_wake_drainer` is called, or the time is over.
void switchboard_trace_wait_for_work(uint32_t milliseconds);
void switchboard_trace_wake_drainer(void);
// Wakes the drainer like `switchboard_trace_wake_drainer`, when the caller holds the lock.
void switchboard_trace_wake_drainer_locked(void);
// Sleeps until room was made or the drainer has finished.
void switchboard_trace_wait_until_drained(void);
// Wakes all threads that wait for room.
void switchboard_trace_made_room(void);
// Makes this thread record nothing, because the thread that writes the trace is no part of it. No lock needed.
void switchboard_trace_mute(void);
// Runs `body` on a new thread, with all signals blocked. Returns false if the system refuses. No lock needed.
bool switchboard_trace_spawn(void (*body)(void *), void *context);

int32_t switchboard_trace_process_id(void);
// Names the calling thread with as much of the name as the system accepts. No lock needed.
void switchboard_trace_name_thread(const char *name);

// --- Clocks; no lock needed ---

// Returns the cheapest clock that can be trusted on this machine.
uint32_t switchboard_trace_best_clock(void);
// Reads `clock` and the monotonic clock, in nanoseconds, at about the same moment.
void switchboard_trace_anchor(uint32_t clock, uint64_t *stamp, uint64_t *nanoseconds);

// --- Source lines; lock needed ---

uint32_t switchboard_trace_site_count(void);
void switchboard_trace_site_at(uint32_t index, const char **file, uint32_t *line);

// --- The census: which registries are alive; no lock needed ---

// A registry's entry in the census. The entry is part of the registry, which does not move. `object` is the registry,
// which the entry does not keep alive; `describe` tells the caller of a census about it.
typedef void (*switchboard_census_description)(void *object, void *context);

typedef struct switchboard_census_entry {
  struct switchboard_census_entry *next;
  struct switchboard_census_entry **back;
  void *object;
  switchboard_census_description describe;
} switchboard_census_entry;

// The number of running leak checks, which need to know which code subscribes.
extern uint32_t switchboard_census_scopes;

static inline bool switchboard_census_has_scopes(void) {
  return __builtin_expect(__atomic_load_n(&switchboard_census_scopes, __ATOMIC_RELAXED) != 0, 0);
}

void switchboard_census_scope_opened(void);
void switchboard_census_scope_closed(void);

// Adds a registry's entry to the census, or removes it. `number` is the registry's number. An enlisted entry must be
// delisted before the registry is deallocated.
void switchboard_census_enlist(switchboard_census_entry *entry, uint32_t number);
void switchboard_census_delist(switchboard_census_entry *entry, uint32_t number);
// Calls `body` with each live registry. `body` owns a reference to the object, and must run no user code, because no
// other census can run meanwhile.
void switchboard_census_for_each(
    void (*body)(void *object, switchboard_census_description describe, void *context), void *context);

#endif
