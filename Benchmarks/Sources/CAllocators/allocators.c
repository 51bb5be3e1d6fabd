#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stddef.h>
#endif

#include "CAllocators.h"

#if defined(__linux__)

// As in mimalloc.h, version 2.
typedef struct {
  void *blocks;
  size_t reserved, committed, used, block_size, full_block_size;
} mimalloc_area;

typedef bool mimalloc_visitor(const void *heap, const mimalloc_area *area, void *block, size_t size, void *sum);

static bool add(const void *heap, const mimalloc_area *area, void *block, size_t size, void *sum) {
  (void)heap, (void)block, (void)size;
  *(intptr_t *)sum += (intptr_t)(area->used * area->block_size);
  return true;
}

intptr_t switchboard_mimalloc_live(void) {
  void *(*heap)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "mi_heap_get_default");
  bool (*visit)(const void *, bool, mimalloc_visitor *, void *) =
      (bool (*)(const void *, bool, mimalloc_visitor *, void *))dlsym(RTLD_DEFAULT, "mi_heap_visit_blocks");
  intptr_t sum = 0;
  return heap && visit && visit(heap(), false, add, &sum) ? sum : -1;
}

bool switchboard_mimalloc_purge(void) {
  void (*collect)(bool) = (void (*)(bool))dlsym(RTLD_DEFAULT, "mi_collect");
  if (collect) collect(true);
  return collect != NULL;
}

#else

intptr_t switchboard_mimalloc_live(void) { return -1; }
bool switchboard_mimalloc_purge(void) { return false; }

#endif

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)

intptr_t switchboard_system_live(void) {
  struct mallinfo2 figures = mallinfo2();
  return (intptr_t)(figures.uordblks + figures.hblkhd);
}

bool switchboard_system_purge(void) {
  malloc_trim(0);
  return true;
}

#else

intptr_t switchboard_system_live(void) { return -1; }
bool switchboard_system_purge(void) { return false; }

#endif
