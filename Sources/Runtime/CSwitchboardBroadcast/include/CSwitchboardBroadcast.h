#ifndef CSWITCHBOARDBROADCAST_H
#define CSWITCHBOARDBROADCAST_H

// What Swift's standard library does not offer: a place to sleep, thread-local storage that costs one load, a clock
// that costs some nanoseconds, and a barrier that costs only the side that needs it rarely. The platform file of
// SwitchboardBroadcast.

#include <stdbool.h>
#include <stdint.h>

// The parking lot: one mutex and one condition variable per process. Only slow paths use the lot, so sharing it slows
// no registry noticeably and saves every registry 88 bytes.
void switchboard_lot_lock(void);
void switchboard_lot_unlock(void);
// Sleeps until a thread wakes the lot. The caller must have locked the lot, which is locked again on return.
void switchboard_lot_wait(void);
void switchboard_lot_wake_all(void);

// The top of this thread's chain of waitable calls in progress, innermost first.
void *switchboard_innermost_call(void);
void switchboard_set_innermost_call(void *call);

// The innermost bus dispatch in progress on this thread whose handlers may look the dispatch up.
void *switchboard_innermost_dispatch(void);
void switchboard_set_innermost_dispatch(void *dispatch);

// The `update` call that this thread's code is a part of: see UpdateScope.swift. 0 outside of such calls.
extern _Thread_local uint64_t switchboard_thread_update_scope;

static inline uint64_t switchboard_update_scope(void) { return switchboard_thread_update_scope; }
static inline void switchboard_set_update_scope(uint64_t scope) { switchboard_thread_update_scope = scope; }

// Returns a number that no other call on any thread gets; never 0. Threads take numbers in blocks, so that they seldom
// touch the shared counter.
uint64_t switchboard_next_update_scope(void);

// Tells the processor that this thread is spinning.
static inline void switchboard_spin_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
// Returns a number that identifies the calling thread for as long as the thread lives; neither 0 nor 1.
static inline uintptr_t switchboard_current_thread(void) { return (uintptr_t)__builtin_thread_pointer(); }

// Whether registries may be biased to a thread, which needs Linux's membarrier(2). SWITCHBOARD_THREAD_BIAS in the
// environment: "off" turns biasing off, "always" lifts the limit for revocations and the limit to processes that have
// one thread when the library is loaded.
enum switchboard_bias {
  SWITCHBOARD_BIAS_OFF,
  SWITCHBOARD_BIAS_LIMITED,
  SWITCHBOARD_BIAS_ALWAYS
};
enum switchboard_bias switchboard_bias(void);

// Reads the environment, which happens when the library is loaded. Tests call this function again, before any registry
// is made.
void switchboard_choose_bias(void);

// Makes every thread of the process pass a full memory barrier before this call returns. Takes some microseconds.
void switchboard_barrier_on_all_threads(void);

// Returns the time since some moment in nanoseconds, exact to some milliseconds. Costs some nanoseconds.
int64_t switchboard_coarse_time(void);
#endif

// Keeps the compiler from moving memory accesses across this point. Costs nothing at run time.
static inline void switchboard_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

// Tells the optimiser that this point is never reached.
_Noreturn static inline void switchboard_unreachable(void) { __builtin_unreachable(); }

// Waits for a thread that needs a few instructions: spins in the first turns, then yields, then sleeps. A thread with
// real-time priority that only yields keeps a thread with a lower priority from running.
void switchboard_back_off(uint32_t turn);

// Lets another thread run.
void switchboard_yield(void);

#endif
