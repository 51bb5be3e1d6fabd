#include "CUncachedAllocator.h"

/* jemalloc looks this symbol up when the process begins. Without caches a free shows in the totals at once, whichever
   thread made it. */
const char *const malloc_conf = "tcache:false,narenas:1";
