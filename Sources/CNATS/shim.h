#ifndef SWITCHBOARD_CNATS_SHIM_H
#define SWITCHBOARD_CNATS_SHIM_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <nats/nats.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

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

static inline int switchboard_port(const struct sockaddr_storage *address) {
  return ntohs(address->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)address)->sin6_port
                                              : ((const struct sockaddr_in *)address)->sin_port);
}

/// Returns another descriptor of the socket that is connected from `ip` and `port` to the port `peer`; -1 if there is
/// none.
static inline int switchboard_copy_socket(const char *ip, int port, int peer) {
  for (int most = (int)sysconf(_SC_OPEN_MAX), socket = 0; socket < most; socket++) {
    struct sockaddr_storage here, there;
    socklen_t here_length = sizeof here, there_length = sizeof there;
    char text[INET6_ADDRSTRLEN] = "";
    if (getsockname(socket, (struct sockaddr *)&here, &here_length) != 0) continue;
    if (here.ss_family != AF_INET && here.ss_family != AF_INET6) continue;
    const void *address = here.ss_family == AF_INET6 ? (void *)&((struct sockaddr_in6 *)&here)->sin6_addr
                                                     : (void *)&((struct sockaddr_in *)&here)->sin_addr;
    if (switchboard_port(&here) != port || !inet_ntop(here.ss_family, address, text, sizeof text)) continue;
    if (strcmp(text, ip) != 0 || getpeername(socket, (struct sockaddr *)&there, &there_length) != 0) continue;
    if (switchboard_port(&there) == peer) return fcntl(socket, F_DUPFD_CLOEXEC, 0);
  }
  return -1;
}

#endif
