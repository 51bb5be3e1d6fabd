@main
enum Main {
  static func main() { RuntimeBenchmark.start() }
}
