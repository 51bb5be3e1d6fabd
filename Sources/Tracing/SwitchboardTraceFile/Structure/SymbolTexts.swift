internal import SwitchboardTracing

/// The texts behind the numbers in records, made once for each number.
struct SymbolTexts {
  private let transform: (String) -> String
  private var sites: [String] = []
  private var labels: [String] = []
  private var types: [String] = []

  /// - Parameter transform: Fits a description to the format, for example by escaping characters.
  init(_ transform: @escaping (String) -> String) { self.transform = transform }

  mutating func site(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    while sites.count < symbols.sites.count { sites.append(transform(symbols.sites[sites.count].description)) }
    return sites[Int(record.site) < sites.count ? Int(record.site) : 0]
  }

  mutating func label(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    while labels.count < symbols.labels.count { labels.append(transform(symbols.labels[labels.count].description)) }
    return labels[Int(record.label) < labels.count ? Int(record.label) : 0]
  }

  /// Returns the type behind a name. Empty if the label is the type.
  mutating func type(of record: TraceRecord, _ symbols: TraceSymbols) -> String {
    while types.count < symbols.labels.count {
      let label = symbols.labels[types.count]
      types.append(label.name == nil ? "" : transform(label.type))
    }
    return types[Int(record.label) < types.count ? Int(record.label) : 0]
  }
}

extension TraceKind {
  private static let words = (0..<32).map { TraceKind(rawValue: $0)?.name ?? "" }

  /// The kind's ``name``, from a table because reflection takes long.
  var word: String { Self.words[Int(rawValue)] }
}

extension TraceEvent {
  private static let words = allCases.map { "\($0)" }

  /// The name of the case, from a table because reflection takes long.
  var word: String { Self.words[Int(rawValue)] }
}

extension TraceSymbols {
  /// Returns the source line with that number, or the unknown line if the number is not in the table.
  func site(_ number: UInt32) -> TraceSite { Int(number) < sites.count ? sites[Int(number)] : sites[0] }

  /// Returns the label with that number, or the empty label if the number is not in the table.
  func label(_ number: UInt32) -> TraceLabel { Int(number) < labels.count ? labels[Int(number)] : labels[0] }
}

extension TraceLabel {
  /// Whether the label belongs to a registry that an operator made.
  var isOfOperator: Bool { name == nil && (type == "Operator" || type.hasPrefix("KeyedSignal<")) }

  /// Whether the label belongs to an observer's registry. Each subscription to a cold signal makes such a registry,
  /// which holds only that subscription. A viewer with thousands of other counters is clearer without counters for
  /// these registries.
  var isOfOneSubscription: Bool { name == nil && (type == "Operator" || type.hasPrefix("Observer<")) }
}
