// Publishes messages as the engine does, in plain C, to compare speeds.
//
//   cc -O2 -o publish publish.c -lnats -lpthread
//   ./publish live    nats://127.0.0.1:4222 1000000 100 [subject]
//   ./publish durable nats://127.0.0.1:4222  300000 100 [subject]
//   ./publish request nats://127.0.0.1:4222   10000 100 [subject]
//
// `durable` needs a stream that keeps the subject. At most 8192 messages are unconfirmed at a time. `request` measures a
// request and its reply; the program answers on a second connection. Each prints one line of JSON.

#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_unconfirmed = 8192 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long confirmed = 0, refused = 0, waited_for = -1;

static void check(natsStatus status, const char *what) {
  if (status == NATS_OK) return;
  fprintf(stderr, "%s: %s (%s)\n", what, natsStatus_GetText(status), nats_GetLastError(NULL));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static natsConnection *connect_to(const char *url, bool sends_at_once) {
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  check(natsOptions_Create(&options), "options");
  check(natsOptions_SetURL(options, url), "address");
  check(natsOptions_SetAllowReconnect(options, false), "options");
  check(natsOptions_SetNoEcho(options, true), "options");
  check(natsOptions_SetSendAsap(options, sends_at_once), "options");
  check(natsConnection_Connect(&connection, options), "connect");
  natsOptions_Destroy(options);
  return connection;
}

/// Publishes one message with the headers of the engine.
static void publish(natsConnection *connection, const char *subject, const char *reply, const char *data, int size,
                    long number) {
  natsMsg *message = NULL;
  char identity[64];
  snprintf(identity, sizeof identity, "p-%016lx-%ld", 0x7f3a9c0122b84e51UL + (reply ? (unsigned long)getpid() : 0),
           number);
  check(natsMsg_Create(&message, subject, reply, data, size), "message");
  check(natsMsgHeader_Set(message, "Nats-Msg-Id", identity), "header");
  check(natsConnection_PublishMsg(connection, message), "publish");
  natsMsg_Destroy(message);
}

static void confirm(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  (void)connection, (void)subscription, (void)closure;
  const char *data = natsMsg_GetData(message);
  int length = natsMsg_GetDataLength(message);
  pthread_mutex_lock(&lock);
  confirmed++;
  if (length < 9 || strncmp(data, "{\"stream\"", 9) != 0) refused++;
  if (waited_for >= 0 && confirmed >= waited_for) pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  natsMsg_Destroy(message);
}

static void await(long count) {
  pthread_mutex_lock(&lock);
  waited_for = count;
  while (confirmed < count) pthread_cond_wait(&changed, &lock);
  waited_for = -1;
  pthread_mutex_unlock(&lock);
}

static void answer(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
  (void)subscription, (void)closure;
  natsConnection_Publish(connection, natsMsg_GetReply(message), natsMsg_GetData(message),
                         natsMsg_GetDataLength(message));
  natsMsg_Destroy(message);
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static void request(const char *url, const char *subject, const char *data, int size, long count) {
  natsConnection *client = connect_to(url, true), *server = connect_to(url, true);
  natsSubscription *subscription = NULL;
  check(natsConnection_Subscribe(&subscription, server, subject, answer, NULL), "subscribe");
  check(natsConnection_Flush(server), "flush");
  double *times = malloc(count * sizeof(double));
  for (long number = 0; number < count; number++) {
    natsMsg *reply = NULL;
    double start = now();
    check(natsConnection_Request(&reply, client, subject, data, size, 5000), "request");
    times[number] = (now() - start) * 1e6;
    natsMsg_Destroy(reply);
  }
  qsort(times, count, sizeof(double), compare);
  printf("{\"mode\": \"request\", \"count\": %ld, \"bytes\": %d, \"p50_us\": %.1f, \"p99_us\": %.1f}\n", count, size,
         times[count / 2], times[count * 99 / 100]);
  free(times);
  natsSubscription_Destroy(subscription);
  natsConnection_Destroy(client);
  natsConnection_Destroy(server);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: publish live|durable|request URL COUNT BYTES [SUBJECT]\n");
    return 2;
  }
  const char *mode = argv[1], *url = argv[2];
  long count = atol(argv[3]);
  int size = atoi(argv[4]);
  bool is_durable = strcmp(mode, "durable") == 0, is_request = strcmp(mode, "request") == 0;
  if (count < 1 || size < 0 || (!is_durable && !is_request && strcmp(mode, "live") != 0)) {
    fprintf(stderr, "usage: publish live|durable|request URL COUNT BYTES [SUBJECT]\n");
    return 2;
  }
  const char *subject = argc > 5     ? argv[5]
                        : is_durable ? "shop.durable.order-placed.1.0.-"
                        : is_request ? "shop.request.quote.1.0.-"
                                     : "shop.live.tick.1.0.-";
  char *data = malloc(size + 1);
  memset(data, 'A', size);
  if (is_request) {
    request(url, subject, data, size, count);
  } else {
    natsConnection *connection = connect_to(url, false);
    natsSubscription *subscription = NULL;
    natsInbox *inbox = NULL;
    check(natsInbox_Create(&inbox), "inbox");
    char all[128], reply[128];
    snprintf(all, sizeof all, "%s.*", (const char *)inbox);
    if (is_durable) {
      check(natsConnection_Subscribe(&subscription, connection, all, confirm, NULL), "subscribe");
      check(natsSubscription_SetPendingLimits(subscription, -1, -1), "limits");
    }
    double start = now();
    for (long number = 0; number < count; number++) {
      if (is_durable && number % 2048 == 0) await(number - most_unconfirmed);
      snprintf(reply, sizeof reply, "%s.%ld", (const char *)inbox, number);
      publish(connection, subject, is_durable ? reply : NULL, data, size, number);
    }
    if (is_durable) await(count);
    check(natsConnection_FlushTimeout(connection, 60000), "flush");
    double seconds = now() - start;
    printf("{\"mode\": \"%s\", \"count\": %ld, \"bytes\": %d, \"seconds\": %.3f, \"per_second\": %.0f, \"refused\": %ld}\n",
           mode, count, size, seconds, count / seconds, refused);
    natsSubscription_Destroy(subscription);
    natsInbox_Destroy(inbox);
    natsConnection_Destroy(connection);
  }
  free(data);
  nats_Close();
  return refused > 0;
}
