import Foundation
import Testing

@testable import ClientGenerator

@Suite("The output of tools")
struct ToolOutputTests {
  private static let sizes = """
    /tmp/Client  :
    section              size      addr
    .interp                28       736
    .text               1000     64416
    .data                 20     90000
    .bss                  64     91000
    .tbss                  8     91000
    .debug_info          500         0
    Total                1620
    """

  @Test func `sections that are loaded and stand in the file count`() throws {
    let found = try SectionSizes(parsing: Self.sizes)
    #expect(found.sections.map(\.name) == [".interp", ".text", ".data"])
    #expect(found.total == 1048)
    #expect(found[".text"] == 1000)
    #expect(found[".none"] == 0)
  }

  @Test(arguments: ["", "__TEXT\t__DATA\t__OBJC\n16384\t0\t0\n", "size: unknown option"])
  func `an output without sections is refused`(_ output: String) {
    #expect(throws: ToolFailure("`size -A` printed no sections; the size of GNU binutils is needed")) {
      try SectionSizes(parsing: output)
    }
  }

  @Test func `symbols that both programs have are no part of the client`() {
    let empty = SymbolTable(parsing: "0000000000001000 0000000000000010 T a\n0000000000001010 0000000000000008 t b\n")
    let client = SymbolTable(
      parsing: """
        0000000000002000 0000000000000010 T a
        0000000000002010 0000000000000018 t b
        0000000000002028 0000000000000020 T c
        0000000000002028 0000000000000020 T alias of c
        0000000000003000 0000000000000004 r constant
        0000000000004000 0000000000000100 b zeroes
        0000000000005000 T without a size
        """)
    let added = client.subtracting(empty)
    #expect(added.map(\.name) == ["b", "c", "constant"])
    #expect(added.map(\.bytes) == [24, 32, 4])
    #expect(added.map(\.isCode) == [true, true, false])
  }

  @Test(
    arguments: [
      "SignalProtocol.map<A>(_:)",
      "specialized SignalProtocol.map<A>(_:)",
      "partial apply for specialized closure #1 in closure #2 in SignalProtocol.map<A>(_:)",
      "merged closure #1 in SignalProtocol.map<A>(_:)",
      "run #1 <A>@Sendable (from:) in closure #1 in SignalProtocol.map<A>(_:)",
      "protocol witness for SignalProtocol.map<A>(_:) in conformance Signal<A, B>",
    ])
  func `a symbol belongs to the function that it is a part of`(_ name: String) {
    #expect(SymbolReport.function(name) == "SignalProtocol.map<A>(_:)")
  }

  @Test func `what the compiler makes for a type is no function of the library`() {
    #expect(SymbolReport.isDeclared("SignalProtocol.map<A>(_:)"))
    for name in [
      "outlined copy of TimedInput<Int?>", "thunk for @escaping (Chain) -> ()",
      "lazy protocol witness table accessor for type Property<Int> and conformance Property<A>",
    ] { #expect(!SymbolReport.isDeclared(name)) }
  }

  @Test func `a list of functions tells what is new and what is gone`() {
    let allowed = FunctionList(["a()", "b()"])
    #expect(FunctionList(["b()", "a()"]).differences(from: allowed) == nil)
    #expect(FunctionList(["b()", "c()"]).differences(from: allowed) == "+ c()\n- a()")
  }

  @Test func `the reason of a failed build is its errors`() {
    let output = "[1/3] Compiling\nMain.swift:1:1: error: no such module 'Foo'\nnote: a\nb\nc\nd\ne\n"
    #expect(ToolRun.reason(output) == ":\nMain.swift:1:1: error: no such module 'Foo'")
    #expect(ToolRun.reason("a\nb\nc\nd\ne\nf\n") == ":\nb\nc\nd\ne\nf")
    #expect(ToolRun.reason("").isEmpty)
  }

  @Test func `a tool that fails says how it was called and why`() {
    #expect(throws: ToolFailure("`sh -c echo no >&2; exit 3` failed with status 3:\nno")) {
      _ = try ToolRun(URL(fileURLWithPath: "/bin/sh"), ["-c", "echo no >&2; exit 3"], isJoined: true)
    }
  }

  @Test func `a tool does not see the variables of a benchmark`() throws {
    #expect(setenv("SWITCHBOARD_TEST_TARGETS", "one", 1) == 0)
    defer { unsetenv("SWITCHBOARD_TEST_TARGETS") }
    let words = "${LD_PRELOAD:-}${MALLOC_CONF:-}${SWITCHBOARD_TEST_TARGETS:-}"
    let run = try ToolRun(URL(fileURLWithPath: "/bin/sh"), ["-c", "echo \"\(words).${PATH:+path}\""])
    #expect(run.output == ".path\n")
  }

  @Test func `the processor time of a tool contains that of its children`() throws {
    let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"
    let run = try ToolRun(URL(fileURLWithPath: "/bin/sh"), ["-c", "sh -c '\(work)'; echo done"])
    #expect(run.output == "done\n")
    #expect(run.processorSeconds > 0)
  }

  @Test func `clients that print different values are a problem, whatever their order`() {
    let own = ["mergeInt": ["1", "2"], "zipInt": []]
    #expect(ClientMeasurement.difference([(.switchboard, own), (.opencombine, own)]) == nil)
    let other = ["mergeInt": ["1"], "zipInt": []]
    #expect(
      ClientMeasurement.difference([(.switchboard, own), (.opencombine, other)])
        == "mergeInt of the client prints 1, 2 with switchboard, but 1 with opencombine")
    #expect(
      ClientMeasurement.difference([(.switchboard, own), (.opencombine, ["mergeInt": ["1", "2"]])])
        == "zipInt of the client prints nothing with switchboard, but no line of its own with opencombine")
  }
}
