import Switchboard
import SwitchboardVirtualTime

func signals(_ signal: Signal<Int, Never>, _ subject: PublishSubject<Int, Never>) {
  _ = signal.attach  // closed
  signal.name = "mine"  // closed
  signal.send(1)  // closed
  _ = subject.broadcaster  // closed
  _ = subject.upstream  // closed
  _ = ReplaySubject<Int, Never>().history  // closed
  _ = BehaviorSubject<Int, Never>(1).latest  // closed
  BehaviorSubject<Int, Never>(1).value = 2  // closed
  _ = Chain.self  // closed
  _ = Sink<Int>.self  // closed
  _ = SignalSource<Int>.self  // closed
  _ = SignalValues<Int, Never>()  // closed
  _ = FlattenStrategy()  // closed
  _ = MulticastConnection<Int, Never>()  // closed
  _ = Terminal.completed  // closed
}

class Subject: PublishSubject<Int, Never> {}  // closed
class Replayed: ReplaySubject<Int, Never> {}  // closed
class Behaved: BehaviorSubject<Int, Never> {}  // closed
class Observing: Observer<Int, Never> {}  // closed

func bindings(_ property: Property<Int>, _ channel: Channel<Int, Never>, _ command: Command<Int, Int, Never>) {
  _ = property.broadcaster  // closed
  _ = property.latest  // closed
  _ = property.bindings  // closed
  _ = channel.leading.end  // closed
  _ = ChannelTerminal<Int, Never>()  // closed
  _ = command.core  // closed
  command.executing.value = true  // closed
  AnyProperty(value: 1).value = 2  // closed
}

func schedulers(_ scheduler: Scheduler, _ test: TestScheduler) {
  _ = scheduler.worker  // closed
  _ = scheduler.runsInline  // closed
  _ = test.time  // closed
  test.now = .zero  // closed
  _ = TestRecorder<Int, Never>()  // closed
  test.record(Signal<Int, Never>.empty()).events = []  // closed
}

func censuses(_ subject: PublishSubject<Int, Never>) {
  _ = Census(count: 0, capacity: 0)  // closed
  var census = subject.census
  census.count = 0  // closed
  census = subject.census
}
