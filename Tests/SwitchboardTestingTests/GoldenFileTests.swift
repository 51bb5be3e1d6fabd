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

  private let a = "# switchboard.golden/2\na\n"
  private let b = "# switchboard.golden/2\nb\n"

  @Test("is written by an update, with its directory, and then matches")
  func update() throws {
    try inScratchFolder { folder in
      let file = GoldenFile("deep/new.golden", besides: folder + "/Tests.swift")
      #expect(file.difference(to: a, isUpdate: false)?.contains("SWITCHBOARD_UPDATE_GOLDEN=1") == true)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      #expect(file.difference(to: a, isUpdate: true) == nil)
      let written = try String(contentsOfFile: folder + "/Golden/deep/new.golden", encoding: .utf8)
      #expect(written == a)
      #expect(file.difference(to: a, isUpdate: false) == nil)
      #expect(file.difference(to: b, isUpdate: false)?.contains("-a\n+b") == true)
      #expect(file.difference(to: b, isUpdate: true) == nil)
      #expect(file.difference(to: b, isUpdate: false) == nil)
    }
  }

  @Test("in another form gives one sentence, and the command that renews it")
  func forms() throws {
    let command = "`SWITCHBOARD_UPDATE_GOLDEN=1 swift test --traits Tracing`."
    let known = [
      "# switchboard.golden/1": """
      the golden file has form 1, and this version of Switchboard writes form 2: renew it with
      """,
      "# switchboard.golden/3": """
      the golden file has form 3, which this version of Switchboard does not know: update Switchboard, or write the \
      file in form 2 with
      """,
      "thread t1": """
      the first line of the golden file names no form of golden text: write the file again with
      """,
    ]
    try inScratchFolder { folder in
      let file = GoldenFile(folder + "/old.golden", besides: "")
      for (firstLine, sentence) in known {
        try "\(firstLine)\n  close ticks#1\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(file.difference(to: a, isUpdate: false) == "\(file.path): \(sentence) \(command)")
        #expect(file.difference(to: a, isUpdate: true) == nil)
        #expect(file.difference(to: a, isUpdate: false) == nil)
      }
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
