import Foundation
import SwitchboardTestSupport

/// A terminal without a screen: what a program writes to the device can be read here, and keys can be typed.
final class PseudoTerminal {
  struct Failure: Error { let call: String }

  /// The side of the program.
  let device: FileHandle
  private let master: Int32
  private var rest = Data()

  init(width: UInt16, height: UInt16) throws {
    // A program that another test starts at this moment must not keep the terminal open.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let descriptor = open(try Self.device(of: master), O_RDWR | O_NOCTTY | O_CLOEXEC)
    if descriptor < 0 { throw Failure(call: "open") }
    device = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try resize(width: width, height: height)
  }

  private static func device(of master: Int32) throws -> String {
    #if canImport(Darwin)
      guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw Failure(call: "grantpt")
      }
      return String(cString: name)
    #else
      // Glibc hides its functions for this from Swift. These are the requests that they make.
      let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
      var (unlocked, number) = (CInt(0), CInt(0))
      guard ioctl(master, setLock, &unlocked) == 0, ioctl(master, getNumber, &number) == 0 else {
        throw Failure(call: "ioctl")
      }
      return "/dev/pts/\(number)"
    #endif
  }

  deinit { close(master) }

  /// Changes the size. The terminal does not belong to a session, so the test must send SIGWINCH itself.
  func resize(width: UInt16, height: UInt16) throws {
    var size = winsize()
    (size.ws_col, size.ws_row) = (width, height)
    if ioctl(master, UInt(TIOCSWINSZ), &size) != 0 { throw Failure(call: "ioctl") }
  }

  /// What the terminal does with keys: whether it shows them and waits for a whole line, and the keys with a meaning.
  struct Settings: Equatable {
    let modes: tcflag_t
    let keys: [UInt8]
  }

  func settings() throws -> Settings {
    var attributes = termios()
    if tcgetattr(device.fileDescriptor, &attributes) != 0 { throw Failure(call: "tcgetattr") }
    return Settings(
      modes: attributes.c_lflag & tcflag_t(ICANON | ECHO),
      keys: withUnsafeBytes(of: attributes.c_cc) { Array($0) })
  }

  /// Instead of a key, says that no key has this meaning.
  var disabled: UInt8 { UInt8(truncatingIfNeeded: fpathconf(device.fileDescriptor, Int32(_PC_VDISABLE))) }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Whether there is nothing more to read.
  var isQuiet: Bool {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return rest.isEmpty && poll(&descriptor, 1, 0) == 0
  }

  /// Returns what the program has written since the last call, when `ending` has come.
  func read(until ending: String) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let limit = ContinuousClock.now + .seconds(patience)
    while true {
      if let range = rest.range(of: Data(ending.utf8)) {
        defer { rest.removeSubrange(..<range.upperBound) }
        return String(decoding: rest[..<range.upperBound], as: UTF8.self)
      }
      var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      // A program that writes nothing, or something else without end, fails its test.
      let left = max(.zero, ContinuousClock.now.duration(to: limit))
      if poll(&descriptor, 1, Int32(left / .milliseconds(1))) != 1 { throw Failure(call: "poll") }
      let count = Foundation.read(master, &bytes, bytes.count)
      if count <= 0 { throw Failure(call: "read") }
      rest += bytes[..<count]
    }
  }
}
