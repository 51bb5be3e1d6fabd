import Switchboard

extension MarbleInputs {
  @MarbleTable var errorsAndRepetition: [MarbleDiagram] {
    MarbleDiagram("catch", [.request: [5: 1, 15: .error("broken")]], [5: 1, 15: 0, 15: .completed]) {
      request.catch { _ in .just(0) }
    }
    MarbleDiagram("replaceError", [.request: [5: 1, 15: .error("broken")]], [5: 1, 15: 0, 15: .completed]) {
      request.replaceError(with: 0)
    }
    MarbleDiagram("mapError", [.request: [5: 1, 15: .error("broken")]], [5: 1, 15: .error("Wrapped(broken)")]) {
      request.mapError { Wrapped(fault: $0) }
    }
    MarbleDiagram("setFailureType", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      numbers.setFailureType(to: Fault.self)
    }
    MarbleDiagram(
      "attempt", [.request: [5: 1, 15: -2, 25: 3, 35: .completed]], [5: 1, 15: .error("broken")],
      subscribed: [.request: [0...15]]
    ) {
      request.attempt { number throws(Fault) in if number < 0 { throw .broken } }
    }
    MarbleDiagram(
      "retry", [.request: [5: 1, 10: .error("broken")]], [5: 1, 15: 1, 25: 1, 30: .error("broken")],
      subscribed: [.request: [0...10, 10...20, 20...30]]
    ) {
      request.retry(2)
    }
    MarbleDiagram(
      "retry(after:)", [.request: [5: 1, 10: .error("broken")]], [5: 1, 25: 1, 45: 1, 50: .error("broken")],
      subscribed: [.request: [0...10, 20...30, 40...50]]
    ) {
      request.retry(2, after: .seconds(1), on: scheduler)
    }
    MarbleDiagram(
      "retry(backoff:)", [.request: [5: 1, 10: .error("broken")]], [5: 1, 20: 1, 40: 1, 45: .error("broken")],
      subscribed: [.request: [0...10, 15...25, 35...45]]
    ) {
      request.retry(2, backoff: Backoff(first: .milliseconds(500)), on: scheduler)
    }
    MarbleDiagram(
      "retry(when:)", [.request: [5: 1, 10: .error("broken")]], [5: 1, 25: 1, 45: 1],
      subscribed: [.request: [0...10, 20...30, 40...(.open)]]
    ) {
      request.retry(when: { $0.delay(.seconds(1), on: scheduler) })
    }
    MarbleDiagram(
      "repeat", [.request: [5: 1, 10: .completed]], [5: 1, 15: 1, 25: 1, 30: .completed],
      subscribed: [.request: [0...10, 10...20, 20...30]]
    ) {
      request.repeat(3)
    }
    MarbleDiagram(
      "repeat(after:)", [.request: [5: 1, 10: .completed]], [5: 1, 25: 1, 45: 1, 50: .completed],
      subscribed: [.request: [0...10, 20...30, 40...50]]
    ) {
      request.repeat(3, after: .seconds(1), on: scheduler)
    }
  }
}
