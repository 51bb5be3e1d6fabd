internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let growingCollection = pair(
    "growing-collection", "Subjects that a cache never releases.",
    clean: {
      let current = Slot<PublishSubject<Int, Never>>()
      return { _ in
        let channel = PublishSubject<Int, Never>(name: "channel")
        channel.subscribe { _ in }
        current.value = channel
        channel.send(1)
        current.value = nil
      }
    },
    leaking: {
      let channels = ObjectStore<PublishSubject<Int, Never>>()
      return { _ in
        leaksBelow(.growing, .elsewhere)
        let channel = PublishSubject<Int, Never>(name: "channel")
        channels.put(channel)
        channel.send(1)
      }
    })
}
