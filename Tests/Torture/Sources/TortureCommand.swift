import ArgumentParser
import Foundation

@main
struct TortureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "torture",
    abstract: "Run the library under random programs, racing threads and lasting load.",
    discussion: """
      EXAMPLES
        make torture
        torture model --seconds 60 --seed random
        torture model --seed 4711 --programs 1
        torture deliveries --seconds 60
        torture soak --minutes 30 --chart soak.svg

      EXIT STATUS
        0    the library keeps its promises
        1    it does not; the output says where
        64   an option is wrong
        74   the output cannot be written
        134  a program crashed the library; the output names its seed
      """,
    subcommands: [ModelCommandLine.self, DeliveriesCommandLine.self, SoakCommandLine.self])

  static func main() {
    // Otherwise the first revocations of thread bias would turn the bias off for the rest of the run. The library reads
    // the environment when the program is loaded, so the program starts itself again.
    if getenv("SWITCHBOARD_THREAD_BIAS") == nil {
      setenv("SWITCHBOARD_THREAD_BIAS", "always", 1)
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
    signal(SIGPIPE, SIG_IGN)
    main(nil)
  }
}
