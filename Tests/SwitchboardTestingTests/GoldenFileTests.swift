import Foundation
import SwitchboardTesting
import Testing

@Suite("A golden file")
struct GoldenFileTests {
  /// Calls `body` with the path of a folder that exists until `body` returns.
  private func inScratchFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test("is written by an update, with its directory, and then matches")
  func update() throws {
    try inScratchFolder { folder in
      let file = GoldenFile("deep/new.golden", besides: folder + "/Tests.swift")
      #expect(file.difference(to: "a\n", isUpdate: false)?.contains("SWITCHBOARD_UPDATE_GOLDEN=1") == true)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      #expect(file.difference(to: "a\n", isUpdate: true) == nil)
      let written = try String(contentsOfFile: folder + "/Golden/deep/new.golden", encoding: .utf8)
      #expect(written == "a\n")
      #expect(file.difference(to: "a\n", isUpdate: false) == nil)
      #expect(file.difference(to: "b\n", isUpdate: false)?.contains("-a\n+b") == true)
      #expect(file.difference(to: "b\n", isUpdate: true) == nil)
      #expect(file.difference(to: "b\n", isUpdate: false) == nil)
    }
  }

  @Test("that cannot be read or written gives an issue with the reason")
  func trouble() throws {
    try inScratchFolder { folder in
      let isFolder = GoldenFile(folder, besides: "").difference(to: "a", isUpdate: false)
      #expect(isFolder?.contains("cannot read the golden file") == true)
      try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
      let isBlocked = GoldenFile(folder + "/file/x.golden", besides: "").difference(to: "a", isUpdate: true)
      #expect(isBlocked?.contains("cannot write the golden file") == true)
    }
  }

  @Test("differs by lines, with three lines of context")
  func lines() {
    let old = (1...20).map { Substring("\($0)") }
    var new = old
    new[9] = "ten"
    new.append("21")
    #expect(
      LineDifference(from: old, to: new).description == """
        @@ -7 +7 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13
        @@ -18 +18 @@
         18
         19
         20
        +21
        """)
    #expect(LineDifference(from: old, to: old).isEmpty)
  }
}
