import Switchboard

extension OperatorForm {
  /// The operators that join several signals, with the source in each place from which every value gets through.
  static var joining: [Self] {
    [
      Self("merge of three") { source, _ in .merge(.empty(), source, .empty()) },
      Self("merge of many") { source, _ in
        .merge([Source](repeating: .empty(), count: 10) + [source])
      },
      Self("combineLatest, first", operators: 2) { source, _ in
        // The other signal's completion does not count while the source runs.
        Signal<Int, Failure>.just(0).combineLatest(with: source).map(\.1)
      },
      Self("combineLatest of many", operators: 3) { source, _ in
        Signal.combineLatest([Signal<Value?, Failure>](repeating: .just(nil), count: 10) + [source.map { $0 }])
          .compactMap { $0[10] }
      },
      Self("zip", operators: 2) { source, _ in Signal<Int, Failure>(1...1000).zip(with: source).map(\.1) },
      Self("zip of many", operators: 3) { source, _ in
        let others = [Signal<Value?, Failure>](repeating: Signal([Value?](repeating: nil, count: 100)), count: 10)
        return Signal.zip(others + [source.map { $0 }]).compactMap { $0[10] }
      },
      Self("flatMap", operators: 2) { source, _ in source.flatMap { .just($0) } },
      Self("flatMap, inner", operators: 2) { source, _ in Signal<Int, Failure>.just(0).flatMap { _ in source } },
      Self("flatMap with a limit", operators: 2) { source, _ in source.flatMap(.merge(2)) { .just($0) } },
      Self("flatMap concat", operators: 2) { source, _ in source.flatMap(.concat) { .just($0) } },
      Self("flatMap concat, inner", operators: 2) { source, _ in
        Signal<Source, Failure>([.empty(), source, .empty()]).flatten(.concat)
      },
      Self("flatMap latest", operators: 2) { source, _ in source.flatMapLatest { .just($0) } },
      Self("flatMap latest, inner", operators: 2) { source, _ in
        Signal<Source, Failure>([.never(), source]).switchToLatest()
      },
      Self("flatMap first", operators: 2) { source, _ in source.flatMapFirst { .just($0) } },
      Self("flatMap first, inner", operators: 2) { source, _ in
        Signal<Source, Failure>([.empty(), source]).flatten(.first)
      },
    ]
  }

  /// Joining operators with a closure that runs for each value.
  static var joiningWithClosure: [Self] {
    [
      Self("flatMap", operators: 2) { source, closure in source.flatMap(just(after: closure)) },
      Self("flatMap concat", operators: 2) { source, closure in source.concatMap(just(after: closure)) },
      Self("flatMap latest", operators: 2) { source, closure in source.flatMapLatest(just(after: closure)) },
      Self("flatMap first", operators: 2) { source, closure in source.flatMapFirst(just(after: closure)) },
    ]
  }

  private static func just(after closure: @escaping @Sendable (Value) -> Void) -> @Sendable (Value) -> Source {
    { value in
      closure(value)
      return .just(value)
    }
  }
}
