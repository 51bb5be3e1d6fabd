public import ArgumentParser
import Foundation

/// A command line that measures one suite, and prints or writes the results.
public protocol SuiteCommand: ParsableCommand {
  static var suite: Suite { get }
  var options: MeasurementOptions { get }
  /// Returns the requested cells. Throws a message that lists the valid choices.
  func selection() throws -> Selection
  /// Returns the suite of a measuring process.
  ///
  /// - Parameter arguments: The suite's ``Suite/processArguments``.
  static func suite(ofProcess arguments: [String]) throws -> Suite
}

extension SuiteCommand {
  public static func suite(ofProcess arguments: [String]) throws -> Suite { suite }

  public func selection() throws -> Selection {
    try Selection(Self.suite, quick: options.quick, filters: options.filter)
  }

  /// Runs the command. In a process that the command itself has started, does the work of that process instead.
  public static func start() {
    Restart.once(isExactAcrossThreads: suite.isExactAcrossThreads)
    // Handled outside of the command's own parsing, so that its help does not show these arguments.
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case CallgrindRun.command: CallgrindRun.runRegions(arguments.dropFirst(), of: suite)
    case TimingPass.command: TimingPass.measureGroup(arguments.dropFirst(), suiteOf: suite(ofProcess:))
    case LifePass.command: LifePass.measureLife(arguments.dropFirst(), of: suite)
    default: main(arguments)
    }
  }

  public func validate() throws {
    _ = try selection()
    _ = try options.chosenAllocators()
  }

  public func run() throws {
    try SuiteExecution(suite: Self.suite, selection: try selection(), options: options).run()
  }
}
