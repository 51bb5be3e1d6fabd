#ifndef CSWITCHBOARDTRACING_H
#define CSWITCHBOARDTRACING_H

// The recorder: each thread writes fixed-size records into a ring of its own; nobody else writes there. In C because
// Swift has no thread-local storage that costs one load, and no way to read the processor's time stamp counter.
//
// A record is four 64-bit words. Each is stored with release and read with acquire, so a reader that catches a slot while
// it is being overwritten also sees how far its writer has come, and throws the slot away.
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

// --- What probes call ---

// 0: nobody records. Otherwise the session's generation, shifted by 2, and its clock.
extern uint32_t switchboard_trace_mode;

static inline bool switchboard_trace_is_recording(void) {
  return __builtin_expect(__atomic_load_n(&switchboard_trace_mode, __ATOMIC_RELAXED) != 0, 0);
}

// What is known of a registry or subscription for the trace: its number, and the number of its name.
typedef struct {
  uint32_t registry;
  uint32_t label;
} switchboard_trace_mark;

// Where queued or hopping work came from.
typedef struct {
  uint64_t flow;
  // In a trace without clock: later than everything that led here.
  uint64_t time;
} switchboard_trace_origin;

// A process-wide number that was not used before: of a registry, subscription or activity. 40 bits, never 0.
uint64_t switchboard_trace_new_id(void);

// The same for registries, of which there are fewer: 32 bits.
uint32_t switchboard_trace_new_registry(void);

// The number of a source line. `file` must live as long as the process.
uint32_t switchboard_trace_site(const char *file, uint32_t line);

// Begins an activity. Returns what `switchboard_trace_end` takes; 0 if it was not recorded.
uint64_t switchboard_trace_begin(uint32_t kind, switchboard_trace_mark mark, uint32_t site);
// Begins the activity that `origin` announced.
uint64_t switchboard_trace_begin_from(switchboard_trace_origin origin, uint32_t kind, switchboard_trace_mark mark);
// Ends it, on the same thread.
void switchboard_trace_end(uint64_t activity);

// A moment, caused by the activity around it. `subject` is the subscription.
void switchboard_trace_moment(
    uint32_t kind, uint64_t subject, uint64_t count, switchboard_trace_mark mark, uint32_t site);
// A delivery. Not recorded outside of a recorded activity.
void switchboard_trace_deliver(uint32_t kind, uint64_t subscription, switchboard_trace_mark mark, uint32_t site);
// Announces an activity to come, to be begun by `switchboard_trace_begin_from`.
switchboard_trace_origin switchboard_trace_announce(uint32_t kind, switchboard_trace_mark mark, uint32_t site);

// A small cache, per thread, of names by the address of a type. 0: not in it.
uint32_t switchboard_trace_cached_label(const void *type);
void switchboard_trace_cache_label(const void *type, uint32_t label);

// --- What a session calls; `lock` must be held unless said otherwise ---

typedef struct switchboard_trace_ring switchboard_trace_ring;

enum {
  SWITCHBOARD_TRACE_COUNTER = 1,   // the processor's invariant counter
  SWITCHBOARD_TRACE_MONOTONIC = 2, // the system's monotonic clock
  SWITCHBOARD_TRACE_SEQUENCE = 3,  // none: a count
};
enum {
  SWITCHBOARD_TRACE_OVERWRITE = 0,
  SWITCHBOARD_TRACE_STOP = 1,
  SWITCHBOARD_TRACE_STREAM_DROP = 2,
  SWITCHBOARD_TRACE_STREAM_WAIT = 3,
};

// One lock for everything that is not hot.
void switchboard_trace_lock(void);
void switchboard_trace_unlock(void);

// Begins to record. `capacity`, a power of two, is in records per thread; at most `rings` of threads that ended are kept.
void switchboard_trace_open(uint32_t clock, uint32_t policy, uint64_t capacity, uint32_t rings);
// Ends it. Who is in the middle of a record may finish it a moment later.
void switchboard_trace_close(void);
// From now on records that find no place are lost instead of waiting.
void switchboard_trace_give_up(void);
// Forgets the rings of the session that was closed.
void switchboard_trace_release_rings(void);
// Records lost with rings that were given up to newer threads.
uint64_t switchboard_trace_lost_with_rings(void);

// The session's rings, oldest first.
switchboard_trace_ring *switchboard_trace_first_ring(void);
switchboard_trace_ring *switchboard_trace_next_ring(const switchboard_trace_ring *ring);

// Records written to it so far. No lock needed, here and below.
uint64_t switchboard_trace_ring_head(const switchboard_trace_ring *ring);
// Records that found no place since the last one written.
uint64_t switchboard_trace_ring_lost(const switchboard_trace_ring *ring);
// Records that have been read for good.
uint64_t switchboard_trace_ring_tail(const switchboard_trace_ring *ring);
void switchboard_trace_ring_set_tail(switchboard_trace_ring *ring, uint64_t tail);
// Copies `count` records from position `from`.
void switchboard_trace_ring_copy(const switchboard_trace_ring *ring, uint64_t from, uint64_t count, uint64_t *words);
uint64_t switchboard_trace_ring_capacity(const switchboard_trace_ring *ring);
uint32_t switchboard_trace_ring_number(const switchboard_trace_ring *ring);
uint64_t switchboard_trace_ring_thread(const switchboard_trace_ring *ring);
// Whether its thread has ended. Lock needed.
bool switchboard_trace_ring_has_ended(const switchboard_trace_ring *ring);
// The name of its thread, as of now or when it ended. Lock needed.
void switchboard_trace_ring_name(const switchboard_trace_ring *ring, char *name, size_t size);

// Waits until a ring fills up, `switchboard_trace_wake_drainer` is called, or the time is over.
void switchboard_trace_wait_for_work(uint32_t milliseconds);
void switchboard_trace_wake_drainer(void);
// The same for who holds the lock.
void switchboard_trace_wake_drainer_locked(void);
// Sleeps until room was made or somebody finished.
void switchboard_trace_wait_until_drained(void);
// Wakes whoever waits for room.
void switchboard_trace_made_room(void);
// Makes this thread record nothing: what writes the trace is no part of it. No lock needed.
void switchboard_trace_mute(void);
// Runs `body` on a new thread, with all signals blocked. False if the system refuses. No lock needed.
bool switchboard_trace_spawn(void (*body)(void *), void *context);

int32_t switchboard_trace_process_id(void);

// --- Clocks; no lock needed ---

// The cheapest clock that can be trusted here.
uint32_t switchboard_trace_best_clock(void);
// Reads `clock` and the monotonic clock, in nanoseconds, at about the same moment.
void switchboard_trace_anchor(uint32_t clock, uint64_t *stamp, uint64_t *nanoseconds);

// --- Source lines; lock needed ---

uint32_t switchboard_trace_site_count(void);
void switchboard_trace_site_at(uint32_t index, const char **file, uint32_t *line);

// --- The census: which registries are alive; no lock needed ---

// A registry's place in it: in the registry, which stays where it is. The last two are a reference that keeps nothing alive.
typedef struct switchboard_census_entry {
  struct switchboard_census_entry *next;
  struct switchboard_census_entry **back;
  const void *object;
  const void *table;
} switchboard_census_entry;

// How many leak checks are running, which want to know who subscribes.
extern uint32_t switchboard_census_scopes;

static inline bool switchboard_census_has_scopes(void) {
  return __builtin_expect(__atomic_load_n(&switchboard_census_scopes, __ATOMIC_RELAXED) != 0, 0);
}

void switchboard_census_scope_opened(void);
void switchboard_census_scope_closed(void);

// `number` is that of the registry. What is enlisted must be delisted before it goes.
void switchboard_census_enlist(switchboard_census_entry *entry, uint32_t number);
void switchboard_census_delist(switchboard_census_entry *entry, uint32_t number);
// Calls `body` for each entry whose object is not being deinitialised, with a reference to the object that `body` has to
// take over. Under a lock that the object's deinit needs: no reference may be given up there that could be the last.
void switchboard_census_retain_each(void (*body)(const switchboard_census_entry *, void *), void *context);
// One census at a time, since while one lasts nothing that it has seen can go. Who has the turn may begin another.
void switchboard_census_begin_turn(void);
void switchboard_census_end_turn(void);

#endif
