#include "internal.h"

// The numbers of subscriptions, activities and registries. Each number is given once in a process.

// A thread takes 1024 numbers at a time. So threads rarely come here, and the numbers stay dense.
enum { ids_per_block = 1024 };
static uint64_t next_block = 0;

uint64_t trace_refill_ids(struct trace_thread *thread) {
  uint64_t block = __atomic_fetch_add(&next_block, ids_per_block, __ATOMIC_RELAXED);
  // A record holds 40 bits of a number. After 10^12 numbers they begin again; the first users of these numbers have
  // long ended.
  uint64_t first = (block & ((UINT64_C(1) << id_bits) - 1)) + 1;
  thread->next_id = first + 1;
  thread->end_id = first + ids_per_block - 1;
  return first;
}

uint32_t switchboard_trace_new_registry(void) {
  static uint32_t last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}
