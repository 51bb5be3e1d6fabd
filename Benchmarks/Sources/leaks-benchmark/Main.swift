@main
enum Main {
  static func main() { LeaksBenchmark.start() }
}
