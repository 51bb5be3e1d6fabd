#include "CNATSPeer.h"

#if SWITCHBOARD_NATS

#include "peer.h"

// A context of the streams is cheap beside a run, and needs no place of its own.
static natsStatus begin(nats_peer *peer, jsCtx **context, int64_t unconfirmed) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = 10000;
  options.PublishAsync.MaxPending = unconfirmed;
  options.PublishAsync.StallWait = 10000;
  return natsConnection_JetStream(context, peer->connection, &options);
}

bool nats_peer_make_stream(nats_peer *peer, const char *name, const char *subject) {
  jsCtx *context = NULL;
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  const char *subjects[] = {subject};
  config.Name = name;
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.Storage = js_FileStorage;
  config.Discard = js_DiscardOld;
  config.MaxBytes = 1 << 30;
  config.MaxAge = 7 * 24 * 3600 * INT64_C(1000000000);
  config.Duplicates = 120 * INT64_C(1000000000);
  natsStatus status = begin(peer, &context, 0);
  if (status == NATS_OK) status = js_AddStream(NULL, context, &config, NULL, NULL);
  jsCtx_Destroy(context);
  return nats_peer_check(peer, status, "make a stream");
}

bool nats_peer_purge(nats_peer *peer, const char *name) {
  jsCtx *context = NULL;
  natsStatus status = begin(peer, &context, 0);
  if (status == NATS_OK) status = js_PurgeStream(context, name, NULL, NULL);
  jsCtx_Destroy(context);
  return nats_peer_check(peer, status, "purge a stream");
}

int64_t nats_peer_stored(nats_peer *peer, const char *name) {
  jsCtx *context = NULL;
  jsStreamInfo *info = NULL;
  natsStatus status = begin(peer, &context, 0);
  if (status == NATS_OK) status = js_GetStreamInfo(&info, context, name, NULL, NULL);
  int64_t stored = nats_peer_check(peer, status, "look at a stream") ? (int64_t)info->State.Msgs : -1;
  jsStreamInfo_Destroy(info);
  jsCtx_Destroy(context);
  return stored;
}

bool nats_peer_store(nats_peer *peer, nats_peer_messages messages, int64_t unconfirmed) {
  jsCtx *context = NULL;
  natsStatus status = begin(peer, &context, unconfirmed);
  for (uint64_t index = 0; index < messages.count && status == NATS_OK; index++) {
    natsMsg *message = NULL;
    status = nats_peer_make(&message, &messages, messages.first + index);
    if (status == NATS_OK) status = js_PublishMsgAsync(context, &message, NULL);
    // Null if the call took the message.
    natsMsg_Destroy(message);
  }
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = 30000;
  if (status == NATS_OK) status = js_PublishAsyncComplete(context, &options);
  jsCtx_Destroy(context);
  return nats_peer_check(peer, status, "store");
}

#else

typedef int nats_streams_missing;

#endif
