#ifndef CSWITCHBOARDBROADCAST_H
#define CSWITCHBOARDBROADCAST_H

// What Swift's standard library does not offer: a place to sleep, and thread-local storage that costs one load.
// The only platform file of its target; POSIX threads, so the same on Linux and on Apple's systems.

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

// Tells the processor that this thread is spinning.
static inline void switchboard_spin_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#endif
