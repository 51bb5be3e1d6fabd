import Foundation
import SwitchboardTraceFile

extension CensusDocument {
  /// A census of a program that differs from others only in what a test is about.
  static func made(
    _ subscriptions: [Subscriptions] = [], _ registries: [Registry] = [], process: Int32 = 1234, at: Double = 12.5,
    notCounted: [String] = []
  ) -> CensusDocument {
    CensusDocument(
      program: "LoginFlow", process: process, at: at, takenAt: "2026-11-25T06:00:00Z", registries: registries,
      subscriptions: subscriptions, notCounted: notCounted)
  }

  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

extension CensusDocument.Subscriptions {
  static func made(_ line: String, _ count: UInt64, label: String = "clicks", owner: String? = nil) -> Self {
    Self(
      line: line, label: label, owner: owner, count: count, deliveries: 30, waiting: 0, oldest: 12, youngest: 1,
      ownersGone: 0)
  }
}

extension CensusDocument.Registry {
  static func made(_ line: String?, name: String? = nil, type: String = "PublishSubject<Int, Never>") -> Self {
    Self(
      number: 5, name: name, type: type, line: line, kind: "subject", subscribers: 3, sends: 100, deliveries: 300,
      waiting: 0, mostWaiting: 2, kept: 0, keptLimit: 0, age: 12.5)
  }
}

/// Calls `body` with the paths of files with the texts, which exist until `body` returns.
func withFiles<Result>(_ texts: [String], _ body: ([String]) throws -> Result) throws -> Result {
  guard let text = texts.first else { return try body([]) }
  return try withScratchFile { path in
    try write(Array(text.utf8), to: path)
    return try withFiles(Array(texts.dropFirst())) { try body([path] + $0) }
  }
}
