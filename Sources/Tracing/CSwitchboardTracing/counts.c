#include "CSwitchboardCounts.h"

#include <pthread.h>
#include <time.h>

enum { lists = 2, parts = 256 };

static struct part {
  pthread_mutex_t lock;
  switchboard_counts_link *first;
} __attribute__((aligned(64))) all[lists][parts] = {
    [0 ... lists - 1] = {[0 ... parts - 1] = {PTHREAD_MUTEX_INITIALIZER, 0}}};

static struct part *part_of(int list, uint64_t number) { return &all[list][number % parts]; }

void switchboard_counts_enlist(int list, switchboard_counts_link *link, uint64_t number) {
  struct part *part = part_of(list, number);
  pthread_mutex_lock(&part->lock);
  link->next = part->first;
  link->back = &part->first;
  if (link->next) link->next->back = &link->next;
  part->first = link;
  pthread_mutex_unlock(&part->lock);
}

void switchboard_counts_delist(int list, switchboard_counts_link *link, uint64_t number) {
  struct part *part = part_of(list, number);
  pthread_mutex_lock(&part->lock);
  *link->back = link->next;
  if (link->next) link->next->back = link->back;
  pthread_mutex_unlock(&part->lock);
}

void switchboard_counts_lock(int list, uint64_t number) { pthread_mutex_lock(&part_of(list, number)->lock); }
void switchboard_counts_unlock(int list, uint64_t number) { pthread_mutex_unlock(&part_of(list, number)->lock); }

void switchboard_counts_visit(
    int list, void (*body)(const switchboard_counts_link *link, void *context), void *context) {
  for (int index = 0; index < parts; index++) {
    struct part *part = &all[list][index];
    pthread_mutex_lock(&part->lock);
    for (const switchboard_counts_link *link = part->first; link; link = link->next) body(link, context);
    pthread_mutex_unlock(&part->lock);
  }
}

// --- Forks ---

static void lock_all(void) {
  for (int list = 0; list < lists; list++) {
    for (int index = 0; index < parts; index++) pthread_mutex_lock(&all[list][index].lock);
  }
}

static void unlock_all(void) {
  for (int list = 0; list < lists; list++) {
    for (int index = 0; index < parts; index++) pthread_mutex_unlock(&all[list][index].lock);
  }
}

static void watch(void) { pthread_atfork(lock_all, unlock_all, unlock_all); }

void switchboard_counts_watch_forks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch);
}

// --- Time ---

uint64_t switchboard_counts_milliseconds(void) {
#if defined(__linux__)
  enum { coarse = CLOCK_MONOTONIC_COARSE };
#else
  enum { coarse = CLOCK_MONOTONIC };
#endif
  static uint64_t first;
  struct timespec time;
  clock_gettime(coarse, &time);
  uint64_t now = (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
  uint64_t begin = __atomic_load_n(&first, __ATOMIC_RELAXED);
  if (begin == 0 && __atomic_compare_exchange_n(&first, &begin, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    begin = now;
  }
  return now - begin;
}
