#if Inspector
  import SwitchboardInspector
  import Testing

  /// The code of Switchboard.docc/Inspector.md, in the same words: Tests/Lint/page_code.py compares.
  @Test("Switchboard.docc/Inspector.md", .disabled("takes port 7070"))
  func documentedInspector() async throws {
    let inspector = try await Inspector.start()
    print(inspector.url)
    await inspector.stop()
  }
#endif
