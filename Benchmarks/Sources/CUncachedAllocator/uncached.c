#include "CUncachedAllocator.h"

/* jemalloc looks up this symbol when the process begins. Without caches, a free shows in the totals immediately,
   whichever thread calls it. */
const char *const malloc_conf = "tcache:false,narenas:1";
