#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

// Threads, and the session to which their rings belong. One lock protects all of it; rings.c uses the lock too.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_key;

struct trace_session trace_session;
#define session trace_session

void switchboard_trace_lock(void) { pthread_mutex_lock(&lock); }
void switchboard_trace_unlock(void) { pthread_mutex_unlock(&lock); }

// --- Threads ---

// Whether the destructors of this thread run.
static _Thread_local bool thread_is_ending;

static void end_thread(void *context) {
  struct trace_thread *thread = context;
  pthread_mutex_lock(&lock);
  if (thread->ring) trace_retire_ring(thread->ring);
  pthread_mutex_unlock(&lock);
  // Code that runs later on this thread, such as other destructors, begins with no state.
  trace_this_thread = &trace_nobody;
  thread_is_ending = true;
  free(thread);
}

static void make_key(void) { pthread_key_create(&thread_key, end_thread); }

struct trace_thread *trace_make_thread(void) {
  pthread_once(&key_once, make_key);
  struct trace_thread *thread = calloc(1, sizeof *thread);
  if (!thread) return 0;
  // Without the key's destructor the ring would never be marked as ended.
  if (pthread_setspecific(thread_key, thread) != 0) {
    free(thread);
    return 0;
  }
  trace_this_thread = thread;
  return thread;
}

void switchboard_trace_mute(void) {
  struct trace_thread *thread = trace_make_thread();
  if (thread) thread->is_muted = true;
}

// Notes for which dispatch queue this thread works. The ring has the names of all of them, as far as they fit.
static void note_queue(struct trace_thread *thread) {
  char name[sizeof thread->queue];
  trace_queue_name(name, sizeof name);
  if (strcmp(name, thread->queue) == 0 && thread->ring->queues[0]) return;
  memcpy(thread->queue, name, sizeof name);
  pthread_mutex_lock(&lock);
  char *queues = thread->ring->queues;
  size_t room = sizeof thread->ring->queues, used = strlen(queues);
  if (used == 0) {
    snprintf(queues, room, "%s", name);
  } else if (!strstr(queues, name) && used + 2 + strlen(name) < room) {
    snprintf(queues + used, room - used, ", %s", name);
  }
  pthread_mutex_unlock(&lock);
}

bool trace_join_session(struct trace_thread *thread, uint32_t mode) {
  if (thread->is_muted) return false;
  bool is_known = thread->ring && thread->ring_mode == mode;
  bool has_joined = is_known;
  if (!is_known) {
    pthread_mutex_lock(&lock);
    if (session.mode == mode) {
      if (thread->ring) trace_drop_ring(thread->ring);
      thread->ring = trace_make_ring();
      thread->ring_mode = thread->ring ? mode : 0;
      has_joined = thread->ring;
    }
    pthread_mutex_unlock(&lock);
    thread->mode = 0;
  }
  if (!has_joined) return false;
  thread->mode = mode;
  // The activities that the thread is in were not recorded in this session.
  thread->current = 0;
  // libdispatch frees its state of a worker in a destructor, and once more if it is asked for a queue afterwards.
  if (!is_known) thread->is_worker = !thread_is_ending && trace_is_worker();
  thread->leaves = thread->is_worker || mode & mode_is_scoped;
  if (thread->is_worker) note_queue(thread);
  return true;
}

bool trace_make_room(struct switchboard_trace_ring *ring, bool may_wait) {
  uint64_t head = ring->head;
  while (true) {
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    uint64_t spilled = __atomic_load_n(&ring->spilled_count, __ATOMIC_ACQUIRE);
    uint32_t policy = __atomic_load_n(&ring->policy, __ATOMIC_RELAXED);
    bool is_streamed = policy == SWITCHBOARD_TRACE_STREAM_DROP || policy == SWITCHBOARD_TRACE_STREAM_WAIT;
    uint64_t space = tail + ring->capacity - head;
    if (is_streamed && space > 0 && spilled == 0) {
      uint64_t step = ring->capacity / 4;
      ring->limit = head + (space < step ? space : step);
      if (space <= ring->capacity - step) switchboard_trace_wake_drainer();
      return true;
    }
    if (policy != SWITCHBOARD_TRACE_STREAM_WAIT || !may_wait) return false;
    pthread_mutex_lock(&lock);
    switchboard_trace_wake_drainer_locked();
    // Both are read again under the lock, because the drainer announces room under the lock.
    if (__atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE) == tail && ring->spilled_count == spilled &&
        ring->policy == SWITCHBOARD_TRACE_STREAM_WAIT) {
      pthread_cond_wait(&room, &lock);
    }
    pthread_mutex_unlock(&lock);
  }
}

bool trace_spill(struct switchboard_trace_ring *ring, uint64_t word0, uint64_t word1, uint64_t word2, uint64_t word3) {
  pthread_mutex_lock(&lock);
  bool has_room = ring->policy == SWITCHBOARD_TRACE_STREAM_WAIT && trace_grow_spill(ring);
  if (has_room) {
    uint64_t *slot = ring->spilled + ring->spilled_count * words_per_record;
    slot[0] = word0, slot[1] = word1, slot[2] = word2, slot[3] = word3;
    __atomic_store_n(&ring->spilled_count, ring->spilled_count + 1, __ATOMIC_RELEASE);
    switchboard_trace_wake_drainer_locked();
  }
  pthread_mutex_unlock(&lock);
  return has_room;
}

// --- The session ---

// Stops recording in the child of a fork. The child has no thread that reads the records, and would wait for room
// forever.
static void stop_in_child(void) {
  // Another thread of the parent may have held the lock.
  pthread_mutex_init(&lock, 0);
  switchboard_trace_close();
}

static void watch_forks(void) { pthread_atfork(0, 0, stop_in_child); }

void switchboard_trace_open(uint32_t clock, uint32_t policy, uint64_t capacity, uint32_t rings, bool is_scoped) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  session.generation = (session.generation + 1) & 0x1FFFFFFF;
  if (session.generation == 0) session.generation = 1;
  session.mode = session.generation << mode_generation_shift | (is_scoped ? mode_is_scoped : 0) | clock;
  session.policy = policy;
  session.capacity = capacity;
  session.ended_rings = rings;
  session.ended_bytes = 0;
  session.next_number = 0;
  session.dropped_count = 0;
  session.lost_with_rings = 0;
  session.has_work = false;
  __atomic_store_n(&switchboard_trace_mode, session.mode, __ATOMIC_SEQ_CST);
}

void switchboard_trace_close(void) {
  __atomic_store_n(&switchboard_trace_mode, 0, __ATOMIC_SEQ_CST);
  session.mode = 0;
}

void switchboard_trace_give_up(void) {
  if (session.policy == SWITCHBOARD_TRACE_STREAM_WAIT) {
    session.policy = SWITCHBOARD_TRACE_STREAM_DROP;
    for (struct switchboard_trace_ring *ring = session.first; ring; ring = ring->next) {
      __atomic_store_n(&ring->policy, SWITCHBOARD_TRACE_STREAM_DROP, __ATOMIC_RELAXED);
    }
  }
  pthread_cond_broadcast(&room);
}

void switchboard_trace_wait_for_work(uint32_t milliseconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)milliseconds * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  while (!session.has_work) {
    if (pthread_cond_timedwait(&work, &lock, &until) == ETIMEDOUT) break;
  }
  session.has_work = false;
}

void switchboard_trace_wake_drainer_locked(void) {
  session.has_work = true;
  pthread_cond_signal(&work);
}

void switchboard_trace_wake_drainer(void) {
  pthread_mutex_lock(&lock);
  switchboard_trace_wake_drainer_locked();
  pthread_mutex_unlock(&lock);
}

void switchboard_trace_wait_until_drained(void) { pthread_cond_wait(&room, &lock); }

void switchboard_trace_made_room(void) { pthread_cond_broadcast(&room); }
