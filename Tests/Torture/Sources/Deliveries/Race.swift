import Switchboard

/// A race: threads that use the same objects, and what must hold whatever the order of their steps.
struct Race: Sendable {
  let name: String
  /// Runs the race once. `scale` is the number of values that each sender sends.
  let run: @Sendable (_ scale: Int, Findings) -> Void

  static let all: [Race] = subjects + [joining, board, bus, property] + [owners, waiting]
}

/// The common parts of the races of serial sources: two threads send to stable subscribers, while a third thread
/// subscribes, disposes, and lets owners die.
struct SerialRace {
  let senders = 2
  /// The number of stable subscribers: each value makes that many deliveries.
  let stable = 16

  /// - Parameters:
  ///   - subscribe: Adds a subscriber. `bag` ends the subscription if there is one.
  ///   - send: Sends a value.
  ///   - count: The present number of subscriptions.
  func run(
    _ place: String, _ scale: Int, _ findings: Findings, withReplay: Bool = false,
    subscribe: @escaping @Sendable (Scope, @escaping @Sendable (Int) -> Void) -> any Disposable,
    send: @escaping @Sendable (Int) -> Void, count: @Sendable () -> Int
  ) {
    let before = count()
    let live = Live()
    let ears = (0..<stable).map { _ in StableEar(senders: senders) }
    let stays = ears.map { ear in subscribe(.none) { if $0 >= 0 { ear.hear($0) } } }
    let passing = PassingCrowd()
    onThreads(senders: senders, { sender in for value in 0..<scale { send(Sent(sender, value).packed) } }) {
      passing.run(scale / 64, live, senders: senders, subscribe)
    }
    for ear in ears { ear.check(findings, place, sent: Array(repeating: scale, count: senders)) }
    let order = ears[0].order
    findings.expect(ears.allSatisfy { $0.order == order }, "\(place): subscribers heard different orders")
    for ear in passing.ears { ear.check(findings, place) }
    findings.expect(count() == before + stable, "\(place): \(count() - before) subscriptions instead of \(stable)")
    findings.expect(live.count == 0, "\(place): \(live.count) handlers of ended subscriptions are alive")
    for subscription in stays { subscription.dispose() }
    findings.expect(count() == before, "\(place): \(count() - before) subscriptions are left")
  }

  enum Scope: Sendable {
    case none
    case bag(CompositeDisposable)
    case owner(RaceOwner)
  }
}

final class RaceOwner: LifetimeOwner, Sendable { let lifetime = Lifetime() }

/// Subscribers that come and go, three kinds by turns: disposed by handle, by bag, by the death of an owner.
///
/// Sound: one thread runs the crowd; the ears are read after it has ended.
final class PassingCrowd: @unchecked Sendable {
  private(set) var ears: [PassingEar] = []

  func run(
    _ rounds: Int, _ live: Live, senders: Int,
    _ subscribe: (SerialRace.Scope, @escaping @Sendable (Int) -> Void) -> any Disposable
  ) {
    for round in 0..<max(1, rounds) {
      let ear = PassingEar(senders: senders)
      let member = live.member()
      let handler: @Sendable (Int) -> Void = { [member] value in
        if value >= 0 { ear.hear(value) }
        withExtendedLifetime(member) {}
      }
      switch round % 3 {
      case 0: subscribe(.none, handler).dispose()
      case 1:
        let bag = CompositeDisposable()
        _ = subscribe(.bag(bag), handler)
        bag.dispose()
      default: withExtendedLifetime(RaceOwner()) { owner in _ = subscribe(.owner(owner), handler) }
      }
      ears.append(ear)
    }
  }
}

extension Race {
  /// Adds a subscriber to a signal.
  static func attach<Source: SignalProtocol>(
    _ scope: SerialRace.Scope, _ signal: Source, _ handler: @escaping @Sendable (Int) -> Void
  ) -> any Disposable where Source.Value == Int {
    switch scope {
    case .none: signal.subscribe(onNext: handler)
    case .bag(let bag): signal.subscribe(into: bag, onNext: handler)
    case .owner(let owner): signal.subscribe(owner: owner, onNext: { _, value in handler(value) })
    }
  }

  static let subjects = [
    Race(name: "publish subject") { scale, findings in
      let subject = PublishSubject<Int, Never>()
      SerialRace().run(
        "publish subject", scale, findings,
        subscribe: { scope, handler in
          switch scope {
          case .none: subject.subscribe(onNext: handler)
          case .bag(let bag): subject.subscribe(into: bag, onNext: handler)
          case .owner(let owner): subject.subscribe(owner: owner, onNext: { _, value in handler(value) })
          }
        }, send: { subject.send($0) }, count: { subject.census.count })
    },
    Race(name: "behavior subject") { scale, findings in
      let subject = BehaviorSubject<Int, Never>(-1)
      SerialRace().run(
        "behavior subject", scale, findings, subscribe: { attach($0, subject, $1) }, send: { subject.send($0) },
        count: { subject.census.count })
    },
    Race(name: "replay subject") { scale, findings in
      let subject = ReplaySubject<Int, Never>(capacity: 8)
      SerialRace().run(
        "replay subject", scale, findings, subscribe: { attach($0, subject, $1) }, send: { subject.send($0) },
        count: { subject.census.count })
    },
  ]

  /// A merge of two subjects, one for each sender.
  static let joining = Race(name: "merge") { scale, findings in
    let subjects = [PublishSubject<Int, Never>(), PublishSubject<Int, Never>()]
    let ears = (0..<16).map { _ in StableEar(senders: 2) }
    let bag = CompositeDisposable()
    let merged = PublishSubject<Int, Never>()
    Signal.merge(subjects[0], subjects[1]).subscribe(merged)
    for ear in ears { merged.subscribe(into: bag, onNext: { ear.hear($0) }) }
    onThreads(senders: 2, { sender in for value in 0..<scale { subjects[sender].send(Sent(sender, value).packed) } })
    for ear in ears { ear.check(findings, "merge", sent: [scale, scale]) }
    bag.dispose()
    merged.sendCompleted()
    findings.expect(subjects.allSatisfy { $0.census.count == 0 }, "merge: its sources have subscriptions left")
  }

  static let property = Race(name: "property") { scale, findings in
    let property = Property(-1)
    SerialRace().run(
      "property", scale, findings, subscribe: { attach($0, property, $1) }, send: { property.value = $0 },
      count: { property.census.count })
    let sum = Property(0)
    onThreads(senders: 2, { _ in for _ in 0..<scale / 16 { sum.update { $0 += 1 } } })
    findings.expect(sum.value == 2 * (scale / 16), "property: \(sum.value) of \(2 * (scale / 16)) updates")
  }

  static let board = Race(name: "board") { scale, findings in
    let board = DataBoard()
    let key = BoardKey<Int>("race")
    board[key] = -1
    SerialRace().run(
      "board", scale, findings,
      subscribe: { scope, handler in
        switch scope {
        case .none: board.subscribe(key, replay: .latest, onNext: handler)
        case .bag(let bag): board.subscribe(key, into: bag, onNext: handler)
        case .owner(let owner): board.subscribe(key, owner: owner, onNext: { _, value in handler(value) })
        }
      }, send: { board.set($0, for: key) }, count: { board.census.subscriptions })
    pauses(scale / 16, findings)
    board[key] = nil
    findings.expect(board.census.keys == 0, "board: \(board.census.keys) keys are left")
  }

  /// Pauses that keep everything lose nothing.
  private static func pauses(_ scale: Int, _ findings: Findings) {
    let board = DataBoard()
    let key = BoardKey<Int>("paused")
    let ear = StableEar(senders: 1)
    board.subscribe(key) { ear.hear($0) }
    onThreads([
      { for value in 0..<scale { board.set(Sent(0, value).packed, for: key) } },
      { for _ in 0..<scale / 32 { board.pause(key, keeping: .buffer(1 << 20)).resume() } },
    ])
    ear.check(findings, "paused board", sent: [scale])
  }
}
