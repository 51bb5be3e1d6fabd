@main
enum Main {
  static func main() { StorageBenchmark.start() }
}
