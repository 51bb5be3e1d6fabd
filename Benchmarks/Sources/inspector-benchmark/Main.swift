@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case SamplingProcess.command: SamplingProcess.run(rest)
    case ObjectBytes.command: ObjectBytes.run(rest)
    #if Inspector
      case WatchProcess.command: WatchProcess.run(rest)
      case Onlooker.command: Onlooker.run(rest)
    #endif
    default: InspectorBenchmark.start()
    }
  }
}
