import Switchboard

nonisolated final class Greeter: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func greet(_ name: String, _ heard: Heard) { heard("hello", name) }
}

func subscribing(_ run: Runner) async {
  await run("subscribe and dispose", hears: "1") { heard in
    let numbers = PublishSubject<Int, Never>()
    let subscription = numbers.subscribe { heard($0) }
    numbers.send(1)
    subscription.dispose()
    numbers.send(2)
  }
  await run("subscribe into a bag", hears: "1") { heard in
    let (numbers, bag) = (PublishSubject<Int, Never>(), CompositeDisposable())
    numbers.subscribe(into: bag) { heard($0) }
    numbers.send(1)
    bag.dispose()
    numbers.send(2)
  }
  await run("subscribe with an owner", hears: "hello ann") { heard in
    let (names, greeter) = (PublishSubject<String, Never>(), Greeter())
    names.subscribe(owner: greeter) { greeter, name in greeter.greet(name, heard) }
    names.send("ann")
  }
  await run("subscribe with all handlers", hears: "1 broken") { heard in
    Signal<Int, Fault>([1]).concat(.fail(.broken))
      .subscribe(onNext: { heard($0) }, onError: { heard($0) }, onCompleted: { heard("|") })
  }
  await run("subscribe with one handler for all events", hears: "value(1) error(broken)") { heard in
    Signal<Int, Fault>([1]).concat(.fail(.broken)).subscribeEvents { heard($0) }
  }
  await run("tell the events apart", hears: "1 end") { heard in
    Signal([1]).subscribeEvents { event in
      switch event {
      case .value(let number): heard(number)
      case .completed: heard("end")
      }
    }
  }
  await run("feed a subject", hears: "1") { heard in
    let numbers = PublishSubject<Int, Never>()
    numbers.subscribe { heard($0) }
    Signal([1]).subscribe(numbers)
  }
}
