#ifndef SWITCHBOARD_CNATS_SHIM_H
#define SWITCHBOARD_CNATS_SHIM_H

#include <nats/nats.h>

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

#endif
