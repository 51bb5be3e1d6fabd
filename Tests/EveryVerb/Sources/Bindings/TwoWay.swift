import Observation
import Switchboard
import SwitchboardTesting

@Observable
private final class Settings: @unchecked Sendable {
  // Sound: changed on one test scheduler, by one thread.
  var volume = 5
  var name = "loud"
}

@MainActor @Observable
private final class Form {
  var text = "typed"
  var note = ""
}

func bindingTwoWays() {
  let (model, other, third) = (Property(1), Property(2), Property(3))
  let binding = model.bind(twoWay: other)
  check(model.value, is: 2, "the left takes the right's value")
  other.bind(twoWay: third)
  check([model.value, other.value], is: [3, 3], "along the chain")
  model.value = 4
  third.value = 5
  check([model.value, other.value, third.value], is: [5, 5, 5], "the last write wins")
  binding.dispose()
  model.value = 6
  check(other.value, is: 5, "the value stays unchanged after the disposal")
}

func observing() {
  let (settings, scheduler) = (Settings(), TestScheduler())
  let (volume, name, heard) = (Property(0), Property<String?>("own"), Log<Int>())
  Signal.observing(settings, \.volume, on: scheduler).subscribe { heard.add($0) }
  volume.bind(twoWay: settings, \.volume, on: scheduler)
  let named = name.bind(twoWay: settings, \.name, nilValue: "", on: scheduler, startingWith: .own)
  scheduler.run()
  check(volume.value, is: 5, "the property takes the object's value")
  check(settings.name, is: "own", "the object takes the value of the property")
  volume.value = 6
  name.value = nil
  scheduler.run()
  check([settings.name, "\(settings.volume)"], is: ["", "6"], "the object takes the value of the property")
  settings.volume = 7
  settings.name = "quiet"
  scheduler.run()
  check(volume.value, is: 7, "the property takes the value of the object")
  check(name.value, is: "quiet", "an optional property takes the value of the object")
  check(heard.entries, is: [5, 6, 7], "observers get all values")
  named.dispose()
}

/// Checks two-way bindings between an object's properties and channels.
func observingWithChannels() {
  let (settings, scheduler) = (Settings(), TestScheduler())
  let (volumes, names) = (Channel<Int, Never>(), Channel<String?, Never>())
  volumes.following.bind(twoWay: settings, \.volume, on: scheduler)
  names.following.bind(twoWay: settings, \.name, nilValue: "", on: scheduler, startingWith: .own)
  scheduler.run()
  let (volume, name) = (Recorder(volumes.leading), Recorder(names.leading.map { $0 ?? "nil" }))
  volumes.leading.send(8)
  names.leading.send("n")
  scheduler.run()
  check([settings.name, "\(settings.volume)"], is: ["n", "8"], "the object takes the value of the channel")
  names.leading.send(nil)
  scheduler.run()
  check(settings.name, is: "", "nil too")
  settings.volume = 9
  settings.name = "m"
  scheduler.run()
  check(volume.text.hasSuffix("9"), "the channel sends the value of the object: \(volume.text)")
  check(name.text.hasSuffix("m"), "the channel of an optional property sends the value: \(name.text)")
}

@MainActor
func observingOnMainActor() async {
  let (form, heard) = (Form(), Log<String>())
  let (text, note) = (Property(""), Property<String?>("n"))
  let (texts, notes) = (Channel<String, Never>(), Channel<String?, Never>())
  let other = Form()
  let bag = CompositeDisposable([
    Signal.observing(form, \.text).subscribe { heard.add($0) },
    text.bind(twoWay: form, \.text),
    note.bind(twoWay: form, \.note, nilValue: "", startingWith: .own),
    texts.following.bind(twoWay: other, \.text),
    notes.following.bind(twoWay: other, \.note, nilValue: ""),
  ])
  check(heard.entries, is: ["typed"], "on the main actor the value is read in the call")
  check(text.value, is: "typed", "the value crosses during the call of bind")
  check(form.note, is: "n", "the other way too")
  note.value = nil
  text.value = "set"
  texts.leading.send("sent")
  notes.leading.send("noted")
  await yieldingOnMainActor { heard.entries.count == 2 && other.text == "sent" && other.note == "noted" }
  check([form.text, form.note], is: ["set", ""], "the object takes the value of the property")
  form.text = "again"
  await yieldingOnMainActor { text.value == "again" && heard.entries.count == 3 }
  check(heard.entries, is: ["typed", "set", "again"], "observers get all values")
  bag.dispose()
}

@MainActor
private func yieldingOnMainActor(until condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
