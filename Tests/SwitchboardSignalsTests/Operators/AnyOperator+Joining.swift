import Switchboard

extension AnyOperator {
  /// The operators that join several signals, with the source in each place from which every value gets through.
  static let joining = [
    AnyOperator("merge of three") { source, _ in .merge(.empty(), source, .empty()) },
    AnyOperator("merge of many") { source, _ in
      .merge([Signal<Int, Fault>](repeating: .empty(), count: 10) + [source])
    },
    AnyOperator("combineLatest, first", operators: 2) { source, _ in
      // The other signal's completion does not count while the source runs.
      Signal<Int, Fault>.just(0).combineLatest(with: source).map(\.1)
    },
    AnyOperator("combineLatest of many", operators: 2) { source, _ in
      Signal.combineLatest([Signal<Int, Fault>](repeating: .just(0), count: 10) + [source]).map { $0[10] }
    },
    AnyOperator("zip", operators: 2) { source, _ in Signal<Int, Fault>(1...1000).zip(with: source).map(\.1) },
    AnyOperator("zip of many", operators: 2) { source, _ in
      Signal.zip([Signal<Int, Fault>](repeating: Signal(1...100), count: 10) + [source]).map { $0[10] }
    },
    AnyOperator("flatMap", operators: 2) { source, _ in source.flatMap { .just($0) } },
    AnyOperator("flatMap, inner", operators: 2) { source, _ in Signal<Int, Fault>.just(0).flatMap { _ in source } },
    AnyOperator("flatMap with a limit", operators: 2) { source, _ in source.flatMap(.merge(2)) { .just($0) } },
    AnyOperator("flatMap concat", operators: 2) { source, _ in source.flatMap(.concat) { .just($0) } },
    AnyOperator("flatMap concat, inner", operators: 2) { source, _ in
      Signal<Signal<Int, Fault>, Fault>([.empty(), source, .empty()]).flatten(.concat)
    },
    AnyOperator("flatMap latest", operators: 2) { source, _ in source.flatMapLatest { .just($0) } },
    AnyOperator("flatMap latest, inner", operators: 2) { source, _ in
      Signal<Signal<Int, Fault>, Fault>([.never(), source]).switchToLatest()
    },
    AnyOperator("flatMap first", operators: 2) { source, _ in source.flatMapFirst { .just($0) } },
    AnyOperator("flatMap first, inner", operators: 2) { source, _ in
      Signal<Signal<Int, Fault>, Fault>([.empty(), source]).flatten(.first)
    },
  ]

  /// Joining operators with a closure that runs for each value.
  static let joiningWithClosure = [
    AnyOperator("flatMap", operators: 2) { source, closure in
      source.flatMap { value in
        closure(value)
        return Signal<Int, Fault>.just(value)
      }
    },
    AnyOperator("flatMap concat", operators: 2) { source, closure in
      source.concatMap { value in
        closure(value)
        return Signal<Int, Fault>.just(value)
      }
    },
    AnyOperator("flatMap latest", operators: 2) { source, closure in
      source.flatMapLatest { value in
        closure(value)
        return Signal<Int, Fault>.just(value)
      }
    },
    AnyOperator("flatMap first", operators: 2) { source, closure in
      source.flatMapFirst { value in
        closure(value)
        return Signal<Int, Fault>.just(value)
      }
    },
  ]
}
