#ifndef CSWITCHBOARDBROADCAST_H
#define CSWITCHBOARDBROADCAST_H

// What Swift's standard library does not offer: a place to sleep, thread-local storage that costs one load, and a barrier
// that only the rare side pays for. The platform file of SwitchboardBroadcast.

#include <stdbool.h>
#include <stdint.h>

// The parking lot: one mutex and one condition variable per process. Only slow paths come here, so sharing it costs
// nothing that a registry would notice and saves every registry 88 bytes.
void switchboard_lot_lock(void);
void switchboard_lot_unlock(void);
// Sleeps until somebody wakes the lot. The lot must be locked by the caller; it is again on return.
void switchboard_lot_wait(void);
void switchboard_lot_wake_all(void);

// Top of this thread's chain of the waitable calls that it is inside of (innermost first).
void *switchboard_innermost_call(void);
void switchboard_set_innermost_call(void *call);

// The innermost of the dispatches of buses that this thread is inside of and whose handlers may ask for it.
void *switchboard_innermost_dispatch(void);
void switchboard_set_innermost_dispatch(void *dispatch);

// Which call of an `update` function this thread's code is a part of: see UpdateScope.swift. 0 outside of them.
extern _Thread_local uint64_t switchboard_thread_update_scope;

static inline uint64_t switchboard_update_scope(void) { return switchboard_thread_update_scope; }
static inline void switchboard_set_update_scope(uint64_t scope) { switchboard_thread_update_scope = scope; }

// A number that no other call, on whatever thread, gets; never 0. Threads take numbers in blocks, so that they do not
// share a counter.
uint64_t switchboard_next_update_scope(void);

// Tells the processor that this thread is spinning.
static inline void switchboard_spin_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Identifies the calling thread for as long as it lives; never 0. Where thread bias is not supported, a value that no
// registry is ever biased to.
static inline uintptr_t switchboard_current_thread(void) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  return (uintptr_t)__builtin_thread_pointer();
#else
  return 1;
#endif
}

// Keeps the compiler from moving memory accesses across it. Costs nothing at run time.
static inline void switchboard_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

// Tells the optimiser that this point is never reached.
_Noreturn static inline void switchboard_unreachable(void) { __builtin_unreachable(); }

// Whether new registries may be biased to a thread: needs Linux's membarrier(2). Ends for good once the process has
// revoked more biases than it is likely to gain from. SWITCHBOARD_THREAD_BIAS in the environment: "off" turns it off,
// "always" lifts that limit.
bool switchboard_bias_is_available(void);

// Makes every thread of the process pass a full memory barrier before it returns. Some microseconds.
void switchboard_barrier_on_all_threads(void);

// Lets another thread run.
void switchboard_yield(void);

#endif
