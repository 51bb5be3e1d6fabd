@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case LinkProcess.command: LinkProcess.run(Array(arguments.dropFirst()))
    default: LinkBenchmark.start()
    }
  }
}
