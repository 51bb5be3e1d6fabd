import Foundation
import Testing

@testable import ClientGenerator

@Suite("The generated clients")
struct GeneratedClientTests {
  private func package(_ library: Library, revision: Int = 0) -> ClientPackage {
    ClientPackage(library, at: URL(fileURLWithPath: "/library"), revision: revision)
  }

  /// Returns the code of each function of a client by its name.
  private func functions(_ library: Library) -> [String: String] {
    let sources = package(library).files.filter { $0.key.hasPrefix("Sources/Client/") }.values.joined(separator: "\n")
    let found = sources.matches(of: #/func (\w+)\(_ bag: [^)]*\) \{\n(.*?)\n\}/#.dotMatchesNewlines())
    return Dictionary(found.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $0 + $1 })
  }

  @Test(arguments: Library.allCases)
  func `the files are the same each time`(_ library: Library) {
    #expect(package(library).files == package(library).files)
    #expect(package(library).files.count == ClientPackage.Program.allCases.count + Shape.all.count + 2)
  }

  @Test(arguments: Library.allCases)
  func `another revision changes one file of the client`(_ library: Library) {
    let (first, second) = (package(library).files, package(library, revision: 1).files)
    #expect(first.filter { second[$0.key] != $0.value }.map(\.key) == ["Sources/Client/Model.swift"])
  }

  @Test func `both clients have the same hundred functions`() {
    let (own, other) = (functions(.switchboard), functions(.opencombine))
    #expect(own.count == 100)
    #expect(Set(own.keys) == Set(other.keys))
    #expect(ClientPackage.functionCount == 100)
  }

  @Test func `the functions of a pair have the same operators, values and subscriptions`() throws {
    let (own, other) = (functions(.switchboard), functions(.opencombine))
    for (name, code) in own {
      let peer = try #require(other[name])
      // A subscription to OpenCombine has a second line, which keeps it.
      let kept = peer.components(separatedBy: ".store(in: &bag)").count - 1
      #expect(links(code).count == links(peer).count - kept, "\(name)")
      #expect(code.components(separatedBy: ".subscribe(into: bag)").count - 1 == kept, "\(name)")
      #expect(kept > 0, "\(name)")
      for (word, counterpart) in Self.counterparts {
        #expect(links(code).count { $0.hasPrefix(word) } == links(peer).count { $0.hasPrefix(counterpart) }, "\(name)")
      }
      #expect(sends(code) == sends(peer), "\(name)")
    }
  }

  @Test func `the main function calls every function`() throws {
    for library in Library.allCases {
      let main = try #require(package(library).files["Sources/Client/Main.swift"])
      let called = main.matches(of: #/\("(\w+)", (\w+)\)/#).map { (String($0.1), String($0.2)) }
      #expect(called.allSatisfy { $0 == $1 })
      #expect(called.map(\.0).sorted() == functions(library).keys.sorted())
    }
  }

  @Test func `chains use many operators, and every type of values`() {
    let all = functions(.switchboard).values.joined()
    for word in [
      "map", "filter", "scan", "merge", "flatMap", "flatMapLatest", "debounce", "throttle", "distinctUntilChanged",
      "share", "catch", "zip", "retry", "tryMap", "replaceError", "delay", "deliver",
    ] { #expect(all.contains(".\(word)"), "\(word)") }
    for type in ValueType.all { #expect(functions(.switchboard).keys.count { $0.hasSuffix(type.name) } == 20) }
  }

  private static let counterparts = [
    (".map {", ".map {"), (".mapError", ".mapError"), (".filter", ".filter"), (".scan", ".scan"),
    (".debounce", ".debounce"),
    (".distinctUntilChanged", ".removeDuplicates"), (".catch", ".catch"), (".zip", ".zip"), (".share", ".share"),
    (".retry", ".retry"), (".throttle", ".throttle"), (".tryMap", ".tryMap"), (".replaceError", ".replaceError"),
  ]

  /// Returns the lines of a function's chains that begin with a dot. A latest inner signal is two operators in Combine.
  private func links(_ code: String) -> [String] {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix(".") }
      .map { $0.hasSuffix(".switchToLatest()") ? ".switchToLatest" : $0 }
  }

  private func sends(_ code: String) -> [Substring] {
    code.split(separator: "\n").filter { $0.contains(".send(") || $0.contains(".value =") }
  }
}

@Suite("The checkout of the peer")
struct PeerCheckoutTests {
  @Test func `it is the version that the other suites compare with`() throws {
    let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Package.swift")
    let peer = "(\"OpenCombine\", \"\(PeerCheckout.url)\", \"\(PeerCheckout.version)\")"
    #expect(try String(contentsOf: manifest, encoding: .utf8).contains(peer))
  }

  @Test func `a checkout that is there is used`() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let checkout = scratch.appending(path: "peer-\(PeerCheckout.version)/.build/checkouts/OpenCombine")
    try FileManager.default.createDirectory(at: checkout, withIntermediateDirectories: true)
    try Data().write(to: checkout.appending(path: "Package.swift"))
    #expect(try PeerCheckout.location(in: scratch) == checkout)
  }

  @Test func `a folder that cannot be written is named`() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    try Data().write(to: scratch)
    #expect(throws: ToolFailure.self) { try PeerCheckout.location(in: scratch) }
  }
}
