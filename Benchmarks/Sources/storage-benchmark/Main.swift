import ArgumentParser

@main
struct Main {
  static func main() {
    // Apart from the command's own parsing, so that its help shows nothing of this.
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == RegionCommand.name {
      RegionCommand.main(Array(arguments.dropFirst()))
    } else {
      StorageBenchmark.main(arguments)
    }
  }
}
