import Foundation

/// Runs every snippet and checks what it heard. Prints how many ran, and names those that failed.
@main
enum Program {
  static func main() async {
    let runner = Runner()
    await making(runner)
    await transforming(runner)
    await joining(runner)
    await joiningMany(runner)
    await joiningWhatFailsOtherwise(runner)
    await flattening(runner)
    await catching(runner)
    await watching(runner)
    await sharing(runner)
    await sending(runner)
    await usingProperties(runner)
    await usingCommands(runner)
    await usingBoards(runner)
    await usingTheBus(runner)
    await awaiting(runner)
    await subscribing(runner)
    await subscribingOn(runner)
    await chaining(runner)
    await chainingOfEachLength(runner)
    for failure in runner.failures { print(failure) }
    print("\(runner.count) snippets ran, \(runner.failures.count) failed")
    exit(runner.failures.isEmpty ? 0 : 1)
  }
}
