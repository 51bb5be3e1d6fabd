#if Tracing
  import Foundation
  import Testing

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on its own thread. Returns when the thread has ended and has also done its work at thread exit.
  func onEndedThread(_ body: @escaping @Sendable () -> Void) throws {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(&thread, nil, { runBody($0) }, context)
    #else
      var thread = pthread_t()
      let error = pthread_create(&thread, nil, { runBody($0!) }, context)
    #endif
    try #require(error == 0)
    #if canImport(Darwin)
      pthread_join(try #require(thread), nil)
    #else
      pthread_join(thread, nil)
    #endif
  }

  private func runBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#endif
