internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let channels = pair(
    "channels", "A channel lasts as long as the program keeps one of its ends, or a property bound to an end.",
    clean: {
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
        first.leading.subscribe { _ in player.advance() }
        second.following.subscribe { _ in player.advance() }
        second.leading.bind(twoWay: first.following)
        first.following.subscribe(second.leading)
        let binding = level.bind(twoWay: first.leading)
        Property(0).bind(twoWay: second.following)
        level.value += 1
        binding.dispose()
        let ended = Channel<Int, Never>()
        ended.leading.subscribe { _ in player.advance() }
        level.bind(twoWay: ended.following)
        ended.leading.sendCompleted()
      }
    },
    leaking: {
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        let channel = Channel<Int, Never>()
        leaksBelow(.retained, .closures)
        level.bind(twoWay: channel.leading)
        leaksBelow(.retained, .closures)
        channel.following.subscribe { _ in player.advance() }
        level.value += 1
      }
    })
}
