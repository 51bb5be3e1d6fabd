import Switchboard

func usingProperties(_ run: Runner) async {
  await run("a property", hears: "0 1 2") { heard in
    let count = Property(0)
    count.subscribe { heard($0) }
    count.value = 1
    count.value += 1
  }
  await run("update", hears: "1") { heard in
    let count = Property(0)
    count.update { $0 += 1 }
    heard(count.value)
  }
  await run("map keeps the value", hears: "2") { heard in
    let count = Property(1)
    heard(count.map { $0 * 2 }.value)
  }
  await run("not, and, or keep the value", hears: "false false true") { heard in
    let (isValid, isBusy) = (Property(true), Property(false))
    heard(isValid.not().value, isValid.and(isBusy).value, isValid.or(isBusy).value)
  }
  await run("and is a signal", hears: "false true") { heard in
    let (isValid, isIdle) = (Property(true), Property(false))
    isValid.and(isIdle).subscribe { heard($0) }
    isIdle.value = true
  }
  await run("and with a subject", hears: "true") { heard in
    let (isValid, flags) = (Property(true), PublishSubject<Bool, Never>())
    isValid.and(flags).subscribe { heard($0) }
    flags.send(true)
  }
  await run("combine two", hears: "(1, 2)") { heard in
    heard(AnyProperty.combine(Property(1), Property(2)).value)
  }
  await run("combine three", hears: "6") { heard in
    let (a, b, c) = (Property(1), Property(2), Property(3))
    let sum = AnyProperty.combine(a, b, c).map { $0 + $1 + $2 }
    heard(sum.value)
  }
  await run("combine six", hears: "21 22") { heard in
    let first = Property(1)
    let all = AnyProperty.combine(first, Property(2), Property(3), Property(4), Property(5), Property(6))
    let sum = all.map { a, b, c, d, e, f in [a, b, c, d, e, f].reduce(0, +) }
    sum.subscribe { heard($0) }
    first.value = 2
  }
  await run("bind", hears: "1 2") { heard in
    let (numbers, count) = (PublishSubject<Int, Never>(), Property(1))
    numbers.bind(to: count)
    heard(count.value)
    numbers.send(2)
    heard(count.value)
  }
  await run("bind two ways", hears: "2 3") { heard in
    let (left, right) = (Property(1), Property(2))
    left.bind(twoWay: right)
    heard(left.value)
    left.value = 3
    heard(right.value)
  }
}

func usingCommands(_ run: Runner) async {
  await run("execute", hears: "3") { heard in
    let command = Command<String, Int, Never> { .just($0.count) }
    command.execute("abc").subscribe { heard($0) }
  }
  await run("execute without input", hears: "1") { heard in
    let command = Command<Void, Int, Never> { .just(1) }
    command.execute().subscribe { heard($0) }
  }
  await run("what is enabled by properties", hears: "false true") { heard in
    let (isValid, isBusy) = (Property(true), Property(true))
    let command = Command<Int, Int, Fault>(enabled: isValid.and(isBusy.not())) { .just($0) }
    heard(command.enabled.value)
    isBusy.value = false
    heard(command.enabled.value)
  }
  await run("the bare name of what refuses", hears: "submit") { heard in
    let command = Command<Int, Int, Never>(name: "submit", enabled: Property(false)) { .just($0) }
    command.refusals.subscribe { heard($0.command) }
    command.execute(1)
  }
  await run("the description of a refusal", hears: "true") { heard in
    let command = Command<Int, Int, Never>(name: "submit", enabled: Property(false)) { .just($0) }
    command.refusals.subscribe { heard($0.description.contains("“submit”")) }
    command.execute(1)
  }
  await run("the values of all executions", hears: "1 2") { heard in
    let command = Command<Int, Int, Never> { .just($0) }
    command.values.subscribe { heard($0) }
    command.execute(1)
    command.execute(2)
  }
}

extension BoardKey where Value == Int {
  nonisolated static let score = BoardKey("score")
}

func usingBoards(_ run: Runner) async {
  await run("set and read", hears: "1") { heard in
    let board = DataBoard()
    board.set(1, for: .score)
    heard(board[.score] ?? 0)
  }
  await run("subscribe", hears: "1 2") { heard in
    let board = DataBoard()
    board.subscribe(.score) { heard($0) }
    board[.score] = 1
    board[.score] = 2
  }
  await run("a key as a signal", hears: "10") { heard in
    let board = DataBoard()
    board[.score] = 1
    board.signal(for: .score, replay: .latest).map { $0 * 10 }.take(1).subscribe { heard($0) }
  }
  await run("a key beside a literal", hears: "1 0") { heard in
    let board = DataBoard()
    board[.score] = 1
    board.signal(for: .score, replay: .latest).take(1).concat(.just(0)).subscribe { heard($0) }
  }
}

nonisolated struct Login: Event { var user: String }

func usingTheBus(_ run: Runner) async {
  await run("subscribe and dispatch", hears: "ann") { heard in
    let bus = EventBus()
    bus.subscribe(Login.self) { heard($0.user) }
    bus.dispatch(Login(user: "ann"))
  }
  await run("on, next", hears: "ann") { heard in
    let bus = EventBus()
    bus.on(Login.self).next { heard($0.user) }
    bus.dispatch(Login(user: "ann"))
  }
  await run("events as a signal", hears: "ann") { heard in
    let bus = EventBus()
    bus.signal(of: Login.self).map(\.user).distinctUntilChanged().subscribe { heard($0) }
    bus.dispatch(Login(user: "ann"))
    bus.dispatch(Login(user: "ann"))
  }
  await run("events beside a literal", hears: "nobody ann") { heard in
    let bus = EventBus()
    bus.signal(of: Login.self).map(\.user).merge(with: .just("nobody")).subscribe { heard($0) }
    bus.dispatch(Login(user: "ann"))
  }
}
