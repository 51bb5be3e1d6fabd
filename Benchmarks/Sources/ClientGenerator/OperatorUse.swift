/// A use of an operator: its row in Operators.md.
struct OperatorUse: Equatable, Sendable {
  /// The operator as the row writes it, with backquotes.
  let name: String
  /// The example of the row.
  let example: String

  /// The signals that examples begin with.
  static let sources = ["numbers", "words", "flags", "request"]

  /// Returns the rows of the page.
  static func all(in page: String) -> [OperatorUse] {
    page.matches(of: #/(?m)^\| \*\*(`[^*]+)\*\* <img .*<br>`(.*)` \|$/#).map {
      OperatorUse(name: String($0.1), example: String($0.2))
    }
  }

  /// The signal that the example begins with. A signal that is made is compared with one of numbers.
  var source: String { Self.sources.first { example.hasPrefix($0 + ".") } ?? Self.sources[0] }

  /// The files of a program that subscribes to `signal`, by their names.
  static func files(subscribingTo signal: String) -> [String: String] {
    ["Types.swift": types, "Use.swift": use(signal)]
  }

  /// The examples say `Int` and have literals. These are types of the program: with those of the standard library, a
  /// program would use code that is compiled in the library already.
  private static let types = """
    import Switchboard

    typealias IntegerLiteralType = Int
    typealias StringLiteralType = Word

    struct Int: Strideable, Hashable, Sendable, ExpressibleByIntegerLiteral {
      var value: Swift.Int

      init(integerLiteral value: Swift.Int) { self.value = value }
      init?(_ word: Word) {
        guard let value = Swift.Int(word.text) else { return nil }
        self.value = value
      }

      func advanced(by distance: Swift.Int) -> Int { Int(integerLiteral: value + distance) }
      func distance(to other: Int) -> Swift.Int { other.value - value }
      static func + (a: Int, b: Int) -> Int { Int(integerLiteral: a.value + b.value) }
      static func - (a: Int, b: Int) -> Int { Int(integerLiteral: a.value - b.value) }
      static func * (a: Int, b: Int) -> Int { Int(integerLiteral: a.value * b.value) }
    }

    struct Word: Hashable, Sendable, ExpressibleByStringInterpolation {
      var text: String

      init(stringLiteral text: String) { self.text = text }
      init(stringInterpolation text: DefaultStringInterpolation) { self.text = String(stringInterpolation: text) }

      var count: Int { Int(integerLiteral: text.count) }
      var isEmpty: Bool { text.isEmpty }
      static func + (a: Word, b: Word) -> Word { Word(stringLiteral: a.text + b.text) }
    }

    extension Duration {
      static func seconds(_ count: Int) -> Duration { .seconds(count.value) }
      static func milliseconds(_ count: Int) -> Duration { .milliseconds(count.value) }
    }

    enum Fault: Error { case broken, late }
    struct Wrapped: Error { let fault: Fault }
    final class Object: Sendable { func greet(_ word: Word) -> Word { word } }

    final class Sources: Sendable {
      let (numbers, others) = (PublishSubject<Int, Never>().signal, PublishSubject<Int, Never>().signal)
      let (words, flags) = (PublishSubject<Word, Never>().signal, PublishSubject<Bool, Never>().signal)
      let (request, backup) = (PublishSubject<Int, Fault>().signal, PublishSubject<Int, Fault>().signal)
      let object = Object()
    }

    var scheduler: Scheduler { .main }
    @Sendable func load(_ word: Word) -> Signal<Int, Fault> { .just(word.count) }
    @Sendable func parse(_ word: Word) throws(Fault) -> Int { word.count }
    @Sendable func log(_ what: Any) {}
    @Sendable func produce(_ observer: Observer<Int, Never>) -> (any Disposable)? { nil }

    @main
    enum Main {
      static func main() {
        let bag = CompositeDisposable()
        use(Sources(), bag)
        bag.dispose()
      }
    }

    """

  /// The sources are signals, and not subjects: a program then has no code that turns a subject into a signal, which a
  /// chain has once, however many operators it has. They are members of an object, because the compiler would not make
  /// the sources that an example does not use.
  private static func use(_ signal: String) -> String {
    """
    import Switchboard

    @inline(never)
    func use(_ sources: Sources, _ bag: CompositeDisposable) {
      let (numbers, others, words, flags) = (sources.numbers, sources.others, sources.words, sources.flags)
      let (request, backup, object) = (sources.request, sources.backup, sources.object)
      (\(signal)).subscribe(into: bag) { _ in }
    }

    """
  }
}
