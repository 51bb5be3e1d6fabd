@main
enum Main {
  static func main() {
    if Setting.runsChild(CommandLine.arguments.dropFirst()) { return }
    TracingBenchmark.start()
  }
}
