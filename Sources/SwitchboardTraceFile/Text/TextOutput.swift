#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where text is written: a file descriptor, by pieces of 64 kB, or memory.
///
/// Used by one thread at a time.
public final class TextOutput: TextOutputStream {
  private static let chunk = 1 << 16

  private let descriptor: Int32?
  private var bytes: [UInt8] = []
  private var failure: TextOutputError?

  /// Keeps everything in memory; see ``text``.
  public init() { descriptor = nil }

  /// Writes to a file that somebody else opened and will close.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    bytes.reserveCapacity(Self.chunk + 4096)
  }

  /// What is in memory.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Errors are kept for ``flush()``; nothing is written after one.
  public func write(_ string: String) {
    var string = string
    string.withUTF8 { bytes.append(contentsOf: $0) }
    if bytes.count >= Self.chunk { drain() }
  }

  public func write(_ number: UInt64) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = number
      var start = buffer.count
      repeat {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest != 0
      bytes.append(contentsOf: buffer[start...])
    }
  }

  /// Writes what is left. Throws the first error that there was, now or earlier.
  public func flush() throws(TextOutputError) {
    drain()
    if let failure { throw failure }
  }

  /// Throws the first error that there was, so that nobody goes on for a disk that is full.
  public func check() throws(TextOutputError) {
    if let failure { throw failure }
  }

  private func drain() {
    guard let descriptor else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if errno != EINTR {
          failure = TextOutputError(code: errno)
          return
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system refused to write.
public struct TextOutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// As in `errno`.
  public let code: Int32

  /// Whether nobody reads the other end of the pipe any more, which is no reason to complain.
  public var isClosedPipe: Bool { code == EPIPE }

  /// The system's own words.
  public var description: String { String(cString: strerror(code)) }
}
