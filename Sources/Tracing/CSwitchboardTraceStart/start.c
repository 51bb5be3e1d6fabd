#include "CSwitchboardTraceStart.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

// Defined in SwitchboardTraceFile.
extern bool switchboard_trace_start_from_environment(void);
extern void switchboard_trace_finish_from_environment(void);

static const int deadly[] = {SIGTERM, SIGINT, SIGHUP};
static const int deadly_count = sizeof deadly / sizeof *deadly;

static pid_t traced;
static int signals_in = -1, signals_out = -1;

// Everything in this function is async-signal-safe.
static void on_signal(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // A forked child has the handler and the pipe, but no trace and no thread that reads the pipe.
  if (getpid() != traced || write(signals_out, &byte, 1) != 1) {
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

// Writes the trace. The signal handler cannot do so, because it may have interrupted anything.
static void *wait_for_signal(void *unused) {
  (void)unused;
  unsigned char byte;
  ssize_t count;
  do count = read(signals_in, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count != 1) return 0;
  switchboard_trace_finish_from_environment();
  // The parent process must see that the signal killed this process.
  signal(byte, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, byte);
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  raise(byte);
  return 0;
}

static bool is_default(int number) {
  struct sigaction action;
  return sigaction(number, 0, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

static bool spawn_waiter(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, 0, wait_for_signal, 0);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  if (!error) pthread_detach(thread);
  return error == 0;
}

// Without this function the program is still traced, but a signal that kills the program loses the end of the trace.
static void watch_signals(void) {
  int ends[2];
  if (pipe(ends) != 0) return;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  signals_in = ends[0];
  signals_out = ends[1];
  if (!spawn_waiter()) {
    close(ends[0]);
    close(ends[1]);
    return;
  }
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < deadly_count; index++) {
    if (is_default(deadly[index])) sigaction(deadly[index], &action, 0);
  }
}

static void at_exit(void) {
  // A forked child has no thread that writes the trace, and would wait for that thread.
  if (getpid() == traced) switchboard_trace_finish_from_environment();
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("SWITCHBOARD_TRACE");
  if (!path || !*path || traced != 0) return;
  traced = getpid();
  if (!switchboard_trace_start_from_environment()) return;
  atexit(at_exit);
  watch_signals();
}
