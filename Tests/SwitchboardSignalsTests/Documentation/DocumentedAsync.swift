import Switchboard
import SwitchboardTestSupport
import Testing

private struct Position: Sendable, Equatable { var latitude = 0.0 }
private struct Profile: Sendable, Equatable { var name = "Ann" }
private enum NetworkError: Error { case offline }

private struct Server: Sendable {
  func profile() async throws(NetworkError) -> Profile { Profile() }
}

/// The examples of Switchboard.docc/Signals.md on tasks, in the same words.
@Suite("Async: the documentation's examples")
struct DocumentedAsync {
  @Test("the examples compile, and have the documented effects")
  func examples() async {
    let positions = ReplaySubject<Position, NetworkError>()
    positions.send(Position(latitude: 1))
    positions.send(Position(latitude: 2))
    positions.send(error: .offline)
    let (shown, failures) = (Guarded<[Position]>([]), Counter())
    let show: @Sendable (Position) -> Void = { position in shown.with { $0.append(position) } }

    do throws(NetworkError) {
      for try await position in positions.values() { show(position) }
    } catch {
      #expect(error == .offline)  // error is a NetworkError
      failures.increment()
    }
    #expect(shown.current == [Position(latitude: 1), Position(latitude: 2)])
    #expect(failures.value == 1)

    let keys = Signal<Int, Never>(1...3)
    var pressed: [Int] = []
    for await key in keys.values(buffering: .newest(1)) { pressed.append(key) }  // the latest, for a slow reader
    #expect(pressed == [3])

    let server = Server()
    let numbers = Signal(
      AsyncStream<Int> { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      })  // Signal<Int, Never>
    // Signal<Profile, NetworkError>
    let profile = Signal.task { () async throws(NetworkError) in try await server.profile() }
    let ann = try? await profile.retry(2).first()
    let sum = await numbers.collect().reduce(0, +)
    #expect(ann == .some(Profile()))
    #expect(sum == 6)

    let (ready, theme) = (Signal<Void, Never>.empty(), BehaviorSubject<String, Never>("dark"))
    await ready.wait()
    let current = await theme.first() ?? "light"
    #expect(current == "dark")
  }
}
