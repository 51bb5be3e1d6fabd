#ifndef SWITCHBOARD_CTASKHOOK_H
#define SWITCHBOARD_CTASKHOOK_H

/// Gives all later jobs that the calling thread enqueues on the global executor to `take`, with the job and `context`.
/// Jobs of other threads go on to the global executor. One thread of a process can call this, once.
void switchboard_take_global_jobs(
  void (*_Nonnull take)(void *_Nonnull job, void *_Nonnull context), void *_Nonnull context);

/// Runs the work that waits in the main queue, as a run loop does. Only the main thread can call this.
void switchboard_run_main_queue(void);

#endif
