#define _GNU_SOURCE
#include "CProcessors.h"

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>

int switchboard_processor_limit(void) { return CPU_SETSIZE; }

bool switchboard_may_use_processor(int number) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(number, &set);
}

void switchboard_use_processor(int number) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(number, &set);
  sched_setaffinity(0, sizeof set, &set);
}

long switchboard_preemptions(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}
#else
long switchboard_preemptions(void) { return 0; }
int switchboard_processor_limit(void) { return 0; }
bool switchboard_may_use_processor(int number) { return false; }
void switchboard_use_processor(int number) {}
#endif
