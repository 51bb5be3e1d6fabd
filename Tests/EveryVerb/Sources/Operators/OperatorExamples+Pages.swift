// `make marbles` writes this file from the rows of Operators.md and OperatorNames.md.
import Switchboard

extension OperatorExamples {
  func run() {
    transform()
    select()
    joinSeveral()
    share()
    time()
    errorsAndRepetition()
    decide()
    watch()
    make()
    namesWithoutAnOperatorOfTheirOwn()
  }

  private func transform() {
    example(numbers.map { 10 * $0 })
    example(numbers.mapTo("tick"))
    example(words.compactMap { Int($0) })
    example(words.tryMap { word throws(Fault) in try parse(word) })
    example(words.enumerated().map { "\($0). \($1)" })
    example(numbers.scan(0, +))
    example(numbers.scan(into: [Int]()) { $0.append($1) })
    example(numbers.pairwise().map { $0.current - $0.previous })
    example(numbers.combinePrevious(0).map { $0.current - $0.previous })
    example(numbers.reduce(0, +))
    example(numbers.toArray())
    example(numbers.buffer(count: 3))
    example(numbers.window(count: 3).flatMap { $0.reduce(0, +) })
    example(numbers.buffer(until: words))
    example(numbers.window(until: words).flatMap { $0.reduce(0, +) })
    example(words.groupBy(\.count).flatMap { $0.distinct() })
    example(words.groupBy(\.count, until: { _ in flags }).flatMap { $0.take(1) })
    example(words.groupBy(\.count, whileObserved: true).flatMap { $0.take(2).reduce("", +) })
    example(request.materialize())
    example(request.materialize().dematerialize())
    example(words.withUnretained(object).map { object, word in object.greet(word) })
  }

  private func select() {
    example(numbers.filter { $0 > 2 })
    example(words.ignore(""))
    example(numbers.ignoreValues())
    example(numbers.distinctUntilChanged())
    example(words.distinctUntilChanged(by: \.count))
    example(numbers.distinct())
    example(numbers.take(2))
    example(numbers.take(last: 2))
    example(numbers.take(while: { $0 < 3 }))
    example(numbers.take(until: words))
    example(numbers.take(untilReplacement: others))
    example(numbers.skip(2))
    example(numbers.skip(while: { $0 < 3 }))
    example(numbers.skip(until: words))
    example(numbers.element(at: 1))
    example(numbers.first { $0 > 2 })
    example(numbers.last { $0 < 3 })
    example(numbers.sample(words))
  }

  private func joinSeveral() {
    example(numbers.merge(with: .just(1)))
    example(Signal.merge(numbers, others))
    example(request.concat(.just(3)))
    example(request.then(others))
    example(numbers.combineLatest(with: words))
    example(Signal.combineLatest(numbers, others) { $0 + $1 })
    example(numbers.zip(with: words))
    example(Signal.zip(numbers, others) { $0 * $1 })
    example(numbers.withLatestFrom(words) { "\($1) \($0)" })
    example(request.race(with: backup))
    example(numbers.startWith(0))
    example(numbers.endWith(0))
    example(words.flatMap(load))
    example(words.flatMap(.merge(4)) { load($0) })
    example(words.concatMap { load($0) })
    example(words.flatMapLatest { load($0) })
    example(words.flatMapFirst { load($0) })
    example(words.map { load($0) }.flatten(.concat))
    example(words.map { load($0) }.switchToLatest())
    example(flags.ifThenElse(numbers, else: others))
    example(words.switchTo(["a": numbers.signal, "b": others.signal], default: .never()))
  }

  private func share() {
    example(request.publish().autoconnect())
    example(request.multicast(ReplaySubject<Int, Fault>(capacity: 2)).autoconnect(after: 2))
    example(request.replay())
    example(request.replayLast())
    example(request.replayLazily())
    example(request.share(replay: 1))
    example(request.share(keepingConnected: .seconds(1), on: scheduler).take(1))
  }

  private func time() {
    example(numbers.delay(.seconds(1), on: scheduler))
    example(numbers.delay(on: scheduler) { .seconds($0) })
    example(words.debounce(.milliseconds(300), on: scheduler))
    example(words.debounce(.milliseconds(300), on: scheduler) { !$0.isEmpty })
    example(words.debounce(on: scheduler) { .milliseconds(100 * $0.count) })
    example(numbers.throttle(.seconds(1), latest: false, on: scheduler))
    example(numbers.throttle(.seconds(1), first: false, on: scheduler))
    example(numbers.sample(every: .seconds(1), on: scheduler))
    example(request.timeout(after: .seconds(5), raising: .late, on: scheduler))
    example(request.timeout(between: .seconds(5), raising: .late, on: scheduler))
    example(numbers.buffer(for: .seconds(1), limit: 100, on: scheduler))
    example(numbers.window(for: .seconds(1), on: scheduler).flatMap { $0.reduce(0, +) })
    example(numbers.deliver(on: .main))
    example(request.start(on: .queue(label: "loader")))
    example(Signal.interval(.seconds(1), on: scheduler))
    example(Signal.timer(after: .seconds(1), on: scheduler))
  }

  private func errorsAndRepetition() {
    example(request.catch { _ in .just(0) })
    example(request.replaceError(with: 0))
    example(request.mapError { Wrapped(fault: $0) })
    example(numbers.setFailureType(to: Fault.self))
    example(request.attempt { number throws(Fault) in if number < 0 { throw .broken } })
    example(request.retry(2))
    example(request.retry(2, after: .seconds(1), on: scheduler))
    example(request.retry(2, backoff: Backoff(first: .milliseconds(500)), on: scheduler))
    example(request.retry(when: { $0.delay(.seconds(1), on: scheduler) }))
    example(request.repeat(3))
    example(request.repeat(3, after: .seconds(1), on: scheduler))
  }

  private func decide() {
    example(numbers.contains(3))
    example(numbers.allSatisfy { $0 > 0 })
    example(numbers.isEmpty())
    example(flags.not())
    example(flags.and(numbers.map { $0 > 0 }))
    example(flags.or(numbers.map { $0 > 0 }))
    example(numbers.ifEmpty(default: 0))
    example(request.ifEmpty(switchTo: backup))
  }

  private func watch() {
    example(request.do { log($0) })
    example(request.do(onError: { log($0) }, onCompleted: { log("end") }))
    example(request.do(onTerminal: { log("end") }))
    example(request.do(onSubscribe: { log("begin") }, onDispose: { log("gone") }))
    example(numbers.print("numbers"))
    example(numbers.logEvents("numbers") { log($0) })
  }

  private func make() {
    example(Signal.just(1))
    example(Signal<Int, Never>.empty())
    example(Signal<Int, Fault>.fail(.broken))
    example(Signal<Int, Never>.never())
    example(Signal<Int, Never> { observer, bag in bag.add(numbers.subscribe(observer)) })
    example(Signal<Int, Never> { observer in produce(observer) })
    example(Signal(1...3))
    example(Signal<Int, any Error>(catching: { try parse("1") }))
    example(Signal<Int, Never>.deferred { numbers })
    example(Signal.using({ ActionDisposable {} }, { _ in numbers }))
    example(Signal<Int, Never>.startEagerly { produce($0) })
    example(Signal<Int, Never>.startLazily { produce($0) })
  }

  private func namesWithoutAnOperatorOfTheirOwn() {
    example(Signal.zip(numbers, others).map { $0 * $1 })
    example(numbers.take(while: { !($0 > 3) }))
    example(numbers.enumerated().scan(0) { $0 + $1.index * $1.value })
    example(numbers.take(1))
    example(numbers.map { $0 > 1 ? $0 : nil }.compactMap { $0 })
    example(numbers.reduce(0) { count, _ in count + 1 })
    example(numbers.reduce(Int.min) { max($0, $1) })
    example(words.map { Int($0) ?? 0 })
    example(request.catch { fatalError("\($0)") } as Signal<Int, Never>)
    example(words.enumerated().map { "\($0.index) \($0.value)" })
    example(numbers.buffer(for: .seconds(1), on: scheduler))
  }
}
