#pragma once

/* The configuration of jemalloc in a program that links this library: no caches, so that the totals of the process are
   exact. Other allocators ignore the symbol. */
extern const char *const malloc_conf;
