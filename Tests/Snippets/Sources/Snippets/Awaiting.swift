import Switchboard

func awaiting(_ run: Runner) async {
  await run("await the first value", hears: "1") { heard in
    let first = await Signal([1, 2]).first()
    heard(first ?? 0)
  }
  await run("await the first value that can fail", hears: "1") { heard in
    if let first = try await Signal<Int, Fault>([1, 2]).first() { heard(first) }
  }
  await run("the first value as a signal, in a task", hears: "1 0") { heard in
    let numbers = Signal([1, 2])
    numbers.take(1).concat(.just(0)).subscribe { heard($0) }
  }
  await run("await the last value", hears: "2") { heard in
    let last = await Signal([1, 2]).last()
    heard(last ?? 0)
  }
  await run("await all values", hears: "[1, 2]") { heard in
    heard(await Signal([1, 2]).collect())
  }
  await run("for await", hears: "1 2") { heard in
    for await number in Signal([1, 2]).values { heard(number) }
  }
  await run("for try await", hears: "1 threw broken") { heard in
    for try await number in Signal<Int, Fault>([1]).concat(.fail(.broken)).values { heard(number) }
  }
  await run("a task as a signal", hears: "7") { heard in
    let signal = Signal<Int, Never>.task { 7 }
    heard(await signal.first() ?? 0)
  }
  await run("an async sequence as a signal", hears: "[1, 2]") { heard in
    let numbers = AsyncStream<Int> { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
    }
    heard(await Signal(numbers).collect())
  }
  await run("a command of an async closure", hears: "6") { heard in
    let command = Command<Int, Int, Never>(performing: { 2 * $0 })
    heard(try await command.execute(3).first() ?? 0)
  }
}
