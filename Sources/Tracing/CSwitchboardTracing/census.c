#include <pthread.h>
#include <stdlib.h>

#include "internal.h"

// The live registries: a list in each of a few shards, so that threads that make registries rarely wait for each other.

enum { shards = 16 };

static struct shard {
  pthread_mutex_t lock;
  switchboard_census_entry *first;
  size_t count;
} __attribute__((aligned(64))) census[shards] = {[0 ... shards - 1] = {PTHREAD_MUTEX_INITIALIZER, NULL, 0}};

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

uint32_t switchboard_census_scopes;

static struct shard *shard_of(uint32_t number) { return &census[number % shards]; }

void switchboard_census_enlist(switchboard_census_entry *entry, uint32_t number) {
  struct shard *shard = shard_of(number);
  pthread_mutex_lock(&shard->lock);
  entry->next = shard->first;
  entry->back = &shard->first;
  if (entry->next) entry->next->back = &entry->next;
  shard->first = entry;
  shard->count++;
  pthread_mutex_unlock(&shard->lock);
}

void switchboard_census_delist(switchboard_census_entry *entry, uint32_t number) {
  struct shard *shard = shard_of(number);
  pthread_mutex_lock(&shard->lock);
  *entry->back = entry->next;
  if (entry->next) entry->next->back = entry->back;
  shard->count--;
  pthread_mutex_unlock(&shard->lock);
}

// A function of the Swift runtime, which loads of weak references use. Returns null if the object is already being
// deallocated.
extern void *swift_tryRetain(void *object);

// The references of a shard are collected under its lock and released after the lock. A release may be the last one,
// and the object's deinit then takes the shard's lock to delist the object. Only one census runs at a time, so that no
// census counts an object that only another census keeps alive.
void switchboard_census_for_each(
    void (*body)(void *object, switchboard_census_description describe, void *context), void *context) {
  struct { void *object; switchboard_census_description describe; } *found = NULL;
  size_t capacity = 0;
  pthread_mutex_lock(&counting);
  for (int index = 0; index < shards; index++) {
    struct shard *shard = &census[index];
    size_t count = 0;
    pthread_mutex_lock(&shard->lock);
    if (capacity < shard->count) {
      capacity = shard->count;
      free(found);
      found = malloc(capacity * sizeof *found);
      if (!found) abort();
    }
    for (switchboard_census_entry *entry = shard->first; entry; entry = entry->next) {
      void *object = swift_tryRetain(entry->object);
      if (!object) continue;
      found[count].object = object;
      found[count++].describe = entry->describe;
    }
    pthread_mutex_unlock(&shard->lock);
    for (size_t at = 0; at < count; at++) body(found[at].object, found[at].describe, context);
  }
  pthread_mutex_unlock(&counting);
  free(found);
}

void switchboard_census_scope_opened(void) { __atomic_fetch_add(&switchboard_census_scopes, 1, __ATOMIC_RELAXED); }

void switchboard_census_scope_closed(void) { __atomic_fetch_sub(&switchboard_census_scopes, 1, __ATOMIC_RELAXED); }
