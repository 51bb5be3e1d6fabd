import Foundation
import ProgramReplay
import SwitchboardTraceFile
import SwitchboardTracing

/// The reason why a trace cannot be replayed, with the exit status of the command.
struct TraceProblem: Error, CustomStringConvertible {
  let exitStatus: Int32
  let description: String
}

/// A trace file, read as a program for a replay.
struct TraceInput {
  let path: String
  let program: RecordedProgram
  /// Whether the recording was ended. The trace of a program that was killed has no end.
  let isComplete: Bool

  /// Reads the file to its end.
  ///
  /// - Throws: ``TraceProblem``: status 66 if the file cannot be read; 65 if it is no trace, is damaged or cut off, or
  ///   has no subscription.
  init(_ path: String, name: String) throws(TraceProblem) {
    self.path = path
    guard FileManager.default.isReadableFile(atPath: path), !Self.isDirectory(path) else {
      throw TraceProblem(
        exitStatus: 66,
        description: "\(path): there is no trace file, or it may not be read. Check the path and its permissions.")
    }
    var builder = RecordingBuilder()
    let symbols: TraceSymbols
    do {
      var reader = try PerfettoReader(path: path)
      while let record = try reader.next() { if let event = RecordedEvent(record) { builder.add(event) } }
      symbols = reader.symbols
      isComplete = reader.isComplete
    } catch {
      throw TraceProblem(exitStatus: 65, description: "\(error)")
    }
    program = builder.program(name, RecordingBuilder.Names(symbols))
    guard program.subscriptions > 0 else {
      throw TraceProblem(
        exitStatus: 65,
        description: """
          \(path): the trace has no subscription, so there is nothing to compare. Record a program while it subscribes \
          and sends: `switchboard-trace summary` shows what a trace has.
          """)
    }
    guard !program.operations.isEmpty else {
      throw TraceProblem(
        exitStatus: 65,
        description: "\(path): the trace has no subscribe, send or dispose to replay. Record for a longer time.")
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}

extension RecordedEvent {
  /// Returns nil for a record that a replay does not need.
  fileprivate init?(_ record: TraceRecord) {
    let kind: Kind
    switch record.kind {
    case .send: kind = .send(isLast: record.event != .value)
    case .replay: kind = .replay
    case .end: kind = .end
    case .deliver: kind = .deliver
    case .subscribe: kind = .subscribe
    case .dispose: kind = .dispose
    case .queue: kind = .queue
    case .lost: kind = .lost
    case .start, .arrive, .scope, .hop, .ownerDeinit, .close: return nil
    }
    self.init(
      kind, thread: record.thread, flow: record.flow, registry: record.registry, subscription: record.subscription,
      count: record.count, label: record.label, site: record.site)
  }
}

extension RecordingBuilder.Names {
  fileprivate init(_ symbols: TraceSymbols) {
    self.init(
      label: { number in
        let label = symbols.labels.indices.contains(Int(number)) ? symbols.labels[Int(number)] : symbols.labels[0]
        return (label.name, label.type)
      },
      line: { number in
        symbols.sites.indices.contains(Int(number)) && number != 0 ? symbols.sites[Int(number)].description : nil
      })
  }
}
