import BenchmarkResults

/// The places of a run: those that it measured, or those that it is going to measure.
struct AnswerScope: Sendable {
  typealias Place = Measurement.Identity
  typealias Setting = SuiteMeasurements.Setting

  private let places: Set<Place>
  /// The settings of each suite. The first is that in which every cell is measured.
  private let settings: [String: [Setting]]
  private let workloads: [String: [String]]

  /// - Parameters:
  ///   - places: In the order of the programs, which begin with the setting in which every cell is measured.
  ///   - descriptions: All workloads of the suites, measured or not.
  init(_ places: [Place], _ descriptions: [WorkloadDescription]) {
    self.places = Set(places)
    settings = places.reduce(into: [:]) { found, place in
      let setting = Setting(heap: place.heap, allocator: place.allocator)
      if found[place.suite]?.contains(setting) != true { found[place.suite, default: []].append(setting) }
    }
    let described = Dictionary(grouping: descriptions, by: \.suite).mapValues { $0.map(\.name) }
    let measured = Dictionary(grouping: places, by: \.suite).mapValues { $0.map(\.workload).uniqued(first: []) }
    workloads = measured.merging(described) { $1 }
  }

  /// The places of a finished run.
  init(_ results: Results) {
    self.init(results.measurements.filter { $0.samples != nil }.map(\.identity), results.workloads)
  }

  /// Returns all workloads of a suite.
  func workloads(of suite: String) -> [String] { workloads[suite] ?? [] }

  /// Returns the settings besides that in which every cell is measured.
  func otherSettings(of suite: String) -> [Setting] { Array(settings[suite]?.dropFirst() ?? []) }

  /// Returns all settings.
  func settings(of suite: String) -> [Setting] { settings[suite] ?? [] }

  /// Returns the sizes at which all these candidates are.
  func sizes(_ suite: String, _ workload: String, _ candidates: [String]) -> [Int] {
    let sizes = candidates.map { candidate in
      Set(places.lazy.filter { ($0.suite, $0.workload, $0.candidate) == (suite, workload, candidate) }.map(\.n))
    }
    guard let first = sizes.first else { return [] }
    return sizes.dropFirst().reduce(first) { $0.intersection($1) }.sorted()
  }

  /// Returns all sizes of a suite, in any workload.
  func sizes(_ suite: String) -> [Int] { Set(places.lazy.filter { $0.suite == suite }.map(\.n)).sorted() }

  /// Returns whether a suite has a candidate twice. Without it, a run cannot tell differences from noise.
  func hasControl(_ suite: String, _ control: (name: String, of: String)) -> Bool {
    workloads(of: suite).contains { !sizes(suite, $0, [control.name, control.of]).isEmpty }
  }

  /// Returns a test of one candidate's time ÷ another's, in the same rounds; nil where one of the two is missing.
  func test(
    _ suite: String, _ workload: String, _ candidate: String, to base: String, _ n: Int, _ bound: RatioTest.Bound,
    in setting: Setting? = nil
  ) -> RatioTest? {
    let test = expected(suite, workload, candidate, to: base, n, bound, in: setting)
    return test.flatMap { places.contains($0.of) && places.contains($0.to) ? $0 : nil }
  }

  /// Returns the same test also where a time is missing that the sentence needs. The test is open then.
  func expected(
    _ suite: String, _ workload: String, _ candidate: String, to base: String, _ n: Int, _ bound: RatioTest.Bound,
    in setting: Setting? = nil
  ) -> RatioTest? {
    guard let of = place(suite, workload, candidate, n, setting), let to = place(suite, workload, base, n, setting)
    else { return nil }
    return RatioTest(of: of, to: to, bound: bound, namesSetting: setting != nil)
  }

  /// Returns a test of the time at one size ÷ the time at another.
  func growth(
    _ suite: String, _ workload: String, _ candidate: String, from least: Int, to most: Int, _ bound: RatioTest.Bound
  ) -> RatioTest? {
    guard let of = place(suite, workload, candidate, most), let to = place(suite, workload, candidate, least) else {
      return nil
    }
    return RatioTest(of: of, to: to, bound: bound)
  }

  private func place(
    _ suite: String, _ workload: String, _ candidate: String, _ n: Int, _ setting: Setting? = nil
  ) -> Place? {
    guard let setting = setting ?? settings[suite]?.first else { return nil }
    return Place(
      suite: suite, workload: workload, candidate: candidate, n: n, heap: setting.heap, allocator: setting.allocator)
  }
}
