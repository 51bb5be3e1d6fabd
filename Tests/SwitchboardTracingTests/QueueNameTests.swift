#if Tracing
  import CSwitchboardTracing
  import Dispatch
  import Foundation
  import Switchboard
  import SwitchboardTestSupport
  import Testing

  private func mark(_ registry: UInt32) {
    switchboard_trace_moment(
      UInt32(TraceKind.ownerDeinit.rawValue), 0, 1, switchboard_trace_mark(registry: registry, label: 0), 0)
  }

  extension SerialTraceTests {
    @Suite("The thread of a dispatch queue")
    struct QueueNameTests {
      @Test("has the names of the queues for which it works, not the name that the system gives to workers")
      func names() throws {
        let queues = ["net", "disk", "parser"]
        let subject = PublishSubject<Int, Never>(name: "ticks")
        subject.subscribe { _ in }
        let session = try TraceSession.start()
        for (index, name) in queues.enumerated() {
          let queue = DispatchQueue(label: name)
          let done = Gate()
          queue.async {
            subject.send(index)
            mark(UInt32(5000 + index))
            // A name is noted when the queue's outermost activity begins.
            subject.send(index)
            done.open()
          }
          done.wait()
        }
        let snapshot = try session.stop()
        for (index, name) in queues.enumerated() {
          let record = try #require(snapshot.records.first { $0.registry == UInt32(5000 + index) })
          let thread = snapshot.symbols.thread(of: record)
          #expect(thread.name.contains(name), "\(thread.name)")
          #expect(!thread.name.contains("qos"))
        }
      }

      @Test("of a global queue has the name of its quality of service")
      func globalQueue() throws {
        let session = try TraceSession.start()
        let done = Gate()
        DispatchQueue.global(qos: .utility).async {
          mark(5100)
          done.open()
        }
        done.wait()
        let snapshot = try session.stop()
        let record = try #require(snapshot.records.first { $0.registry == 5100 })
        #expect(snapshot.symbols.thread(of: record).name.contains("global queue (utility)"))
      }

      #if os(Linux)
        @Test("is not asked for its queue when it ends and has freed what it knew of queues")
        func ending() throws {
          let session = try TraceSession.start()
          let isMarked = Gate()
          try onThreads([
            {
              setTraceThreadName("default-qos")
              mark(5300)
              // Made after the recorder's key, so its destructor runs after that of the recorder.
              var key = pthread_key_t()
              pthread_key_create(&key) { gate in
                mark(5301)
                gate.map { Unmanaged<Gate>.fromOpaque($0).takeRetainedValue().open() }
              }
              pthread_setspecific(key, Unmanaged.passRetained(isMarked).toOpaque())
            }
          ])
          isMarked.wait()
          let snapshot = try session.stop()
          let name = { (registry: UInt32) in
            snapshot.records.first { $0.registry == registry }.map { snapshot.symbols.thread(of: $0).name }
          }
          #expect(name(5300) == "global queue (default)")
          #expect(name(5301) == "default-qos")
        }
      #endif

      @Test("that the program has named keeps that name")
      func renamed() throws {
        let session = try TraceSession.start()
        let done = Gate()
        DispatchQueue(label: "worker of many").async {
          setTraceThreadName("mine")
          mark(5200)
          let snapshot = session.snapshot()
          // The thread goes back to the pool of all tests.
          setTraceThreadName("default-qos")
          let record = snapshot.records.first { $0.registry == 5200 }
          #expect(record.map { snapshot.symbols.thread(of: $0).name } == "mine")
          done.open()
        }
        done.wait()
        try session.stop()
      }
    }
  }
#endif
