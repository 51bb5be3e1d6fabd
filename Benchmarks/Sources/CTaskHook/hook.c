#include "CTaskHook.h"

#include <stddef.h>

// The concurrency runtime calls this function, where it is set, in place of its own.
typedef __attribute__((swiftcall)) void (*enqueue_function)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_function original);
extern enqueue_hook swift_task_enqueueGlobal_hook;

static void (*take_job)(void *job, void *context);
static _Thread_local void *taking_context;

static __attribute__((swiftcall)) void hook(void *job, enqueue_function original) {
  if (taking_context != NULL) {
    take_job(job, taking_context);
  } else {
    original(job);
  }
}

void switchboard_take_global_jobs(void (*take)(void *job, void *context), void *context) {
  take_job = take;
  taking_context = context;
  swift_task_enqueueGlobal_hook = hook;
}

// Run loops call this function of Dispatch when the main queue has work.
extern void _dispatch_main_queue_callback_4CF(void *message);

void switchboard_run_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }
