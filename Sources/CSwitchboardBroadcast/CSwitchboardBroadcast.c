#include "CSwitchboardBroadcast.h"

#include <pthread.h>

static pthread_mutex_t lot = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t lot_changed = PTHREAD_COND_INITIALIZER;
static _Thread_local void *innermost_call;

void switchboard_lot_lock(void) { pthread_mutex_lock(&lot); }

void switchboard_lot_unlock(void) { pthread_mutex_unlock(&lot); }

void switchboard_lot_wait(void) { pthread_cond_wait(&lot_changed, &lot); }

void switchboard_lot_wake_all(void) {
  pthread_mutex_lock(&lot);
  pthread_cond_broadcast(&lot_changed);
  pthread_mutex_unlock(&lot);
}

void *switchboard_innermost_call(void) { return innermost_call; }

void switchboard_set_innermost_call(void *call) { innermost_call = call; }
