import Switchboard

// A control: the check must see the fault that each line names.

func control(_ subject: PublishSubject<Int, Never>) {
  subject.send(1)  // closed, fault: compiles
  subject.send("one")  // closed, fault: refused for another reason
  _ = subject.noSuchName  // closed, fault: names nothing of the library
  _ = subject.broadcaster  // fault: refused
  subject.send(2)  // mistake: 'Int', fault: compiles
  subject.send("two")  // mistake: no such words, fault: answered with another message
}
