#if Tools
  import Foundation

  /// A view that follows a program until the user, the program or an error ends it.
  struct TopSession {
    enum Ending {
      case asked
      case programEnded
      case failure(InspectorFailure)
    }

    private enum View { case registries, warnings }

    private let client: InspectorClient
    private let interval: Double
    private let events = Mailbox()
    private var snapshot: TopSnapshot
    private var query: TopQuery
    private var view = View.registries
    /// The first line of the warnings to show.
    private var warningsLine = 0
    /// The filter that is being typed.
    private var typed: String?
    /// Why the figures are old; nil if they are not.
    private var failure: InspectorFailure?
    private var isAsking = false
    private var hasChanged = false
    private var questions = 0

    /// Asks for the first figures, so that errors at the begin leave the terminal as it is.
    init(_ client: InspectorClient, _ query: TopQuery, every interval: Double) throws(InspectorFailure) {
      (self.client, self.query, self.interval) = (client, query, interval)
      let size = Screen.size
      snapshot = try client.snapshot(query, withWarnings: false) { TopLayout(size, $0).rows }
    }

    /// Shows the view. Returns after the terminal is as it was before.
    mutating func run() throws -> Ending {
      let screen = try Screen(events)
      defer { screen.close() }
      askLater()
      while screen.draw(lines) {
        if let ending = handle(events.next()) { return ending }
      }
      return .asked
    }

    /// The figures that were shown last, for a screen on which they stay.
    var last: [TopLine] {
      let (overview, width) = (snapshot.overview, Screen.size.width)
      let warnings = overview.warnings > 0 ? [TopLine(Quantity.count(overview.warnings, "warning"))] : []
      return TopText.totals(overview, width: width) + warnings + TopText.notCounted(overview, width: width)
        + [TopLine("")] + TopText(snapshot: snapshot, width: width).registries
    }

    private var lines: [TopLine] {
      let size = Screen.size
      let (head, body) =
        switch view {
        case .registries:
          (TopLayout(size, snapshot.overview).head, TopText(snapshot: snapshot, width: size.width).registries[...])
        case .warnings:
          (TopText.totals(snapshot.overview, width: size.width), warnings.dropFirst(warningsLine))
        }
      // A screen without room for all shows what says most.
      guard size.height > 4 else { return head }
      let note = failure.map { TopLine("No new figures: \($0.sentence)", .alarm) } ?? TopLine("")
      let shown = (head + [TopLine("")] + body).prefix(max(0, size.height - 2))
      let gap = Array(repeating: TopLine(""), count: max(0, size.height - 2 - shown.count))
      return shown + gap + [note, foot]
    }

    /// What the head of the registries has no room for.
    private var warnings: [TopLine] {
      let width = Screen.size.width
      return TopText.notCounted(snapshot.overview, width: width) + TopText(snapshot: snapshot, width: width).warnings
    }

    private var foot: TopLine {
      if let typed { return TopLine("filter: \(typed.visible)_  (enter: apply, esc: do not)", .strong) }
      let keys = view == .registries ? "s sort  r reverse  / filter  w warnings" : "w registries"
      return TopLine("q quit  \(keys)  space, ↓ next page  b, ↑ previous page")
    }

    private mutating func handle(_ event: TopEvent) -> Ending? {
      switch event {
      case .end: return .asked
      case .key(let key):
        if typed != nil { type(key) } else if press(key) { return .asked }
      case .resized: ask()
      case .due(let question): if question == questions { ask() }
      case .answer(let answer): return take(answer)
      }
      return nil
    }

    /// Returns whether the key ends the view.
    private mutating func press(_ key: Key) -> Bool {
      let all = SortKey.allCases
      switch key {
      case .character("q"), .character("Q"): return true
      case .character("w"), .character("W"):
        (view, warningsLine) = (view == .warnings ? .registries : .warnings, 0)
        ask()
      case .escape: view = .registries
      case .character(" "), .down, .pageDown: turn(forward: true)
      case .character("b"), .up, .pageUp: turn(forward: false)
      case .character("s") where view == .registries:
        let next = all.firstIndex(of: query.sort).map { all[($0 + 1) % all.count] } ?? query.sort
        query = TopQuery(sort: next, filter: query.filter)
        ask()
      case .character("r") where view == .registries:
        (query.isReversed, query.page) = (!query.isReversed, 0)
        ask()
      case .character("/") where view == .registries: typed = query.filter
      default: break
      }
      return false
    }

    private mutating func type(_ key: Key) {
      switch key {
      case .character(let character): typed?.append(character)
      case .backspace: typed = typed.map { String($0.dropLast()) }
      case .escape: typed = nil
      case .enter:
        (query.filter, query.page, typed) = (typed ?? "", 0, nil)
        ask()
      default: break
      }
    }

    private mutating func turn(forward: Bool) {
      switch view {
      case .registries:
        let page = forward ? min(query.page + 1, snapshot.registries.lastPage) : query.page - min(query.page, 1)
        if page != query.page {
          query.page = page
          ask()
        }
      case .warnings:
        let step = max(1, Screen.size.height - 5)
        warningsLine = max(0, forward ? min(warningsLine + step, warnings.count - 1) : warningsLine - step)
      }
    }

    /// Asks for figures now, or after the answer that is under way.
    private mutating func ask() {
      hasChanged = isAsking
      guard !isAsking else { return }
      isAsking = true
      questions += 1
      let (client, query, size, events) = (client, query, Screen.size, events)
      let withWarnings = view == .warnings
      DispatchQueue.global().async {
        let answer = Result { () throws(InspectorFailure) in
          try client.snapshot(query, withWarnings: withWarnings) { TopLayout(size, $0).rows }
        }
        events.post(.answer(answer))
      }
    }

    private func askLater() {
      let (events, questions) = (events, questions)
      DispatchQueue.global().asyncAfter(deadline: .now() + interval) { events.post(.due(questions)) }
    }

    private mutating func take(_ answer: Result<TopSnapshot, InspectorFailure>) -> Ending? {
      isAsking = false
      let before = failure
      switch answer {
      case .success(let new):
        (snapshot, failure) = (new, nil)
        // The list became shorter than the page that is shown.
        if new.query == query, query.page > new.registries.lastPage {
          (query.page, hasChanged) = (new.registries.lastPage, true)
        }
      case .failure(let new):
        failure = new
        switch new {
        case .unreachable: return .programEnded
        // A program that ends breaks the connection, and is unreachable next time. Whoever else answers next time is
        // another program.
        case .broken, .wrongToken, .foreign:
          if before == nil { hasChanged = true } else if new.endsView { return .failure(new) }
        case .silent, .refused: break
        }
      }
      if hasChanged { ask() } else { askLater() }
      return nil
    }
  }

  extension InspectorFailure {
    /// Whether more answers of the same program cannot come.
    fileprivate var endsView: Bool {
      switch self {
      case .wrongToken, .foreign: true
      default: false
      }
    }
  }

  /// How a view fits on a screen.
  struct TopLayout {
    /// The lines above the registries.
    let head: [TopLine]
    /// The number of registries for which there is room.
    let rows: Int

    init(_ size: Screen.Size, _ overview: Overview) {
      var head = TopText.totals(overview, width: size.width)
      if overview.warnings > 0 {
        head.append(TopLine("\(Quantity.count(overview.warnings, "warning")): the key w shows more", .alarm))
      }
      let sentences = TopText.notCounted(overview, width: size.width)
      let most = max(1, size.height / 3)
      head += sentences.prefix(most)
      if sentences.count > most { head.append(TopLine("More is not counted: the key w shows it", .alarm)) }
      self.head = head
      // Below the head are an empty line, the title, the headings, the rows, a note and the keys.
      rows = min(max(1, size.height - head.count - 5), RegistryPage.largestSize)
    }
  }
#endif
