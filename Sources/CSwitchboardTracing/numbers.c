#include "recorder.h"

// The numbers of subscriptions, activities and registries: each is given once in a process.

// 1024 at a time: a thread comes here once in a while, and the numbers stay dense.
enum { ids_per_block = 1024 };
static uint64_t next_block = 0;

uint64_t trace_refill_ids(struct trace_thread *thread) {
  uint64_t block = __atomic_fetch_add(&next_block, ids_per_block, __ATOMIC_RELAXED);
  // 40 bits in a record. After 10^12 numbers they begin again; what used them first is long over.
  uint64_t first = (block & ((UINT64_C(1) << id_bits) - 1)) + 1;
  thread->next_id = first + 1;
  thread->end_id = first + ids_per_block - 1;
  return first;
}

uint32_t switchboard_trace_new_registry(void) {
  static uint32_t last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}
