import Switchboard

func properties() {
  let (property, titles) = (Property(0, name: "count"), PublishSubject<String, Never>())
  let (all, changes) = (Recorder(property), Recorder(property.changes))
  property.value = 1
  property.set(2)
  check(property.swap(3), is: 2, "swap hands back the value before")
  let doubled = property.update { value in
    value += 1
    return 2 * value
  }
  check(doubled, is: 8, "update returns the result of its closure")
  check(property.value, is: 4, "update stores the new value")
  check(throws: Fault.late, "update throws the error of its closure") {
    try property.update { value throws(Fault) in
      value = 100
      throw .late
    }
  }
  check(property.value, is: 4, "update stores nothing after an error")
  check(all.text, is: "0 1 2 3 4", "the value, and each change")
  check(changes.text, is: "1 2 3 4", "changes only")
  check(property.signal, sends: "4", "newcomers get the value")
  check(property.census.count, is: 2, "two are subscribed")
  check(property.map { "\($0)!" }.value, is: "4!", "a property is mapped")

  let title = Property(initial: "…", then: titles, name: "title")
  titles.send("A")
  check(title.value, is: "A", "a property takes the values of a signal")
  title.value = "mine"
  titles.send("B")
  check(title.value, is: "B", "the property keeps the value until it is set again")
}

func readOnlyProperties() {
  let (number, word, later) = (Property(1), Property("a"), PublishSubject<Int, Never>())
  let wrapped = AnyProperty(number)
  let constant = AnyProperty(value: 7)
  let following = AnyProperty(initial: 0, then: later)
  let both = AnyProperty.combine(number, word)
  let text = both.map { "\($0.0)\($0.1)" }
  let (texts, wrappings) = (Recorder(text), Recorder(wrapped.signal))
  number.value = 2
  word.value = "b"
  later.send(5)
  check([wrapped.value, constant.value, following.value], is: [2, 7, 5], "each has its value")
  check(text.value, is: "2b", "two are combined")
  check(texts.text, is: "1a 2a 2b", "signals of properties send each change")
  check(wrappings.text, is: "1 2", "a wrapper sends the values of its property")
  check(constant, sends: "7 |", "a constant completes")
  check(following.signal, sends: "5", "newcomers get the value")
}

/// Checks that a property ends its subscriptions without an event when it is deallocated.
func propertiesThatGo() {
  let recorder = subscribedToShortLived()
  check(recorder.text, is: "1 2", "a deallocated property sends nothing more")
}

@inline(never)
private func subscribedToShortLived() -> Recorder {
  let property = Property(1)
  let recorder = Recorder(property)
  property.value = 2
  return recorder
}
