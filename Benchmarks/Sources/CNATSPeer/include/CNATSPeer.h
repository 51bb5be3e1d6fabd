#ifndef SWITCHBOARD_CNATSPEER_H
#define SWITCHBOARD_CNATSPEER_H

#include <stdbool.h>
#include <stdint.h>

// What a link is compared with: a program in C that uses the same client library. Without the trait `NATS`, every
// function fails.

/// A connection of the C client with its defaults.
typedef struct nats_peer nats_peer;

/// The messages of a run: the same subject, the same data, and the header `Nats-Msg-Id: <prefix><number>`.
typedef struct {
  const char *_Nonnull subject;
  const void *_Nonnull data;
  int32_t length;
  const char *_Nonnull prefix;
  uint64_t first;
  uint64_t count;
} nats_peer_messages;

/// Connects to a server. Null if that fails.
///
/// - `is_hasty`: Whether each message is written at once. By default, the client library writes up to a millisecond
///   later, to write many messages together.
nats_peer *_Nullable nats_peer_connect(const char *_Nonnull address, bool is_hasty);
void nats_peer_close(nats_peer *_Nonnull peer);

/// What the last function that failed says.
const char *_Nonnull nats_peer_error(const nats_peer *_Nonnull peer);

/// Publishes messages, and hands the last to the operating system.
bool nats_peer_publish(nats_peer *_Nonnull peer, nats_peer_messages messages);

/// Counts the messages of a subject from now on.
bool nats_peer_watch(nats_peer *_Nonnull peer, const char *_Nonnull subject);
/// Waits until `count` messages have been counted since the connection was made.
bool nats_peer_await(nats_peer *_Nonnull peer, uint64_t count, int64_t milliseconds);

/// Makes a stream in a file that holds a subject, with the limits that a link's stream has by default.
bool nats_peer_make_stream(nats_peer *_Nonnull peer, const char *_Nonnull name, const char *_Nonnull subject);
/// Removes all messages of a stream.
bool nats_peer_purge(nats_peer *_Nonnull peer, const char *_Nonnull name);
/// The number of messages in a stream; -1 if the server does not tell.
int64_t nats_peer_stored(nats_peer *_Nonnull peer, const char *_Nonnull name);
/// Stores messages without waiting for each, and returns when all are confirmed.
///
/// - `unconfirmed`: The largest number of messages that are not confirmed yet.
bool nats_peer_store(nats_peer *_Nonnull peer, nats_peer_messages messages, int64_t unconfirmed);

/// Answers the requests to a subject with two bytes.
bool nats_peer_answer(nats_peer *_Nonnull peer, const char *_Nonnull subject);
/// Makes requests one after the other, and writes how many nanoseconds each took.
bool nats_peer_request(nats_peer *_Nonnull peer, nats_peer_messages messages, double *_Nonnull times);

#endif
