import Foundation
import Testing

@testable import ClientGenerator

@Suite("The sizes of products and operators")
struct SizeTests {
  private let accepted = ClientSizes(
    compiler: "Swift 6.3.1 on x86_64", bytes: ["`map`": 1_082, "Switchboard": 1_583_306, "Switchboard, Tracing": 9])

  private func differences(compiler: String? = nil, _ change: (inout [String: Int]) -> Void) -> String? {
    var found = accepted
    if let compiler { found.compiler = compiler }
    change(&found.bytes)
    return found.differences(from: accepted)
  }

  @Test func `a figure may differ by one percent or 32 bytes`() {
    #expect(differences { $0["`map`"] = 1_114 } == nil)
    #expect(differences { $0["`map`"] = 1_115 } == "`map`: 1082 bytes in the file, 1115 now")
    #expect(differences { $0["Switchboard"] = 1_599_000 } == nil)
    #expect(differences { $0["Switchboard"] = 1_500_000 } == "Switchboard: 1583306 bytes in the file, 1500000 now")
  }

  @Test func `a new operator and one that is gone are named, with any compiler`() {
    for compiler in [nil, "Swift 7.0 on x86_64"] {
      #expect(differences(compiler: compiler) { $0["`zap`"] = 1 } == "+ `zap`")
      #expect(differences(compiler: compiler) { $0["`map`"] = nil } == "- `map`")
    }
  }

  @Test func `bytes of another compiler are not compared, and the run says so`() {
    #expect(differences(compiler: "Swift 7.0 on x86_64") { $0["`map`"] = 5_000 } == nil)
    let note = ClientSizes(compiler: "Swift 7.0 on x86_64", bytes: [:]).note(comparedWith: accepted)
    #expect(note?.contains("Swift 6.3.1 on x86_64") == true)
  }

  @Test func `a check leaves out the states that follow others`() {
    #expect(differences { $0["Switchboard, Tracing"] = nil } == nil)
  }

  @Test func `an operator that is left to another turn must be in the file`() {
    var found = accepted
    found.bytes["`map`"] = nil
    #expect(found.differences(from: accepted, leftOut: ["`map`"]) == nil)
    #expect(found.differences(from: accepted, leftOut: ["`map`", "`zap`"]) == "+ `zap`")
  }

  @Test func `each product for programs is measured`() throws {
    let manifest = try text(of: "Package.swift")
    let products = manifest.matches(of: #/\.library\(name: "(Switchboard\w*)"/#).map { String($0.1) }
    // For tests of links, and empty on Linux.
    let others: Set = ["SwitchboardLinkTesting", "SwitchboardCombine"]
    #expect(products.count > 10)
    #expect(Set(products).subtracting(others).isSubset(of: ProductHello.all.map(\.name)))
  }

  private func text(of file: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  @Test func `every operator of the page is used, beside the signal that it begins with`() throws {
    let text = try text(of: "Sources/Runtime/Switchboard/Switchboard.docc/Operators.md")
    let uses = OperatorUse.all(in: text)
    #expect(uses.count == text.matches(of: #/(?m)^\| \*\*/#).count)
    #expect(Set(uses.map(\.name)).count > 100)
    #expect(OperatorUse(name: "`not`", example: "flags.not()").source == "flags")
    #expect(OperatorUse(name: "`just`", example: "Signal.just(1)").source == "numbers")
  }
}
