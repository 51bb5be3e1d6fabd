internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardLink
internal import SwitchboardVirtualTime

private struct Goal: WireEvent {
  static let wireName = "goal"
  var minute = 90
}

private struct Match: DurableEvent {
  static let wireName = "match"
  var goals = 3
}

/// Links in virtual time, so that no thread of a link is at work when a check looks.
private struct Stadium {
  let clock = TestScheduler()
  let network: MemoryNetwork

  init() { network = MemoryNetwork(scheduler: clock) }

  func link(_ bus: EventBus, fileID: StaticString = #fileID, line: UInt32 = #line) -> BusLink {
    var options = LinkOptions()
    options.scheduler = clock
    return BusLink(
      bus, application: "stadium", over: MemoryTransport(network), options: options, fileID: fileID, line: line)
  }

  /// Lets the links work, with what they do after a pause.
  func settle() { for _ in 0..<20 { clock.advance(by: .seconds(30)) } }
}

extension Scenario {
  static let links = pair(
    "links", "Links of a bus that lasts: their states, problems, forwarded and received events.",
    clean: {
      let (stadium, bus) = (Stadium(), EventBus(name: "bus"))
      return { scope in
        let player = scope.track(Player())
        let link = stadium.link(bus)
        link.forward(Goal.self)
        link.receive(Goal.self)
        link.receive(Match.self, as: "league")
        link.problems.subscribe(owner: player) { player, _ in player.advance() }
        link.state.signal.subscribe(owner: player) { player, _ in player.advance() }
        bus.on(Goal.self).bound(to: player).next { [weak player] _ in player?.advance() }
        bus.on(Match.self).once().next { _ in player.advance() }
        stadium.settle()
        bus.dispatch(Goal())
        bus.dispatch(Match())
        stadium.settle()
        link.close(within: .zero) { _ in }
        stadium.settle()
      }
    },
    leaking: { expectLeak in
      let (stadium, bus) = (Stadium(), EventBus(name: "bus"))
      let link = stadium.link(bus)
      return { scope in
        let player = scope.track(Player())
        // Forwarded again in each cycle: each event then travels once more.
        expectLeak(.orphan)
        link.forward(Goal.self)
        expectLeak(.retained)
        link.problems.subscribe { _ in player.advance() }
        stadium.settle()
        bus.dispatch(Goal())
        stadium.settle()
      }
    })
}

extension Scenario {
  static let linkReceptions = pair(
    "link-receptions", "Receptions and answers of a link that lasts: ended, or made again by each screen.",
    clean: {
      let (stadium, bus) = (Stadium(), EventBus(name: "bus"))
      let link = stadium.link(bus)
      return { _ in
        // The clean scenario `links` has a durable reception.
        let receptions = [link.receive(Goal.self), link.respond(to: Goal.self)]
        stadium.settle()
        for reception in receptions { reception.dispose() }
        stadium.settle()
      }
    },
    leaking: { expectLeak in
      let (stadium, bus) = (Stadium(), EventBus(name: "bus"))
      let link = stadium.link(bus)
      return { _ in
        expectLeak(.growing, .elsewhere)
        link.receive(Goal.self)
        expectLeak(.growing, .elsewhere)
        link.receive(Match.self, as: "league")
        expectLeak(.growing, .elsewhere)
        link.respond(to: Goal.self)
        stadium.settle()
      }
    })
}
