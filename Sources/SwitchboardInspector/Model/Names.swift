#if Inspector
  internal import SwitchboardTracing

  /// The texts behind the numbers of labels and source lines. Lives on the inspector's thread.
  final class Names {
    struct Label {
      let type: String
      let name: String?
      let kind: String
    }

    /// What stands for a name that is a value of the program.
    static let hidden = "(hidden)"

    let showsValues: Bool
    private var labels: [UInt32: Label] = [:]
    private var sites: [UInt32: String] = [:]
    private var namesOfValues: Set<UInt32> = []
    private var assembled: [UInt32: UInt32] = [:]

    init(showsValues: Bool) { self.showsValues = showsValues }

    /// Learns which names are values, and which lines make objects with registries as parts.
    func refresh() {
      namesOfValues = NamesOfValues.all
      assembled = AssembledObjects.all
    }

    /// Returns the label of a registry that was made in the line `site`. O(1) after the first call.
    func label(_ number: UInt32, madeIn site: UInt32) -> Label {
      let known = plain(number)
      let name = hides(number) ? Self.hidden : known.name
      // A command, for instance, consists of several subjects.
      guard site != 0, let whole = assembled[site].map({ plain($0) }), whole.kind != known.kind else {
        let isEvent = known.kind == "other" && site == 0 && number != 0
        return Label(type: known.type, name: name, kind: isEvent ? "event" : known.kind)
      }
      guard ["command", "connection", "channel"].contains(whole.kind) else {
        return Label(type: known.type, name: name, kind: known.kind)
      }
      return Label(type: known.type, name: name ?? whole.name, kind: whole.kind)
    }

    /// Returns what names a signal or registry: its name, or else its type. Nil without a label.
    func description(_ number: UInt32) -> String? {
      if number == 0 { return nil }
      if hides(number) { return "\(plain(number).type) \(Self.hidden)" }
      let label = plain(number)
      return label.name ?? label.type
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
      refresh()
      var symbols = symbols
      for index in symbols.labels.indices where namesOfValues.contains(UInt32(index)) {
        symbols.labels[index].name = Self.hidden
      }
      return symbols
    }

    private func hides(_ number: UInt32) -> Bool { !showsValues && namesOfValues.contains(number) }

    private func plain(_ number: UInt32) -> Label {
      if let known = labels[number] { return known }
      let label = TraceNames.label(number)
      let made = Label(type: label.type, name: label.name, kind: Self.kind(ofType: label.type))
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
      case "Observer", "KeyedSignal": "observer"
      default: "other"
      }
    }
  }
#endif
