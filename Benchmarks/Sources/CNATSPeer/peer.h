#ifndef SWITCHBOARD_PEER_H
#define SWITCHBOARD_PEER_H

#include "CNATSPeer.h"

#include <nats/nats.h>
#include <pthread.h>

struct nats_peer {
  natsConnection *connection;
  natsSubscription *watched, *answered;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  // Under the mutex.
  uint64_t counted;
  char error[256];
};

/// Keeps why a function failed. Returns whether the status is good.
bool nats_peer_check(nats_peer *peer, natsStatus status, const char *what);
/// Makes a message with its header. The caller destroys it.
natsStatus nats_peer_make(natsMsg **message, const nats_peer_messages *messages, uint64_t number);

#endif
