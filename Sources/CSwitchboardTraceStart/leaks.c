#include <stdlib.h>
#include <unistd.h>

// Defined in SwitchboardLeaks.
extern void switchboard_leaks_report_at_exit(void);

static pid_t checked;

static void at_exit(void) {
  // A forked child has no other threads, and would wait for the locks that they held.
  if (getpid() == checked) switchboard_leaks_report_at_exit();
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SWITCHBOARD_LEAKS");
  if (!path || !*path || checked != 0) return;
  checked = getpid();
  atexit(at_exit);
}
