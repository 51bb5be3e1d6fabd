import AllocatorStatistics
import BenchmarkCommand
import BenchmarkHarness
import SubscriberWorkloads

/// The six workloads of signal-slot-benchmarks that its totals count.
enum PublishedWorkload: String, CaseIterable {
  case connect, disconnect, reconnect, emission, combined, threaded

  var name: String { "published.\(rawValue)" }

  /// The definition of the publication; n is its number of listeners.
  private var sentence: String {
    switch self {
    case .connect: "Connects n listeners to a fresh signal. The signal and the listeners exist already."
    case .disconnect: "Deallocates n connected listeners, which disconnects them."
    case .reconnect: "Connects n fresh listeners to a signal that has outlived earlier listeners."
    case .emission: "The first emission of a fresh signal, to n listeners."
    case .combined: "Makes n listeners, connects them to one long-lived signal, emits once, and deallocates them."
    case .threaded:
      """
      The same as combined, on two threads that share the signal, so that an emission also reaches listeners of the \
      other thread. The time is that of one thread's loop. (The publication takes half as many threads as cores.)
      """
    }
  }

  var workload: Workload {
    Workload(
      name, per: "listener", sizes: Sizes(full: [2, 4, 8, 16, 32, 64], quick: [8]), isParallel: self == .threaded,
      sentence + " One operation is one listener: the time ÷ n. The publication's score is 1,000,000 ÷ this figure.")
  }
}

extension Measurable {
  /// Creates a measurable for a published workload. Each process first validates the signal, by the published check.
  @inline(__always)
  init<Signal: PublishedSignal>(published workload: PublishedWorkload, _: Signal.Type) {
    self.init(
      cell: { name, _ in
        Cell(name, granule: PublishedSamples<Signal>.batch, maximum: 4096) {
          do throws(FailedCheck) {
            try Crowd<Signal>.validate(n: name.n)
          } catch {
            let failure = error.description
            return { Sample(nanoseconds: 1, operations: $0, failure: failure) }
          }
          return PublishedSamples<Signal>(n: name.n).sampler(workload)
        }
      },
      memory: { n, statistics throws(FailedCheck) in
        try Crowd<Signal>.validate(n: n)
        return PublishedSamples<Signal>(n: n).memory(workload, statistics)
      })
  }
}

/// The samples of the published workloads.
private struct PublishedSamples<Signal: PublishedSignal> {
  /// The number of listeners between two readings of the clock. The publication reads the clock around each n; with two
  /// listeners, most of its figure would be the clock. More listeners would not stay in the first-level cache.
  static var batch: Int { 128 }

  let n: Int

  private var signals: Int { max(1, Self.batch / n) }

  /// Returns the sampler, whose generator lives as long as the process.
  func sampler(_ workload: PublishedWorkload) -> Cell.Sampler {
    let n = n
    switch workload {
    case .combined:
      let crowd = Crowd<Signal>(size: n)
      let generator = Minstd.make()
      return { operations in
        let loops = max(1, operations / n)
        let began = MonotonicClock.now()
        crowd.combine(loops, generator)
        return Sample(nanoseconds: MonotonicClock.now() - began, operations: loops * n)
      }
    case .threaded:
      return { operations in
        let loops = max(1, operations / n)
        let signal = Signal(capacity: 0)
        let outcome = ThreadGroup(count: 2).run { _ in
          let crowd = ThreadCrowd(signal, size: n)
          crowd.combine(max(1, 128 / n))
          return { crowd.combine(loops) }
        }
        return Sample(nanoseconds: outcome.passed, operations: loops * n)
      }
    case .connect, .disconnect, .reconnect, .emission:
      let crowd = Crowd<Signal>(size: n, count: signals)
      let generator = Minstd.make()
      let batch = signals * n
      return { operations in
        var sample = Sample(nanoseconds: 0, operations: 0)
        while sample.operations < operations {
          sample.nanoseconds += Self.time(workload, crowd, generator)
          sample.operations += batch
        }
        return sample
      }
    }
  }

  /// Runs a workload once on each signal of a crowd without listeners, which is then as before. Returns the nanoseconds
  /// of the timed part.
  @inline(__always)
  private static func time(_ workload: PublishedWorkload, _ crowd: Crowd<Signal>, _ generator: Minstd) -> UInt64 {
    var time: UInt64 = 0
    run(workload, crowd, generator) { part in
      let began = MonotonicClock.now()
      part()
      time = MonotonicClock.now() - began
    }
    return time
  }

  /// Runs a workload once on each signal of a crowd without listeners, which is then as before.
  ///
  /// - Parameter measure: Called once, with the part that is measured.
  @inline(__always)
  private static func run(
    _ workload: PublishedWorkload, _ crowd: Crowd<Signal>, _ generator: Minstd, _ measure: (() -> Void) -> Void
  ) {
    if workload != .reconnect { crowd.renewSignals() }
    crowd.makeListeners()
    switch workload {
    case .connect, .reconnect:
      measure { crowd.connect() }
      crowd.dropListeners()
    case .disconnect:
      crowd.connect()
      measure { crowd.dropListeners() }
    case .emission:
      crowd.connect()
      measure { crowd.emit(generator) }
      crowd.dropListeners()
    case .combined, .threaded: preconditionFailure("these are loops of their own")
    }
  }

  /// Returns the allocations of the measured part; nil with two threads, which allocate in an order of their own.
  func memory(_ workload: PublishedWorkload, _ statistics: AllocatorStatistics) -> MemoryFigures? {
    guard workload != .threaded else { return nil }
    let generator = Minstd.make()
    defer { generator.deallocate() }
    if workload == .combined {
      let crowd = Crowd<Signal>(size: n)
      crowd.combine(2, generator)
      let loops = 8
      return figures(statistics.measure { crowd.combine(loops, generator) }, operations: loops * n)
    }
    let crowd = Crowd<Signal>(size: n, count: signals)
    var figures: MemoryFigures?
    // The first pass does what happens once per process.
    for _ in 0..<2 {
      Self.run(workload, crowd, generator) { part in
        figures = self.figures(statistics.measure(part), operations: signals * n)
      }
    }
    return figures
  }

  private func figures(_ usage: AllocatorStatistics.Usage, operations: Int) -> MemoryFigures {
    MemoryFigures(mallocsPerOp: Double(usage.mallocs) / Double(operations), peakBytes: Double(usage.peakBytes))
  }
}

extension Candidate {
  /// Returns the measurables of all published workloads.
  @inline(__always)
  static func published<Signal: PublishedSignal>(_ signal: Signal.Type) -> [String: Measurable] {
    [
      PublishedWorkload.connect.name: Measurable(published: .connect, signal),
      PublishedWorkload.disconnect.name: Measurable(published: .disconnect, signal),
      PublishedWorkload.reconnect.name: Measurable(published: .reconnect, signal),
      PublishedWorkload.emission.name: Measurable(published: .emission, signal),
      PublishedWorkload.combined.name: Measurable(published: .combined, signal),
      PublishedWorkload.threaded.name: Measurable(published: .threaded, signal),
    ]
  }
}
