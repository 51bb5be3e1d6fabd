#ifndef CSWITCHBOARDCOUNTS_H
#define CSWITCHBOARDCOUNTS_H

// The lists of everything that an inspector counts, used with the trait `Inspector`: the registries, and the
// subscriptions. Each list has many parts with a lock each. A visit holds the lock of one part at a time, so that a
// thread that makes or ends a subscription waits for a small part of a visit at most.

#include <stdbool.h>
#include <stdint.h>

// The place of an object in its list. The place is the first field of a struct of the object, which does not move. The
// object leaves the list before the object's memory is freed. A visitor reads what lies behind the place, and neither
// retains nor releases the object: the release could be the last one, and run code of the program.
typedef struct switchboard_counts_link {
  struct switchboard_counts_link *next;
  struct switchboard_counts_link **back;
} switchboard_counts_link;

enum { SWITCHBOARD_COUNTS_REGISTRIES = 0, SWITCHBOARD_COUNTS_SUBSCRIPTIONS = 1 };

// Adds an object to a list, or removes the object. `number` chooses the part, and must be the same in both calls.
void switchboard_counts_enlist(int list, switchboard_counts_link *link, uint64_t number);
void switchboard_counts_delist(int list, switchboard_counts_link *link, uint64_t number);

// The lock of the part for `number`, for a change of what a visitor reads.
void switchboard_counts_lock(int list, uint64_t number);
void switchboard_counts_unlock(int list, uint64_t number);

// Calls `body` with each object of a list, under the lock of the object's part. `body` runs no code of the program.
void switchboard_counts_visit(
    int list, void (*body)(const switchboard_counts_link *link, void *context), void *context);

// Makes a fork wait until no part is locked, because the child has no thread that would unlock the part.
void switchboard_counts_watch_forks(void);

// The time since the first call, by a clock that costs about 5 ns and ticks every few milliseconds.
uint64_t switchboard_counts_milliseconds(void);

// Keeps the memory of an object, but not the object, so that `switchboard_counts_is_gone` can be asked. Both are
// functions of the Swift runtime. Only for objects of Swift.
static inline void switchboard_counts_keep_memory(void *object) {
  extern void *swift_unownedRetain(void *);
  swift_unownedRetain(object);
}
static inline void switchboard_counts_free_memory(void *object) {
  extern void swift_unownedRelease(void *);
  swift_unownedRelease(object);
}
static inline bool switchboard_counts_is_gone(void *object) {
  extern bool swift_isDeallocating(void *);
  return swift_isDeallocating(object);
}

#endif
