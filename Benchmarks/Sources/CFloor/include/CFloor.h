#ifndef SWITCHBOARD_CFLOOR_H
#define SWITCHBOARD_CFLOOR_H

#include <stdint.h>

// The floor: the cost in C of calling n functions through pointers, with nothing else done.

typedef struct floor_registry floor_registry;

/// Creates a registry with room for `capacity` pairs of function pointer and context. One allocation for the pairs.
floor_registry *_Nonnull floor_create(intptr_t capacity);
void floor_destroy(floor_registry *_Nonnull registry);

/// Adds a subscriber that writes to one of 16 shared sinks.
void floor_append(floor_registry *_Nonnull registry, intptr_t sink);

/// Calls every function with its context and `value`, in order.
void floor_send(const floor_registry *_Nonnull registry, intptr_t value);

/// Returns the sum of what all sinks have received, so that no compiler can leave out the work.
intptr_t floor_total(void);

// The floor of tracing: a loop that reads the cheapest clock and stores 32 bytes, with nothing else done.

typedef struct floor_ring floor_ring;

/// Creates a ring of `capacity` records, a power of two. One allocation.
floor_ring *_Nonnull floor_ring_create(intptr_t capacity);
void floor_ring_destroy(floor_ring *_Nonnull ring);

/// Writes `count` records of four words each: the processor's counter, a number, and `subject` twice.
void floor_ring_record(floor_ring *_Nonnull ring, intptr_t count, uint64_t subject);

/// Returns how many records have been written.
uint64_t floor_ring_count(const floor_ring *_Nonnull ring);

// The marks between which callgrind counts. Callgrind finds the marks by name.

void switchboard_region_begin(void);
void switchboard_region_end(void);

#endif
