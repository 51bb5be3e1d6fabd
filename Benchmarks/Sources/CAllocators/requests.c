#include "CAllocators.h"

#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/mman.h>

// jemalloc calls these hooks after it has allocated a block, before it frees a block, and after it has resized a block
// in place. The numbers of the functions and the order of their arguments are those of jemalloc's hook.h.
enum { on_malloc, on_posix_memalign, on_aligned_alloc, on_calloc, on_memalign, on_valloc, on_mallocx, on_realloc };

typedef void alloc_hook(void *extra, int function, void *block, uintptr_t result, uintptr_t arguments[3]);
typedef void free_hook(void *extra, int function, void *block, uintptr_t arguments[4]);
typedef void resize_hook(
    void *extra, int function, void *block, size_t old_size, size_t new_size, uintptr_t result,
    uintptr_t arguments[4]);
typedef int mallctl_function(const char *, void *, size_t *, void *, size_t);

typedef struct {
  alloc_hook *allocated;
  free_hook *freed;
  resize_hook *resized;
  void *extra;
} hooks;

typedef struct {
  uintptr_t block;
  intptr_t requested;
} entry;

// A hash table with linear probing. At most a quarter of its places are in use.
static entry *table;
static uintptr_t mask;
static uintptr_t used;
static intptr_t live = -1;

static uintptr_t place(uintptr_t block) {
  // Blocks are aligned, so the low bits are always 0.
  return (uintptr_t)(((uint64_t)block >> 4) * 0x9E3779B97F4A7C15u >> 20) & mask;
}

static void insert(uintptr_t block, intptr_t requested) {
  if (!block || live < 0) return;
  if (used > mask / 2) {
    live = -1;
    return;
  }
  uintptr_t at = place(block);
  while (table[at].block) at = (at + 1) & mask;
  table[at] = (entry){block, requested};
  used += 1;
  live += requested;
}

// Returns the place of a block. A block from before the count has no place: the entry there is empty.
static uintptr_t find(uintptr_t block) {
  uintptr_t at = place(block);
  while (table[at].block && table[at].block != block) at = (at + 1) & mask;
  return at;
}

static void take_out(uintptr_t block) {
  if (live < 0) return;
  uintptr_t hole = find(block);
  if (!table[hole].block) return;
  live -= table[hole].requested;
  used -= 1;
  // Moves later entries into the hole, as far as they may lie there, so that a search never meets a hole too early.
  for (uintptr_t next = (hole + 1) & mask; table[next].block; next = (next + 1) & mask) {
    uintptr_t home = place(table[next].block);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    table[hole] = table[next];
    hole = next;
  }
  table[hole].block = 0;
}

static void allocated(void *extra, int function, void *block, uintptr_t result, uintptr_t arguments[3]) {
  (void)extra, (void)result;
  uintptr_t size;
  switch (function) {
    case on_calloc: size = arguments[0] * arguments[1]; break;
    case on_posix_memalign: size = arguments[2]; break;
    case on_malloc: case on_valloc: case on_mallocx: size = arguments[0]; break;
    default: size = arguments[1]; break;
  }
  insert((uintptr_t)block, (intptr_t)size);
}

static void freed(void *extra, int function, void *block, uintptr_t arguments[4]) {
  (void)extra, (void)function, (void)arguments;
  take_out((uintptr_t)block);
}

static void resized(
    void *extra, int function, void *block, size_t old_size, size_t new_size, uintptr_t result,
    uintptr_t arguments[4]) {
  (void)extra, (void)function, (void)old_size, (void)new_size, (void)result;
  if (live < 0) return;
  entry *known = &table[find((uintptr_t)block)];
  if (!known->block) return;
  live += (intptr_t)arguments[1] - known->requested;
  known->requested = (intptr_t)arguments[1];
}

bool switchboard_requests_count(intptr_t blocks) {
  mallctl_function *mallctl = (mallctl_function *)dlsym(RTLD_DEFAULT, "mallctl");
  if (!mallctl || table) return false;
  uintptr_t places = 1024;
  while (places < 4 * (uintptr_t)blocks) places *= 2;
  void *memory = mmap(
      NULL, places * sizeof(entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) return false;
  table = memory;
  mask = places - 1;
  hooks installed = {allocated, freed, resized, NULL};
  void *handle = NULL;
  size_t size = sizeof(handle);
  if (mallctl("experimental.hooks.install", &handle, &size, &installed, sizeof(installed)) != 0) return false;
  live = 0;
  return true;
}

intptr_t switchboard_requests_live(void) { return live; }

#else

bool switchboard_requests_count(intptr_t blocks) { return false; }
intptr_t switchboard_requests_live(void) { return -1; }

#endif
