#if Inspector
  import SwitchboardInspector
#endif

@main
enum Main {
  static func main() async throws {
    #if Inspector
      let inspector = try await Inspector.start(at: "127.0.0.1:0")
      print(inspector.url)
    #endif
  }
}
