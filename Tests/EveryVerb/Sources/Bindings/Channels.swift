import Switchboard

func channels() {
  let channel = Channel<String, Fault>(name: "name")
  let (model, view) = (Recorder(channel.leading), Recorder(channel.following))
  channel.leading.send("a")
  channel.following.send(.value("b"))
  check([model.text, view.text], is: ["b", "a"], "a value sent into one end comes out of the other")
  check(channel.following.signal, sends: "a", "the following end replays its last value")
  check(channel.leading.signal, sends: "", "the leading end does not")
  check(channel.leading.census.count, is: 1, "one is subscribed to an end")
  let upstream = ActionDisposable {}
  channel.leading.add(upstream: upstream)
  channel.following.send(error: .late)
  check([model.text, view.text], is: ["b Xlate", "a Xlate"], "an error ends both")
  check(upstream.isDisposed, "the end disposes the subscription that feeds the channel")
  let other = Channel<String, Never>()
  let ended = Recorder(other.following)
  Signal<String, Never>(["x", "y"]).subscribe(other.leading)
  check(ended.text, is: "x y |", "a signal that is subscribed into an end sends its values and completes the channel")
  let third = Channel<Int, Never>()
  let completed = Recorder(third.leading)
  third.following.sendCompleted()
  check(completed.text, is: "|", "completion crosses")
}

func channelBindings() {
  let channel = Channel<String, Never>()
  let (name, field) = (Property("Ann"), Property(""))
  name.bind(twoWay: channel.leading)
  let binding = field.bind(twoWay: channel.following)
  check(field.value, is: "Ann", "the view's side takes the model's value")
  field.value = "Bob"
  check(name.value, is: "Bob", "the property takes the value of the end")
  binding.dispose()

  let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
  let (left, right) = (Property(1), Property(2))
  left.bind(twoWay: first.leading)
  first.following.bind(twoWay: second.leading)
  second.following.bind(twoWay: right)
  check(right.value, is: 2, "an end takes the value of a property")
  right.value = 3
  check(left.value, is: 3, "two channels are joined")
  left.value = 4
  check(right.value, is: 4, "both ways")

  let (third, fourth) = (Channel<Int, Never>(), Channel<Int, Never>())
  third.following.subscribe(fourth.leading)
  let recorder = Recorder(fourth.following)
  third.leading.send(5)
  check(recorder.text, is: "5", "an end is subscribed to by another")
}
