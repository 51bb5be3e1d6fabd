#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Defined in SwitchboardLeaks.
extern void switchboard_leaks_report_at_exit(void);

static pid_t checked;

static void at_exit(void) {
  // A forked child has no other threads, and would wait for the locks that they held.
  if (getpid() == checked) switchboard_leaks_report_at_exit();
}

// The program, and the programs that it starts, may change their folder before they end.
static void make_absolute(const char *path) {
  char folder[PATH_MAX], absolute[2 * PATH_MAX];
  if (*path == '/' || !getcwd(folder, sizeof folder)) return;
  int length = snprintf(absolute, sizeof absolute, "%s/%s", folder, path);
  if (length > 0 && (size_t)length < sizeof absolute) setenv("SWITCHBOARD_LEAKS", absolute, 1);
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SWITCHBOARD_LEAKS");
  if (!path || !*path || checked != 0) return;
  make_absolute(path);
  checked = getpid();
  atexit(at_exit);
}
