#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

// Everything outside the hot path: threads, their rings, and the session to which the rings belong. One lock protects
// all of it.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_key;

static struct {
  uint32_t generation;
  uint32_t mode;
  uint32_t policy;
  uint64_t capacity;
  uint32_t ended_limit;
  uint32_t next_number;
  uint64_t lost_with_rings;
  bool has_work;
  struct switchboard_trace_ring *first;
  struct switchboard_trace_ring *last;
} session;

void switchboard_trace_lock(void) { pthread_mutex_lock(&lock); }
void switchboard_trace_unlock(void) { pthread_mutex_unlock(&lock); }

// --- Rings ---

static size_t bytes_of_ring(uint64_t capacity) {
  return sizeof(struct switchboard_trace_ring) + capacity * words_per_record * sizeof(uint64_t);
}

// Maps a ring. The mapping is populated where the system can do so, so that the first lap does not pay for page faults
// one by one. The session can give the memory of a mapping back while a thread still points to the ring.
static struct switchboard_trace_ring *map_ring(uint64_t capacity) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_POPULATE)
  flags |= MAP_POPULATE;
#endif
  void *memory = mmap(0, bytes_of_ring(capacity), PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return 0;
  struct switchboard_trace_ring *ring = memory;
  ring->capacity = capacity;
  ring->mask = capacity - 1;
  return ring;
}

// Releases a reference. The caller holds the lock.
static void drop_ring(struct switchboard_trace_ring *ring) {
  if (--ring->references == 0) munmap(ring, bytes_of_ring(ring->capacity));
}

static uint64_t limit_at_first(uint64_t capacity) {
  switch (session.policy) {
  case SWITCHBOARD_TRACE_OVERWRITE: return UINT64_MAX;
  case SWITCHBOARD_TRACE_STOP: return capacity;
  default: return capacity / 4;
  }
}

// Takes the ring out of the session's list. The caller holds the lock.
static void remove_ring(struct switchboard_trace_ring *ring) {
  struct switchboard_trace_ring **link = &session.first;
  struct switchboard_trace_ring *before = 0;
  while (*link != ring) {
    before = *link;
    link = &before->next;
  }
  *link = ring->next;
  if (session.last == ring) session.last = before;
  drop_ring(ring);
}

// Makes room for the ring of a new thread. Rings of ended threads are kept until they are read. But a recorder that
// runs forever must not grow with the number of ended threads. So the oldest such rings are dropped, and their records
// count as lost. More than one ring may have to go: threads that were alive at the same time may all have ended since
// the last thread came. The caller holds the lock.
static void make_room_for_ring(void) {
  uint32_t ended = 0;
  for (struct switchboard_trace_ring *ring = session.first; ring; ring = ring->next) ended += ring->ended;
  struct switchboard_trace_ring *ring = session.first;
  while (ended > 0 && ended >= session.ended_limit) {
    struct switchboard_trace_ring *next = ring->next;
    if (ring->ended) {
      session.lost_with_rings += ring->head + ring->lost - ring->tail;
      remove_ring(ring);
      ended--;
    }
    ring = next;
  }
}

// --- Threads ---

static void end_thread(void *context) {
  struct trace_thread *thread = context;
  pthread_mutex_lock(&lock);
  if (thread->ring) {
    pthread_getname_np(pthread_self(), thread->ring->name, sizeof thread->ring->name);
    thread->ring->ended = true;
    drop_ring(thread->ring);
  }
  pthread_mutex_unlock(&lock);
  // Code that runs later on this thread, such as other destructors, begins with no state.
  trace_this_thread = &trace_nobody;
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

bool trace_join_session(struct trace_thread *thread, uint32_t mode) {
  if (thread->is_muted) return false;
  if (thread->ring && thread->ring_mode == mode) {
    thread->mode = mode;
    thread->current = 0;
    return true;
  }
  pthread_mutex_lock(&lock);
  bool is_open = session.mode == mode;
  if (is_open) {
    if (thread->ring) drop_ring(thread->ring);
    make_room_for_ring();
    struct switchboard_trace_ring *ring = map_ring(session.capacity);
    thread->ring = ring;
    thread->mode = thread->ring_mode = ring ? mode : 0;
    if (ring) {
      ring->policy = session.policy;
      ring->limit = limit_at_first(session.capacity);
      ring->number = ++session.next_number;
      ring->thread_id = trace_system_thread_id();
      ring->references = 2;
      if (session.last) session.last->next = ring; else session.first = ring;
      session.last = ring;
      // The activities that the thread is in were not recorded in this session.
      thread->current = 0;
    } else {
      session.lost_with_rings++;
      is_open = false;
    }
  }
  pthread_mutex_unlock(&lock);
  return is_open;
}

bool trace_make_room(struct switchboard_trace_ring *ring) {
  uint64_t head = ring->head;
  while (true) {
    uint64_t tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
    uint32_t policy = __atomic_load_n(&ring->policy, __ATOMIC_RELAXED);
    bool is_streamed = policy == SWITCHBOARD_TRACE_STREAM_DROP || policy == SWITCHBOARD_TRACE_STREAM_WAIT;
    uint64_t space = tail + ring->capacity - head;
    if (is_streamed && space > 0) {
      uint64_t step = ring->capacity / 4;
      ring->limit = head + (space < step ? space : step);
      if (space <= ring->capacity - step) switchboard_trace_wake_drainer();
      return true;
    }
    if (policy != SWITCHBOARD_TRACE_STREAM_WAIT) break;
    pthread_mutex_lock(&lock);
    switchboard_trace_wake_drainer_locked();
    // `tail` is read again under the lock, because the drainer announces room under the lock.
    if (__atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE) == tail && ring->policy == SWITCHBOARD_TRACE_STREAM_WAIT) {
      pthread_cond_wait(&room, &lock);
    }
    pthread_mutex_unlock(&lock);
  }
  __atomic_store_n(&ring->lost, ring->lost + 1, __ATOMIC_RELAXED);
  return false;
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
  session.ended_limit = rings;
  session.next_number = 0;
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

void switchboard_trace_release_ring(switchboard_trace_ring *ring) { remove_ring(ring); }

void switchboard_trace_release_rings(void) {
  struct switchboard_trace_ring *ring = session.first;
  session.first = session.last = 0;
  while (ring) {
    struct switchboard_trace_ring *next = ring->next;
    // The ring's thread may still point to the ring and finish a record in it. The memory of the slots is given back
    // immediately.
    if (ring->references > 1) {
      size_t page = (size_t)sysconf(_SC_PAGESIZE);
      uintptr_t begin = ((uintptr_t)ring->slots + page - 1) / page * page;
      uintptr_t end = (uintptr_t)ring + bytes_of_ring(ring->capacity);
      if (end > begin) madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    drop_ring(ring);
    ring = next;
  }
}

uint64_t switchboard_trace_lost_with_rings(void) { return session.lost_with_rings; }

switchboard_trace_ring *switchboard_trace_first_ring(void) { return session.first; }
switchboard_trace_ring *switchboard_trace_next_ring(const switchboard_trace_ring *ring) { return ring->next; }

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
