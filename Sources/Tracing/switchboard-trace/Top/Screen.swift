#if Tools
  import Foundation
  import Synchronization

  /// The terminal of the command: keys and signals as events, and frames that replace each other.
  final class Screen {
    struct Size: Equatable, Sendable {
      var width: Int
      var height: Int
    }

    private let before: termios
    private var isOpen = true

    /// Takes the terminal: reads keys one by one, and shows frames instead of the lines that were there. Posts keys and
    /// signals from now on. A process has one screen.
    init(_ events: Mailbox) throws {
      let signals = try SignalPipe.open()
      var attributes = termios()
      tcgetattr(STDIN_FILENO, &attributes)
      before = attributes
      // Keys arrive one by one and unseen. Ctrl-C still sends SIGINT. Ctrl-Z and ctrl-\ are off: the program would stop
      // or end, and leave the terminal so. So is ctrl-S, which would hold up the frames, and with them all keys.
      attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      attributes.c_iflag &= ~tcflag_t(IXON)
      let disabled = UInt8(truncatingIfNeeded: fpathconf(STDIN_FILENO, Int32(_PC_VDISABLE)))
      withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
        characters[Int(VMIN)] = 1
        characters[Int(VTIME)] = 0
        for key in Self.unwanted { characters[Int(key)] = disabled }
      }
      tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
      // The other screen, without a cursor, and without line breaks where a line is too long after all.
      write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
      Thread.detachNewThread { Self.listen(signals, events) }
    }

    /// Replaces what the terminal shows. Erases a line before writing it: after a full line, that would erase its last
    /// character. The last line has no end of line, which would scroll a full screen.
    ///
    /// Returns false if the terminal is closed.
    func draw(_ lines: [TopLine]) -> Bool {
      let size = Self.size
      let shown = lines.prefix(size.height).map { line in
        let text = line.text.visible.cut(to: size.width)
        switch line.style {
        case .plain: return "\u{1B}[2K" + text
        case .strong: return "\u{1B}[2K\u{1B}[1m" + text + "\u{1B}[0m"
        case .alarm: return "\u{1B}[2K\u{1B}[7m" + text + "\u{1B}[0m"
        }
      }
      write("\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J")
      return isOpen
    }

    /// Gives the terminal back as it was.
    func close() {
      write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
      isOpen = false
      var attributes = before
      tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }

    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    static var size: Size {
      var size = winsize()
      let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
      return isKnown ? Size(width: Int(size.ws_col), height: Int(size.ws_row)) : Size(width: 80, height: 24)
    }

    private func write(_ text: String) {
      guard isOpen else { return }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
          poll(&descriptor, 1, -1)
        } else if errno != EINTR {
          isOpen = false
          return
        }
      }
    }

    /// Posts keys and signals until the process ends.
    private static func listen(_ signals: Int32, _ events: Mailbox) {
      var sources = [signals, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        for index in sources.indices { sources[index].revents = 0 }
        if poll(&sources, nfds_t(sources.count), -1) < 0, errno != EINTR { return events.post(.end) }
        if sources[0].revents != 0 {
          let count = max(read(signals, &bytes, bytes.count), 0)
          for number in bytes[..<count] { events.post(Int32(number) == SIGWINCH ? .resized : .end) }
        }
        if sources[1].revents != 0 {
          let count = read(STDIN_FILENO, &bytes, bytes.count)
          if count > 0 {
            for key in Key.parse(Array(bytes[..<count])) { events.post(.key(key)) }
          } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            // No key will come any more.
            sources[1].fd = -1
            events.post(.end)
          }
        }
      }
    }

    #if canImport(Darwin)
      private static let unwanted = [VQUIT, VSUSP, VDSUSP]
    #else
      private static let unwanted = [VQUIT, VSUSP]
    #endif
  }

  /// The pipe into which the actions of signals write, because they may do hardly anything else.
  private enum SignalPipe {
    // Sound: set once, before the actions that read it.
    nonisolated(unsafe) private static var writeEnd: Int32 = -1

    /// Lets the signals that end a program, and those of a new size, write into a pipe. Returns the end to read.
    static func open() throws -> Int32 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        throw Failure.unavailable(reason: "cannot make a pipe: \(String(cString: strerror(errno)))").reported()
      }
      writeEnd = ends[1]
      for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH] {
        signal(number) { number in
          let error = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = Foundation.write(SignalPipe.writeEnd, &byte, 1)
          errno = error
        }
      }
      return ends[0]
    }
  }

  /// What happens while a view is shown.
  enum TopEvent: Sendable {
    case key(Key)
    case resized
    /// The user, or the system, wants the command to end.
    case end
    /// The time for the next answer has come, unless another question was asked since.
    case due(Int)
    case answer(Result<TopSnapshot, InspectorFailure>)
  }

  /// The events of several threads, for one thread.
  final class Mailbox: Sendable {
    private let events = Mutex<[TopEvent]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ event: TopEvent) {
      events.withLock { $0.append(event) }
      count.signal()
    }

    /// Waits for an event.
    func next() -> TopEvent {
      count.wait()
      return events.withLock { $0.removeFirst() }
    }
  }
#endif
