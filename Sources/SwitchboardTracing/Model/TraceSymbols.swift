/// A source line.
public struct TraceSite: Hashable, Sendable, CustomStringConvertible {
  /// As `#fileID` gives it: module and file.
  public var fileID: String
  public var line: UInt32

  public init(fileID: String, line: UInt32) {
    self.fileID = fileID
    self.line = line
  }

  /// `Module/File.swift:12`.
  public var description: String { fileID.isEmpty ? "?" : "\(fileID):\(line)" }
}

/// What a registry or a signal is called.
public struct TraceLabel: Hashable, Sendable, CustomStringConvertible {
  /// Its type, such as `PublishSubject<Int, Never>`; empty for a signal that has a name only.
  public var type: String
  /// The name that the program gave it, if it did: of a subject or signal, a board's key, an event's type.
  public var name: String?

  public init(type: String, name: String?) {
    self.type = type
    self.name = name
  }

  /// The name, or else the type.
  public var description: String { name ?? type }
}

/// A thread of the traced program.
public struct TraceThread: Equatable, Sendable {
  /// From 1 in the order of first appearance; what ``TraceRecord/thread`` holds.
  public var number: UInt32
  /// The system's id.
  public var id: UInt64
  /// The system's name for it; may be empty.
  public var name: String

  public init(number: UInt32, id: UInt64, name: String) {
    self.number = number
    self.id = id
    self.name = name
  }
}

/// What the numbers in a trace's records stand for. Grows while a trace is read or written; a number never changes its
/// meaning.
public struct TraceSymbols: Equatable, Sendable {
  /// By ``TraceRecord/site``. The first is unknown.
  public var sites: [TraceSite] = [TraceSite(fileID: "", line: 0)]
  /// By ``TraceRecord/label``. The first is none.
  public var labels: [TraceLabel] = [TraceLabel(type: "", name: nil)]
  /// By ``TraceRecord/thread`` − 1.
  public var threads: [TraceThread] = []

  public init() {}

  /// The source line of `record`. Unknown if the number is not in the table.
  public func site(of record: TraceRecord) -> TraceSite {
    let index = Int(record.site)
    return index < sites.count ? sites[index] : sites[0]
  }

  /// The name of what `record` is about. Empty if the number is not in the table.
  public func label(of record: TraceRecord) -> TraceLabel {
    let index = Int(record.label)
    return index < labels.count ? labels[index] : labels[0]
  }

  /// The thread of `record`.
  public func thread(of record: TraceRecord) -> TraceThread {
    let index = Int(record.thread) - 1
    return threads.indices.contains(index)
      ? threads[index] : TraceThread(number: record.thread, id: 0, name: "")
  }
}
