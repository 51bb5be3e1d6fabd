#if Inspector
  internal import NIOCore

  /// Takes no connections for a second after one could not be taken, such as for want of a descriptor.
  ///
  /// NIO's `AcceptBackoffHandler` delays the next read, but a read that is under way when the first connection of a
  /// wake-up fails stays under way: the loop wakes up at once, again and again, and works for nothing.
  final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let options = context.channel.syncOptions
      try? options?.setOption(.autoRead, value: false)
      context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
        // Fails if the server has been stopped meanwhile.
        try? options?.setOption(.autoRead, value: true)
      }
    }
  }
#endif
