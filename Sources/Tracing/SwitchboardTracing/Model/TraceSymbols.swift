/// A source line.
public struct TraceSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and file, as `#fileID` gives them; or, with the line 0, the name of what was used, such as
  /// `Property.value`: a property cannot learn its caller's line.
  public let fileID: String
  /// The line in the file, from 1. 0 if there is none, or if it is unknown.
  public let line: UInt32

  package init(fileID: String, line: UInt32) {
    self.fileID = fileID
    self.line = line
  }

  /// The line as `Module/File.swift:12`, the name of what was used as `Property.value`, or `?` if neither is known.
  public var description: String { fileID.isEmpty ? "?" : line == 0 ? fileID : "\(fileID):\(line)" }

  /// Whether this is a line of the library. Tests check that no record has such a line: a record has a line of the
  /// program, or the name of what the program used.
  package var isOfLibrary: Bool {
    let module = fileID.prefix { $0 != "/" }
    return line != 0 && module.hasPrefix("Switchboard") && !module.hasSuffix("Tests")
      && !["SwitchboardOperatorTables", "SwitchboardScenarios"].contains(module)
  }
}

/// The label of a registry or a signal.
public struct TraceLabel: Hashable, Sendable, CustomStringConvertible {
  /// The type of the registry or signal, such as `PublishSubject<Int, Never>`. Empty for a signal that has only a name.
  public let type: String
  /// The name of a subject or signal, a board's key, or an event's type. Nil if the program gave none.
  public package(set) var name: String?

  package init(type: String, name: String?) {
    self.type = type
    self.name = name
  }

  /// The name, or the type if there is no name.
  public var description: String { name ?? type }
}

/// A thread of the traced program.
public struct TraceThread: Equatable, Sendable {
  /// The number that ``TraceRecord/thread`` holds, from 1 in the order of first appearance.
  public let number: UInt32
  /// The system's id of the thread.
  public package(set) var id: UInt64
  /// The system's name of the thread; may be empty.
  public package(set) var name: String

  package init(number: UInt32, id: UInt64, name: String) {
    self.number = number
    self.id = id
    self.name = name
  }
}

/// The meaning of the numbers in a trace's records. The tables grow while a trace is read or written; a number never
/// changes its meaning. The look-ups are O(1).
public struct TraceSymbols: Equatable, Sendable {
  /// The source lines by ``TraceRecord/site``. The first entry stands for an unknown line.
  public package(set) var sites: [TraceSite] = [TraceSite(fileID: "", line: 0)]
  /// The labels by ``TraceRecord/label``. The first entry stands for no label.
  public package(set) var labels: [TraceLabel] = [TraceLabel(type: "", name: nil)]
  /// The threads by ``TraceRecord/thread`` − 1.
  public package(set) var threads: [TraceThread] = []
  /// The labels whose names are values of the traced program, which inspectors do not show.
  package var namesOfValues: Set<UInt32> = []

  package init() {}

  /// Returns the source line of `record`, or the unknown line if the number is not in the table.
  ///
  /// - Parameter record: A record of the trace that these symbols belong to.
  public func site(of record: TraceRecord) -> TraceSite {
    let index = Int(record.site)
    return index < sites.count ? sites[index] : sites[0]
  }

  /// Returns the label of `record`, which is empty if the number is not in the table.
  ///
  /// - Parameter record: A record of the trace that these symbols belong to.
  public func label(of record: TraceRecord) -> TraceLabel {
    let index = Int(record.label)
    return index < labels.count ? labels[index] : labels[0]
  }

  /// Returns the thread of `record`. The thread has no name, and id 0, if the number is not in the table.
  ///
  /// - Parameter record: A record of the trace that these symbols belong to.
  public func thread(of record: TraceRecord) -> TraceThread {
    let index = Int(record.thread) - 1
    return threads.indices.contains(index)
      ? threads[index] : TraceThread(number: record.thread, id: 0, name: "")
  }
}
