#define _GNU_SOURCE
#include "CSwitchboardBroadcast.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__linux__)
#include <dirent.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

static pthread_mutex_t lot = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t lot_changed = PTHREAD_COND_INITIALIZER;
static _Thread_local void *innermost_call;
static _Thread_local void *innermost_dispatch;

// Another thread of the parent may hold the lot at the moment of a fork, and it does not exist in the child. The
// condition variable has sleepers that do not exist there either.
static void renew_lot(void) {
  lot = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  lot_changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, renew_lot); }

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

void switchboard_back_off(uint32_t turn) {
  enum { spins = 64, yields = 64 };
  if (turn < spins) {
    switchboard_spin_hint();
  } else if (turn < spins + yields) {
    sched_yield();
  } else {
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
  }
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

static enum switchboard_bias bias = SWITCHBOARD_BIAS_OFF;

static int has_other_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return 1;
  int entries = 0;
  while (readdir(tasks)) entries++;
  closedir(tasks);
  // "." and ".." are entries too.
  return entries > 3;
}

// Registers for the barrier when the program is loaded. The kernel makes a process with several threads wait for all of
// them, which takes milliseconds, and a process with one thread some microseconds. So a library that is loaded into a
// process with threads has no bias. The priority lets this function run before constructors that start threads, such as
// those of a trace or an inspector that the environment asks for.
__attribute__((constructor(101))) void switchboard_choose_bias(void) {
  bias = SWITCHBOARD_BIAS_OFF;
  const char *setting = getenv("SWITCHBOARD_THREAD_BIAS");
  int is_forced = setting && strcmp(setting, "always") == 0;
  if (setting && strcmp(setting, "off") == 0) return;
  if (!is_forced && has_other_threads()) return;
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) return;
  bias = is_forced ? SWITCHBOARD_BIAS_ALWAYS : SWITCHBOARD_BIAS_LIMITED;
}

enum switchboard_bias switchboard_bias(void) { return bias; }

void switchboard_barrier_on_all_threads(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
  // The call succeeded when the process began; continuing without the barrier would be unsound.
  fputs(
      "Switchboard: membarrier(2) worked when the process began and fails now. A system call filter that was "
      "installed meanwhile has to allow it, or run with SWITCHBOARD_THREAD_BIAS=off.\n",
      stderr);
  abort();
}

int64_t switchboard_coarse_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}

#endif
