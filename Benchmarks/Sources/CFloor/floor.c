#include "CFloor.h"

#include <stdlib.h>

// Each sink fills a cache line, as if it were an object of its own.
typedef struct {
  intptr_t total;
  intptr_t padding[7];
} sink;

typedef struct {
  void (*function)(void *context, intptr_t value);
  void *context;
} subscriber;

struct floor_registry {
  subscriber *subscribers;
  intptr_t count;
};

static sink sinks[16];

__attribute__((noinline)) static void hit(void *context, intptr_t value) { ((sink *)context)->total += value; }

floor_registry *floor_create(intptr_t capacity) {
  floor_registry *registry = malloc(sizeof *registry);
  if (!registry) abort();
  registry->subscribers = malloc((size_t)capacity * sizeof(subscriber));
  if (!registry->subscribers) abort();
  registry->count = 0;
  return registry;
}

void floor_destroy(floor_registry *registry) {
  free(registry->subscribers);
  free(registry);
}

void floor_append(floor_registry *registry, intptr_t index) {
  registry->subscribers[registry->count++] = (subscriber){hit, &sinks[index & 15]};
}

void floor_send(const floor_registry *registry, intptr_t value) {
  const subscriber *end = registry->subscribers + registry->count;
  // Unrolled, because the time of a tight loop around one indirect call is not stable. Such a loop takes four or six
  // cycles a round, depending on what the branch predictor has learned. With four calls a round, each call takes four
  // cycles.
#pragma clang loop unroll_count(4)
  for (const subscriber *each = registry->subscribers; each != end; each++) each->function(each->context, value);
}

intptr_t floor_total(void) {
  intptr_t total = 0;
  for (int index = 0; index < 16; index++) total += sinks[index].total;
  return total;
}

// The empty assembly keeps the calls and their order.
__attribute__((noinline)) void switchboard_region_begin(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void switchboard_region_end(void) { __asm__ volatile("" ::: "memory"); }
