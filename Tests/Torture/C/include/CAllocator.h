#pragma once
#include <stddef.h>

/// Returns the bytes that are allocated and not freed, by jemalloc if it is linked or preloaded.
size_t torture_live_bytes(void);

/// Returns what ``torture_live_bytes`` asks.
const char *torture_allocator(void);
