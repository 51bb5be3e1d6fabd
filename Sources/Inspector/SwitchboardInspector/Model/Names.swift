#if Inspector
  internal import SwitchboardTracing

  /// The texts behind the numbers of labels and source lines. Lives on the inspector's thread.
  final class Names {
    struct Label {
      let type: String
      let name: String?
      let kind: String
      /// Whether the name is a value of the program.
      let isValue: Bool
    }

    /// What stands for a name that is a value of the program.
    static let hidden = "(hidden)"

    let showsValues: Bool
    private var labels: [UInt32: Label] = [:]
    private var sites: [UInt32: String] = [:]
    private var assembled: [UInt32: UInt32] = [:]

    init(showsValues: Bool) { self.showsValues = showsValues }

    /// Learns which lines make objects with registries as parts, and forgets the labels, because the program may have
    /// given their numbers to others.
    func refresh() {
      labels.removeAll(keepingCapacity: true)
      assembled = AssembledObjects.all
    }

    /// Returns the label of a registry that was made in the line `site`. O(1).
    func label(_ number: UInt32, madeIn site: UInt32) -> Label {
      let known = plain(number)
      let name = hides(known) ? Self.hidden : known.name
      // A command, for instance, consists of several subjects.
      guard site != 0, let whole = assembled[site].map({ plain($0) }), whole.kind != known.kind else {
        let isEvent = known.kind == "other" && site == 0 && number != 0
        return Label(type: known.type, name: name, kind: isEvent ? "event" : known.kind, isValue: known.isValue)
      }
      guard ["command", "connection", "channel"].contains(whole.kind) else {
        return Label(type: known.type, name: name, kind: known.kind, isValue: known.isValue)
      }
      return Label(type: known.type, name: name ?? whole.name, kind: whole.kind, isValue: known.isValue)
    }

    /// Returns what names a signal or registry: its name, or else its type. Nil without a label.
    func description(_ number: UInt32) -> String? {
      if number == 0 { return nil }
      let label = plain(number)
      return hides(label) ? "\(label.type) \(Self.hidden)" : label.name ?? label.type
    }

    /// Returns a source line, or nil for number 0.
    func site(_ number: UInt32) -> String? {
      if number == 0 { return nil }
      if let known = sites[number] { return known }
      let text = "\(TraceNames.site(number))"
      sites[number] = text
      return text
    }

    /// Returns the symbols of a trace without the names that are values.
    func withoutValues(_ symbols: TraceSymbols) -> TraceSymbols {
      if showsValues { return symbols }
      var symbols = symbols
      for number in symbols.namesOfValues { symbols.labels[Int(number)].name = Self.hidden }
      return symbols
    }

    private func hides(_ label: Label) -> Bool { !showsValues && label.isValue }

    private func plain(_ number: UInt32) -> Label {
      if let known = labels[number] { return known }
      let (label, isValue) = TraceNames.labelAndKind(number)
      let made = Label(type: label.type, name: label.name, kind: Self.kind(ofType: label.type), isValue: isValue)
      labels[number] = made
      return made
    }

    private static func kind(ofType type: String) -> String {
      switch type.prefix(while: { $0 != "<" }) {
      case "PublishSubject", "ReplaySubject", "BehaviorSubject": "subject"
      case "Property": "property"
      case "BoardKey": "key"
      case "Command", "Execution": "command"
      case "MulticastConnection": "connection"
      case "Channel": "channel"
      case "Observer", "KeyedSignal", "Operator": "observer"
      default: "other"
      }
    }
  }
#endif
