#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

#if defined(__linux__)
#include <sys/syscall.h>
#endif

// The recorder's calls into the operating system.

uint64_t trace_system_thread_id(void) {
#if defined(__linux__)
  return (uint64_t)syscall(SYS_gettid);
#elif defined(__APPLE__)
  uint64_t id = 0;
  pthread_threadid_np(0, &id);
  return id;
#else
  return (uint64_t)(uintptr_t)pthread_self();
#endif
}

// Defined in libdispatch, if the program links it.
extern const char *dispatch_queue_get_label(void *queue) __attribute__((weak));

bool trace_is_worker_name(const char *name) {
#if defined(__linux__)
  // The last 15 bytes of the label of a root queue, such as com.apple.root.default-qos.overcommit.
  size_t length = strlen(name);
  const char *endings[] = {"-qos", "-qos.overcommit"};
  for (int index = 0; index < 2; index++) {
    size_t ending = strlen(endings[index]);
    if (length >= ending && strcmp(name + length - ending, endings[index]) == 0) return true;
  }
  return false;
#else
  return name[0] == 0;
#endif
}

bool trace_is_worker(void) {
  char name[64] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  return dispatch_queue_get_label && trace_is_worker_name(name);
}

void trace_queue_name(char *name, size_t size) {
  // Null stands for the queue whose work the thread runs.
  const char *label = dispatch_queue_get_label(0);
  const char *root = "com.apple.root.";
  if (!label || !*label) label = "unnamed queue";
  if (strncmp(label, root, strlen(root)) != 0) {
    snprintf(name, size, "%s", label);
    return;
  }
  // The label of a global queue names its quality of service.
  label += strlen(root);
  snprintf(name, size, "global queue (%.*s)", (int)(strstr(label, "-qos") ? strstr(label, "-qos") - label : 0), label);
}

int32_t switchboard_trace_process_id(void) { return getpid(); }

void switchboard_trace_name_thread(const char *name) {
#if defined(__APPLE__)
  enum { longest = 63 };
#else
  enum { longest = 15 };
#endif
  // The system refuses a name that is too long.
  char taken[longest + 1];
  size_t length = strnlen(name, longest);
  // The name is not cut in the middle of a character.
  while (name[length] != 0 && length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80) length--;
  memcpy(taken, name, length);
  taken[length] = 0;
#if defined(__APPLE__)
  pthread_setname_np(taken);
#else
  pthread_setname_np(pthread_self(), taken);
#endif
}

struct spawned {
  void (*body)(void *);
  void *context;
};

static void *run_spawned(void *argument) {
  struct spawned spawned = *(struct spawned *)argument;
  free(argument);
  spawned.body(spawned.context);
  return 0;
}

bool switchboard_trace_spawn(void (*body)(void *), void *context) {
  struct spawned *spawned = malloc(sizeof *spawned);
  if (!spawned) return false;
  *spawned = (struct spawned){body, context};
  // The program's own threads must handle its signals.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, 0, run_spawned, spawned);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  if (error) free(spawned); else pthread_detach(thread);
  return error == 0;
}
