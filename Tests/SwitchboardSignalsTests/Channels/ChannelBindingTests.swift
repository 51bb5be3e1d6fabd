import Switchboard
import SwitchboardTestSupport
import Testing

@testable import SwitchboardSignals

@Suite("Binding: two ways between properties and channels")
struct ChannelBindingTests {
  @Test("the model's value crosses first; then each side takes the other's values, once")
  func modelAndView() {
    let (model, view) = (Property("Ann"), Property(""))
    let channel = Channel<String, Never>()
    model.bind(twoWay: channel.leading)
    view.bind(twoWay: channel.following)
    #expect(view.value == "Ann")
    let recorders = [model, view].map { Recorder($0.changes) }
    view.value = "Bob"
    model.value = "Cid"
    #expect([model, view].map(\.value) == ["Cid", "Cid"])
    #expect(recorders.allSatisfy { $0.events == [.value("Bob"), .value("Cid")] })
  }

  @Test("a value that crossed a deallocated channel crosses new channels")
  func pathThroughTheDead() {
    let kept = Channel<Int, Fault>()
    do {
      let gone = Channel<Int, Fault>()
      gone.following.subscribe(kept.leading)
      gone.leading.send(1)
    }
    let fresh = Channel<Int, Fault>()
    let recorder = Recorder(fresh.following)
    kept.following.subscribe(fresh.leading)
    #expect(recorder.events == [1])
  }

  @Test("the path of a change keeps the identities of its channels, so that no later channel gets their address")
  func pathKeepsIdentities() {
    var link: ChannelLink? = ChannelLink()
    weak let identity = link
    let path = link.map { Crossing(of: $0, after: nil) }
    link = nil
    withExtendedLifetime(path) { #expect(identity != nil) }
  }

  @Test("bound before the model, the view keeps its value until the model is bound")
  func viewFirst() {
    let (model, view) = (Property(1), Property(2))
    let channel = Channel<Int, Never>()
    view.bind(twoWay: channel.following)
    #expect(view.value == 2)
    channel.leading.bind(twoWay: model)
    #expect([model, view].map(\.value) == [1, 1])
  }

  @Test("a value sent directly into the channel reaches the other side, and no subscriber gets it twice")
  func byHand() {
    let (model, channel) = (Property(1), Channel<Int, Never>())
    let (leads, follows) = (Recorder(channel.leading), Recorder(channel.following))
    model.bind(twoWay: channel.leading)
    channel.following.send(2)
    #expect(model.value == 2)
    model.value = 3
    #expect(leads.events == [2])
    #expect(follows.events == [1, 3])
  }

  @Test("a property passes a channel's value to its other bindings, and not back to the channel")
  func takesAndTells() {
    let (outer, view) = (Property(0), Property(1))
    let (channel, other) = (Channel<Int, Never>(), Channel<Int, Never>())
    channel.leading.send(7)
    view.bind(twoWay: outer)
    view.bind(twoWay: other.leading)
    let (leads, others) = (Recorder(channel.leading), Recorder(other.following))
    view.value = 5
    view.bind(twoWay: channel.following)
    #expect([outer, view].map(\.value) == [7, 7])
    #expect(leads.events == [])
    #expect(others.events == [0, 5, 7])
  }

  @Test("the channel completes when a bound property is deallocated; a property stays when its channel ends")
  func ends() {
    let view = Property(0)
    var model: Property<Int>? = Property(1)
    let channel = Channel<Int, Never>()
    let bindings = [model?.bind(twoWay: channel.leading), view.bind(twoWay: channel.following)]
    let recorder = Recorder(channel.following)
    model = nil
    #expect(recorder.events == [1, .completed])
    #expect(bindings.allSatisfy { $0?.isDisposed == true })
    view.value = 2
    #expect(Property(3).bind(twoWay: channel.leading).isDisposed)
  }

  @Test("bound properties keep the channel between them")
  func keepsChannel() {
    let (model, view) = (Property(1), Property(0))
    do {
      let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
      model.bind(twoWay: first.leading)
      second.leading.bind(twoWay: first.following)
      view.bind(twoWay: second.following)
    }
    view.value = 5
    #expect(model.value == 5)
    model.value = 6
    #expect(view.value == 6)
  }

  @Test("a disposed binding releases both sides")
  func disposed() {
    let (model, population) = (Property(1), Population())
    let binding = { () -> Subscription in
      let (channel, member) = (Channel<Int, Never>(), population.member())
      channel.following.subscribe { [member] _ in withExtendedLifetime(member) {} }
      return model.bind(twoWay: channel.leading)
    }()
    #expect(population.count == 1)
    binding.dispose()
    #expect(population.count == 0)
    #expect(model.census.count == 0)
  }

  @Test("a circle of properties and channels settles: a ⇄ channel ⇄ b ⇄ channel ⇄ a")
  func circle() {
    let (a, b) = (Property(1), Property(2))
    let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
    a.bind(twoWay: first.leading)
    b.bind(twoWay: first.following)
    b.bind(twoWay: second.leading)
    a.bind(twoWay: second.following)
    let recorders = [a, b].map { Recorder($0.changes) }
    a.value = 3
    b.value = 4
    #expect(recorders.allSatisfy { $0.events == [3, 4] })
  }

  @Test("binding the same two twice traps and says what to do")
  func twice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (property, channel) = (Property(0), Channel<Int, Never>())
      property.bind(twoWay: channel.leading)
      channel.leading.bind(twoWay: property)
    }
    #expect(result?.says("dispose the first binding") == true)
  }
}
