#if Inspector
  internal import NIOCore
  internal import NIOHTTP1

  extension Router {
    private static var mostConnections: Int { 32 }

    /// Takes a new connection, or refuses it. Called on the inspector's thread.
    func admit(_ channel: any Channel) throws {
      guard openConnections < Self.mostConnections else {
        var refusal = channel.allocator.buffer(capacity: 128)
        refusal.writeString("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        channel.writeAndFlush(refusal).whenComplete { _ in channel.close(promise: nil) }
        return
      }
      openConnections += 1
      let router = NIOLoopBound(self, eventLoop: channel.eventLoop)
      channel.closeFuture.whenComplete { _ in router.value.openConnections -= 1 }
      try channel.pipeline.syncOperations.addHandler(RequestLimit())
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false)
      try channel.pipeline.syncOperations.addHandler(RequestReader(self))
    }
  }

  /// Ends a connection whose request is too long or takes too much time, or whose client does not read the answer.
  private final class RequestLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let mostBytes = 65_536
    private var bytes = 0
    private var deadlines: [Scheduled<Void>] = []

    func channelActive(context: ChannelHandlerContext) {
      let channel = context.channel
      deadlines = [
        channel.eventLoop.scheduleTask(in: .seconds(30)) { channel.close(promise: nil) },
        channel.eventLoop.scheduleTask(in: .seconds(5)) {
          channel.pipeline.fireUserInboundEventTriggered(RequestIsLate())
        },
      ]
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      for deadline in deadlines { deadline.cancel() }
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += unwrapInboundIn(data).readableBytes
      if bytes > Self.mostBytes { return context.close(promise: nil) }
      context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// Five seconds have passed since the connection began.
  private struct RequestIsLate: Sendable {}

  /// Reads the request of a connection, answers it, and closes the connection.
  private final class RequestReader: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let longestBody = 4096
    private let router: Router
    private var request: Request?
    private var hasAnswered = false

    init(_ router: Router) { self.router = router }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if hasAnswered { return }
      switch unwrapInboundIn(data) {
      case .head(let head): request = Request(head)
      case .body(let buffer):
        request?.body += buffer.readableBytesView
        if request?.body.count ?? 0 > Self.longestBody {
          answer(RequestError(.payloadTooLarge, "The body is longer than 4096 bytes.").response, context)
        }
      case .end:
        if let request { answer(router.answer(request), context) }
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is RequestIsLate {
        if !hasAnswered { context.close(promise: nil) }
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is HTTPParserError, !hasAnswered else { return context.close(promise: nil) }
      answer(RequestError(.badRequest, "The request is not one of HTTP/1.1.").response, context)
    }

    private func answer(_ response: Response, _ context: ChannelHandlerContext) {
      hasAnswered = true
      var headers: HTTPHeaders = [
        "Content-Type": response.type, "Content-Length": "\(response.body.readableBytes)", "Connection": "close",
        "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
      ]
      if let name = response.fileName {
        headers.add(name: "Content-Disposition", value: "attachment; filename=\"\(name)\"")
      }
      if response.status == .unauthorized { headers.add(name: "WWW-Authenticate", value: "Bearer") }
      if response.status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD, POST") }
      let head = HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if request?.method != .HEAD {
        context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
      }
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
  }
#endif
