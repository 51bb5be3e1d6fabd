internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let cachedCommands = leaking(
    "cached-commands", "Commands and channels in a collection: one finding for each line, whatever their parts."
  ) { expectLeak in
    let commands = ObjectStore<Command<Int, Int, Never>>()
    let channels = ObjectStore<Channel<Int, Never>>()
    return { _ in
      expectLeak(.growing, .elsewhere)
      let command = Command<Int, Int, Never>(name: "submit") { Signal.just($0) }
      commands.put(command)
      expectLeak(.growing, .elsewhere)
      let channel = Channel<Int, Never>(name: "level")
      channels.put(channel)
    }
  }

  static let commands = pair(
    "commands",
    "A command without holders is deallocated, and an execution when its work ends; or the work never ends.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let isOpen = Property(true, name: "isOpen")
      return { scope in
        let player = scope.track(Player())
        let command = Command<Int, Int, Refusal>(enabled: isOpen, allowsConcurrentExecution: true) { _ in
          player.advance()
          return ticks.signal
        }
        command.values.subscribe { _ in player.advance() }
        command.errors.subscribe { _ in player.advance() }
        command.executionSignals.flatten().subscribe { _ in player.advance() }
        command.executing.subscribe { _ in player.advance() }
        let cancelled = command.execute(1)
        cancelled.subscribe { _ in player.advance() }
        ticks.send(1)
        cancelled.dispose()
        command.execute(2).whileSubscribed.take(1).subscribe { _ in player.advance() }
        ticks.send(2)
        Command<Void, Int, Refusal> { Signal.fail(Refusal()) }.execute().subscribe { _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let command = Command<Int, Int, Refusal> { _ in ticks.signal }
        expectLeak(.retained, .closures)
        let execution = command.execute(1)
        expectLeak(.retained, .closures)
        execution.subscribe { _ in player.advance() }
      }
    })
}
