import Foundation
import Switchboard
import SwitchboardFoundation
import Synchronization

/// The terminal of the program: the size and keys as signals, and frames that replace each other.
final class Terminal: Sendable {
  struct Size: Equatable, Sendable {
    var width: Int
    var height: Int
  }

  let size = Property(Terminal.measured(), name: "size")
  let keys = PublishSubject<UInt8, Never>(name: "keys")
  /// Completes when nobody can read the output any more.
  let closed = PublishSubject<Never, Never>(name: "closed")
  private let isOpen = Mutex(true)
  private let before: termios
  private let sources = CompositeDisposable()

  /// `bus` dispatches `SIGWINCH`, with which the system announces another size.
  init(_ bus: EventBus) {
    var attributes = termios()
    tcgetattr(STDIN_FILENO, &attributes)
    before = attributes
    // Keys arrive one by one and unseen. Ctrl-C still sends SIGINT. Ctrl-Z and ctrl-\ are off: the program would stop
    // or end, and leave the terminal so.
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    let disabled = UInt8(truncatingIfNeeded: fpathconf(STDIN_FILENO, Int32(_PC_VDISABLE)))
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      for key in Self.unwanted { characters[Int(key)] = disabled }
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    write("\u{1B}[?1049h\u{1B}[?25l")

    let typed = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "terminal"))
    typed.setEventHandler { [keys] in
      var key: UInt8 = 0
      if read(STDIN_FILENO, &key, 1) == 1 { keys.send(key) } else { keys.sendCompleted() }
    }
    typed.activate()
    nonisolated(unsafe) let source = typed
    sources.add(ActionDisposable { source.cancel() })

    sources.add(bus.on(process: .windowChange).next { [size] _ in size.value = Self.measured() })
    // The size may have changed since the first look.
    size.value = Self.measured()
  }

  /// Replaces what the terminal shows. Erases a line before writing it: after a full line, that would erase its last
  /// character. The last line has no end of line, which would scroll a full screen.
  func draw(_ lines: [String]) {
    write("\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Gives the terminal back as it was. No frame follows.
  func close() {
    sources.dispose()
    isOpen.withLock { isOpen in
      if isOpen { _ = writeAll("\u{1B}[?25h\u{1B}[?1049l") }
      isOpen = false
    }
    var attributes = before
    tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  private func write(_ text: String) {
    if !isOpen.withLock({ $0 && writeAll(text) }) { closed.sendCompleted() }
  }

  #if canImport(Darwin)
    private static let unwanted = [VQUIT, VSUSP, VDSUSP]
  #else
    private static let unwanted = [VQUIT, VSUSP]
  #endif

  private static func measured() -> Size {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? Size(width: Int(size.ws_col), height: Int(size.ws_row)) : Size(width: 80, height: 24)
  }
}

/// Writes to the standard output. Returns false if nobody reads it any more.
func writeAll(_ text: String) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, -1)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}
