package import SwitchboardTracing

/// A text format in which `switchboard-trace export` writes a trace. A writer declares its format in its own file; the
/// command finds the formats in ``all``.
package struct TraceFormat: Sendable {
  /// The formats, in the order in which the command's help lists them.
  package static let all: [TraceFormat] = [.chrome, .golden, .dot]

  /// The name, as in `--format chrome`.
  package let name: String
  /// What the format is for: the words after the name in the command's help.
  package let purpose: String
  private let writeRest: @Sendable (any TraceSource, TextOutput) throws -> Void

  /// - Parameter makeSink: Makes a sink that writes the format into an output.
  init(_ name: String, _ purpose: String, _ makeSink: @escaping @Sendable (TextOutput) -> some TraceSink) {
    (self.name, self.purpose) = (name, purpose)
    writeRest = { source, output in try source.copy(to: makeSink(output)) }
  }

  /// Writes the rest of `source` into `output`, as `TraceSource.copy(to:)` does.
  package func write(_ source: some TraceSource, to output: TextOutput) throws { try writeRest(source, output) }
}
