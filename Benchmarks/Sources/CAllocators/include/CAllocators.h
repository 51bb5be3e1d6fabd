#ifndef SWITCHBOARD_CALLOCATORS_H
#define SWITCHBOARD_CALLOCATORS_H

#include <stdbool.h>
#include <stdint.h>

// What allocators tell about the memory of a process. Nothing here allocates memory from the allocator.
// All functions are for processes with one thread.

/// Counts from now on the bytes that the program requests of a preloaded jemalloc, before rounding to size classes.
/// Counts blocks that are allocated after the call. Uses a table outside of the heap with room for `blocks` live
/// blocks, all of whose pages are in memory when the function returns. Returns false without jemalloc.
bool switchboard_requests_count(intptr_t blocks);

/// Returns the requested bytes of all live blocks; -1 if nothing counts them, or if there were more blocks than room.
intptr_t switchboard_requests_live(void);

/// Returns the bytes in live blocks of a preloaded mimalloc, in size classes; -1 without mimalloc. Walks all pages.
intptr_t switchboard_mimalloc_live(void);

/// Gives free memory of a preloaded mimalloc back to the system. Returns false without mimalloc.
bool switchboard_mimalloc_purge(void);

/// Returns the bytes in live blocks of the system's allocator, with their headers and with the few free blocks that
/// thread caches keep; -1 if the system's allocator does not tell.
intptr_t switchboard_system_live(void);

/// Gives free memory of the system's allocator back to the system. Returns false where it cannot.
bool switchboard_system_purge(void);

#endif
