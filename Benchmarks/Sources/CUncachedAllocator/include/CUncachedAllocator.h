#pragma once

/* How jemalloc is to be set up in a program that links this: no caches, so that the totals of the process are exact. Other
   allocators do not know it. */
extern const char *const malloc_conf;
