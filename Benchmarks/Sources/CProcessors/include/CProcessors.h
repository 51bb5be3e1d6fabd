#ifndef SWITCHBOARD_CPROCESSORS_H
#define SWITCHBOARD_CPROCESSORS_H

#include <stdbool.h>

/// Returns how many processors a process can be kept on at most: numbers from 0. Zero where the system cannot do that.
int switchboard_processor_limit(void);

/// Returns whether the calling thread may run on the processor.
bool switchboard_may_use_processor(int number);

/// Keeps the calling thread, and the threads that it starts, on one processor.
void switchboard_use_processor(int number);

/// Returns how often the system has taken the processor away from the calling thread for something else; zero where the
/// system does not count this.
long switchboard_preemptions(void);

#endif
