import Foundation

/// The turns of processes that are compared with each other. Only one of them runs at a time, for one round, so that a
/// slow moment of the machine affects all alike.
///
/// A process asks for its turn on its standard output, and gets it on its standard input. Its answer follows after the
/// last turn.
public enum Turn {
  static let request = Data(".".utf8)
  static let permission = Data("\n".utf8)

  /// Waits for this process's turn. Returns false if the process that gives the turns has ended.
  public static func wait() -> Bool {
    FileHandle.standardOutput.write(request)
    return (try? FileHandle.standardInput.read(upToCount: 1))?.isEmpty == false
  }

  /// Gives each of the processes its turns, one after the other, until all have begun their answers or have ended.
  public static func take(_ processes: [RunningProcess]) {
    // A process that has ended must not end this process when it gets its turn.
    signal(SIGPIPE, SIG_IGN)
    var waiting = processes.filter { $0.asksForTurn() }
    while !waiting.isEmpty {
      waiting = waiting.filter { process in
        process.giveTurn()
        return process.asksForTurn()
      }
    }
  }
}
