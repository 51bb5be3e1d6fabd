#include <pthread.h>

#include "recorder.h"

// What is alive: a list in each of a few shards, so that threads that make registries rarely wait for each other.

enum { shards = 16 };

static struct shard {
  pthread_mutex_t lock;
  switchboard_census_entry *first;
} __attribute__((aligned(64))) census[shards] = {[0 ... shards - 1] = {PTHREAD_MUTEX_INITIALIZER, NULL}};

uint32_t switchboard_census_scopes;

static struct shard *shard_of(uint32_t number) { return &census[number % shards]; }

void switchboard_census_enlist(switchboard_census_entry *entry, uint32_t number) {
  struct shard *shard = shard_of(number);
  pthread_mutex_lock(&shard->lock);
  entry->next = shard->first;
  entry->back = &shard->first;
  if (entry->next) entry->next->back = &entry->next;
  shard->first = entry;
  pthread_mutex_unlock(&shard->lock);
}

void switchboard_census_delist(switchboard_census_entry *entry, uint32_t number) {
  struct shard *shard = shard_of(number);
  pthread_mutex_lock(&shard->lock);
  *entry->back = entry->next;
  if (entry->next) entry->next->back = entry->back;
  pthread_mutex_unlock(&shard->lock);
}

// Of the Swift runtime: what a weak reference does to become a strong one. Null: the object is being deinitialised.
void *swift_tryRetain(void *object);

void switchboard_census_retain_each(void (*body)(const switchboard_census_entry *, void *), void *context) {
  for (int index = 0; index < shards; index++) {
    pthread_mutex_lock(&census[index].lock);
    for (switchboard_census_entry *entry = census[index].first; entry; entry = entry->next) {
      if (swift_tryRetain((void *)entry->object)) body(entry, context);
    }
    pthread_mutex_unlock(&census[index].lock);
  }
}

static pthread_mutex_t turn;

__attribute__((constructor)) static void make_turn(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&turn, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void switchboard_census_begin_turn(void) { pthread_mutex_lock(&turn); }
void switchboard_census_end_turn(void) { pthread_mutex_unlock(&turn); }

void switchboard_census_scope_opened(void) { __atomic_fetch_add(&switchboard_census_scopes, 1, __ATOMIC_RELAXED); }

void switchboard_census_scope_closed(void) { __atomic_fetch_sub(&switchboard_census_scopes, 1, __ATOMIC_RELAXED); }
