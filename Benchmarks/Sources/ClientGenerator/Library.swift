/// A library that the generated clients use.
public enum Library: String, CaseIterable, Sendable {
  case switchboard, opencombine

  /// The modules that a client imports.
  var imports: [String] {
    switch self {
    case .switchboard: ["Switchboard"]
    case .opencombine: ["Dispatch", "OpenCombine", "OpenCombineDispatch"]
    }
  }

  /// The products that a client depends on. The first is enough for subjects; the last depends on the others.
  var products: [String] {
    switch self {
    case .switchboard: ["Switchboard"]
    case .opencombine: ["OpenCombine", "OpenCombineDispatch"]
    }
  }

  /// The name of the library's package.
  var package: String {
    switch self {
    case .switchboard: "switchboard"
    case .opencombine: "OpenCombine"
    }
  }

  /// The parameter of a generated function that keeps its subscriptions: its type, a constant or variable for it, and
  /// the argument.
  var bag: (type: String, creation: String, argument: String) {
    switch self {
    case .switchboard: ("CompositeDisposable", "let bag = CompositeDisposable()", "bag")
    case .opencombine: ("inout Set<AnyCancellable>", "var bag: Set<AnyCancellable> = []", "&bag")
    }
  }

  /// Returns the end of a chain: a subscription that shows each value, kept in the bag.
  var subscription: [String] {
    switch self {
    case .switchboard: [".subscribe(into: bag) { show($0) }"]
    case .opencombine: [".sink { show($0) }", ".store(in: &bag)"]
    }
  }
}
