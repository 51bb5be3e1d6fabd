import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Schedulers: deallocated")
struct GoneSchedulerTests {
  @Test(
    "deliver(on:): waiting events are released with the scheduler, and the subscription ends; later events are not kept"
  )
  func delivery() throws {
    let population = Population()
    let subject = PublishSubject<Int, Fault>()
    var scheduler: TestScheduler? = TestScheduler()
    let recorder = Recorder(subject.deliver(on: scheduler!))
    subject.send(1)
    scheduler?.advance()
    do {
      let member = population.member()
      let hop = try #require(scheduler)
      subject.map { [member] value in withExtendedLifetime(member) { value } }.deliver(on: hop).subscribe()
    }
    subject.send(2)
    #expect(population.count == 1)
    scheduler = nil
    #expect(recorder.events == [1])
    #expect(recorder.isDisposed)
    #expect(subject.census.count == 0)
    #expect(population.count == 0)
  }

  @Test("deliver(on:): without waiting events the subscription ends at the next event")
  func laterDelivery() {
    let subject = PublishSubject<Int, Fault>()
    var scheduler: TestScheduler? = TestScheduler()
    let recorder = Recorder(subject.deliver(on: scheduler!))
    scheduler = nil
    #expect(!recorder.isDisposed)
    subject.send(1)
    #expect(recorder.isDisposed)
    #expect(recorder.events == [])
    #expect(subject.census.count == 0)
    _ = scheduler
  }

  @Test("start(on:): the source is not subscribed to, and the subscription ends")
  func subscription() {
    let starts = Counter()
    var scheduler: TestScheduler? = TestScheduler()
    let recorder = Recorder(Signal<Int, Fault>.never().do(onSubscribe: { starts.increment() }).start(on: scheduler!))
    scheduler = nil
    #expect(recorder.isDisposed)
    #expect(starts.value == 0)
    _ = scheduler
  }
}
