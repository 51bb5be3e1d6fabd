#ifndef SWITCHBOARD_CNATS_SHIM_H
#define SWITCHBOARD_CNATS_SHIM_H

#include <nats/nats.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// What an event loop does after the C client has called its `detach`. Without these calls, the socket and the
// connection leak. Versions without the functions need no call.

/// Closes a socket that nothing polls any more. From version 3.10 on, the C client leaves that to the event loop.
static inline void switchboard_close_socket(natsSock *socket) {
#if NATS_VERSION_NUMBER >= 0x030A00
  natsConnection_ProcessCloseEvent(socket);
#else
  (void)socket;
#endif
}

/// Ends the use of the connection by the event loop. From version 3.11 on, the C client retains the connection until
/// then.
static inline void switchboard_detached(natsConnection *connection) {
#if NATS_VERSION_NUMBER >= 0x030B00
  natsConnection_ProcessDetachedEvent(connection);
#else
  (void)connection;
#endif
}

/// What the operating system has counted of a socket. On other systems than Linux, `acknowledged` is what was sent.
typedef struct {
  uint64_t received, acknowledged;
  /// The bytes that were written and not acknowledged.
  uint64_t waiting;
} switchboard_traffic;

/// Returns whether the operating system counts.
static inline bool switchboard_get_traffic(int socket, switchboard_traffic *traffic) {
#ifdef __linux__
  // The beginning of `tcp_info` in <linux/tcp.h>, which cannot be included beside <netinet/tcp.h>.
  struct {
    uint8_t state[8];
    uint32_t numbers[24];
    uint64_t rates[2], acknowledged, received;
  } info = {0};
  socklen_t length = sizeof info;
  int waiting = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 || ioctl(socket, TIOCOUTQ, &waiting) != 0)
    return false;
  *traffic = (switchboard_traffic){info.received, info.acknowledged, (uint64_t)waiting};
#else
  struct tcp_connection_info info = {0};
  socklen_t length = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_CONNECTION_INFO, &info, &length) != 0) return false;
  *traffic = (switchboard_traffic){info.tcpi_rxbytes, info.tcpi_txbytes, info.tcpi_snd_sbbytes};
#endif
  // The server has sent at least its greeting.
  return traffic->received > 0;
}

#endif
