#define _GNU_SOURCE
#include "CSwitchboardBroadcast.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

static pthread_mutex_t lot = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t lot_changed = PTHREAD_COND_INITIALIZER;
static _Thread_local void *innermost_call;
static _Thread_local void *innermost_dispatch;

void switchboard_lot_lock(void) { pthread_mutex_lock(&lot); }

void switchboard_lot_unlock(void) { pthread_mutex_unlock(&lot); }

void switchboard_lot_wait(void) { pthread_cond_wait(&lot_changed, &lot); }

void switchboard_lot_wake_all(void) {
  pthread_mutex_lock(&lot);
  pthread_cond_broadcast(&lot_changed);
  pthread_mutex_unlock(&lot);
}

void *switchboard_innermost_call(void) { return innermost_call; }

void switchboard_set_innermost_call(void *call) { innermost_call = call; }

void *switchboard_innermost_dispatch(void) { return innermost_dispatch; }

void switchboard_set_innermost_dispatch(void *dispatch) { innermost_dispatch = dispatch; }

_Thread_local uint64_t switchboard_thread_update_scope;

enum { scopes_of_a_block = 1 << 16 };

uint64_t switchboard_next_update_scope(void) {
  static atomic_uint_fast64_t blocks;
  static _Thread_local uint64_t next, end;
  if (next == end) {
    next = atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed) * scopes_of_a_block + 1;
    end = next + scopes_of_a_block;
  }
  return next++;
}

void switchboard_yield(void) { sched_yield(); }

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

// A revocation costs up to about 12 microseconds; a biased send saves about 10 nanoseconds. A program that hands its
// registries from thread to thread should lose only a few milliseconds before biasing stops.
enum { revocation_limit = 1024 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool available;
static atomic_int revocations;
static bool is_limited = true;

static void register_membarrier(void) {
  const char *setting = getenv("SWITCHBOARD_THREAD_BIAS");
  if (setting && strcmp(setting, "off") == 0) return;
  if (setting && strcmp(setting, "always") == 0) is_limited = false;
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0) {
    atomic_store_explicit(&available, true, memory_order_relaxed);
  }
}

bool switchboard_bias_is_available(void) {
  pthread_once(&once, register_membarrier);
  return atomic_load_explicit(&available, memory_order_relaxed);
}

void switchboard_barrier_on_all_threads(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) {
    // The call succeeded when the process began; continuing without the barrier would be unsound.
    fputs(
        "Switchboard: membarrier(2) worked when the process began and fails now. A system call filter that was "
        "installed meanwhile has to allow it, or run with SWITCHBOARD_THREAD_BIAS=off.\n",
        stderr);
    abort();
  }
  if (atomic_fetch_add_explicit(&revocations, 1, memory_order_relaxed) + 1 >= revocation_limit && is_limited) {
    atomic_store_explicit(&available, false, memory_order_relaxed);
  }
}

#else

bool switchboard_bias_is_available(void) { return false; }

void switchboard_barrier_on_all_threads(void) { abort(); }

#endif
