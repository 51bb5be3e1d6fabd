#include "CNATSPeer.h"

#if SWITCHBOARD_NATS

#include "peer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

bool nats_peer_check(nats_peer *peer, natsStatus status, const char *what) {
  if (status != NATS_OK) snprintf(peer->error, sizeof peer->error, "%s: %s", what, natsStatus_GetText(status));
  return status == NATS_OK;
}

natsStatus nats_peer_make(natsMsg **message, const nats_peer_messages *messages, uint64_t number) {
  char identity[64];
  snprintf(identity, sizeof identity, "%s%llu", messages->prefix, (unsigned long long)number);
  natsStatus status = natsMsg_Create(message, messages->subject, NULL, messages->data, messages->length);
  return status == NATS_OK ? natsMsgHeader_Set(*message, "Nats-Msg-Id", identity) : status;
}

nats_peer *nats_peer_connect(const char *address, bool is_hasty) {
  nats_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  pthread_mutex_init(&peer->mutex, NULL);
  pthread_cond_init(&peer->changed, NULL);
  natsOptions *options = NULL;
  natsStatus status = natsOptions_Create(&options);
  if (status == NATS_OK) status = natsOptions_SetURL(options, address);
  if (status == NATS_OK) status = natsOptions_SetSendAsap(options, is_hasty);
  if (status == NATS_OK) status = natsConnection_Connect(&peer->connection, options);
  natsOptions_Destroy(options);
  if (status == NATS_OK) return peer;
  nats_peer_close(peer);
  return NULL;
}

void nats_peer_close(nats_peer *peer) {
  natsSubscription_Destroy(peer->watched);
  natsSubscription_Destroy(peer->answered);
  if (peer->connection) natsConnection_Close(peer->connection);
  natsConnection_Destroy(peer->connection);
  // The memory stays: a handler may still run.
}

const char *nats_peer_error(const nats_peer *peer) { return peer->error; }

bool nats_peer_publish(nats_peer *peer, nats_peer_messages messages) {
  natsStatus status = NATS_OK;
  for (uint64_t index = 0; index < messages.count && status == NATS_OK; index++) {
    natsMsg *message = NULL;
    status = nats_peer_make(&message, &messages, messages.first + index);
    if (status == NATS_OK) status = natsConnection_PublishMsg(peer->connection, message);
    natsMsg_Destroy(message);
  }
  return nats_peer_check(peer, status, "publish");
}

static void count(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  (void)connection, (void)subscription;
  nats_peer *peer = closure;
  natsMsg_Destroy(message);
  pthread_mutex_lock(&peer->mutex);
  peer->counted++;
  pthread_cond_signal(&peer->changed);
  pthread_mutex_unlock(&peer->mutex);
}

bool nats_peer_watch(nats_peer *peer, const char *subject) {
  natsStatus status = natsConnection_Subscribe(&peer->watched, peer->connection, subject, count, peer);
  if (status == NATS_OK) status = natsConnection_FlushTimeout(peer->connection, 5000);
  return nats_peer_check(peer, status, "subscribe");
}

bool nats_peer_await(nats_peer *peer, uint64_t count, int64_t milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += milliseconds / 1000;
  int failure = 0;
  pthread_mutex_lock(&peer->mutex);
  while (peer->counted < count && failure != ETIMEDOUT) {
    failure = pthread_cond_timedwait(&peer->changed, &peer->mutex, &end);
  }
  bool is_complete = peer->counted >= count;
  pthread_mutex_unlock(&peer->mutex);
  return nats_peer_check(peer, is_complete ? NATS_OK : NATS_TIMEOUT, "await messages");
}

static void answer(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  (void)subscription, (void)closure;
  natsConnection_PublishString(connection, natsMsg_GetReply(message), "{}");
  natsMsg_Destroy(message);
}

bool nats_peer_answer(nats_peer *peer, const char *subject) {
  natsStatus status = natsConnection_Subscribe(&peer->answered, peer->connection, subject, answer, NULL);
  if (status == NATS_OK) status = natsConnection_FlushTimeout(peer->connection, 5000);
  return nats_peer_check(peer, status, "subscribe");
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

bool nats_peer_request(nats_peer *peer, nats_peer_messages messages, double *times) {
  natsStatus status = NATS_OK;
  for (uint64_t index = 0; index < messages.count && status == NATS_OK; index++) {
    natsMsg *reply = NULL;
    double begin = now();
    status =
      natsConnection_Request(&reply, peer->connection, messages.subject, messages.data, messages.length, 5000);
    times[index] = now() - begin;
    natsMsg_Destroy(reply);
  }
  return nats_peer_check(peer, status, "request");
}

#else

// An empty file would be a warning.
static const char *const missing = "built without the trait NATS";

nats_peer *nats_peer_connect(const char *address, bool is_hasty) {
  return (void)address, (void)is_hasty, (nats_peer *)0;
}
void nats_peer_close(nats_peer *peer) { (void)peer; }
const char *nats_peer_error(const nats_peer *peer) { return (void)peer, missing; }

#endif
