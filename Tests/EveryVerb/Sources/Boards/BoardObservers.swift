import Switchboard

private final class Window: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let shown = Log<String>()
}

private final class Plain: Sendable {
  let shown = Log<String>()
}

func boardObservers() {
  let (board, heard, bag) = (DataBoard(), Log<String>(), CompositeDisposable())
  let (window, plain) = (Window(), Plain())
  board.set("Ann", for: .userName)
  board.subscribe(.userName) { heard.add($0) }
  board.subscribe(.userName, replay: .latest, into: bag, onNext: { heard.add("bag \($0)") }) { heard.add("bag end") }
  board.subscribe(.userName, replay: .latest, owner: window) { $0.shown.add($1) }
  board.subscribe(
    .userName, owner: plain, onNext: { $0.shown.add($1) }, onCompleted: { $0.shown.add("end") })
  let lengths = Recorder(board.signal(for: .userName, replay: .latest).map(\.count))
  let optional = Recorder(board.optionalSignal(for: .userName, replay: .latest).map { $0 ?? "none" })
  let later = Recorder(board.signal(for: .userName))
  board.set("Bo", for: .userName)
  check(board.census.subscriptions, is: 7, "seven observe")
  check(board.census.keys, is: 1, "one key")
  check(board.census.capacity > 0 && board.census.subscriptionCapacity >= 7, "there is room for them")
  board.removeValue(for: .userName)
  check(heard.entries, is: ["bag Ann", "Bo", "bag Bo"], "a subscriber gets the values since its subscription")
  check(window.shown.entries, is: ["Ann", "Bo"], "an owner gets the values")
  check([lengths.text, optional.text, later.text], is: ["3 2", "Ann Bo none", "Bo"], "signals send the changes")
  board.removeSubscribers(of: window, for: .userName)
  board.removeSubscribers(of: plain)
  bag.dispose()
  board.set("Cy", for: .userName)
  check(window.shown.entries + plain.shown.entries, is: ["Ann", "Bo", "Bo"], "removed subscribers get nothing more")
  check(heard.entries.last, is: "Cy", "a subscriber that was not removed gets the value")
  board.removeSubscribers(for: .userName)
  check(later.text, is: "Bo Cy |", "signals complete")
  check(board.census.subscriptions, is: 0, "the board has no subscribers")
  check(board[.userName], is: "Cy", "the value is")

  board.subscribe(.userName, owner: plain, onNext: { _, _ in }, onCompleted: { $0.shown.add("end") })
  board.removeValue(for: .userName, completing: true)
  check(plain.shown.entries.last, is: "end", "a removal may complete")
}

func boardPauses() {
  let (board, heard) = (DataBoard(), Log<Int>())
  board.subscribe(.score) { heard.add($0) }
  func set(_ numbers: Int...) { for number in numbers { board.set(number, for: .score) } }
  let latest = board.pause(.score)
  check(board.census.paused, is: 1, "one key is paused")
  set(1, 2)
  check(heard.entries, is: [], "the observer gets nothing during the batch")
  check(board[.score], is: 2, "the value is stored nevertheless")
  latest.resume()
  check(heard.entries, is: [2], "the observer gets the last value at the end")
  check(latest.isDisposed, "the pause is over")
  let dropping = board.pause(.score, keeping: .drop)
  set(3)
  dropping.dispose()
  let buffering = board.pause(.score, keeping: .buffer(2))
  let other = board.pause(.score, keeping: .latest)
  set(4, 5, 6)
  other.resume()
  check(heard.entries, is: [2], "a key is paused until all pauses are over")
  buffering.resume()
  check(heard.entries, is: [2, 5, 6], "the one that keeps most counts")
  letGo(board)
  set(7)
  check(heard.entries, is: [2, 5, 6, 7], "a pause without holders resumes")
  check(BoardPausePolicy.buffer(2) == .buffer(2) && BoardPausePolicy.drop != .latest, "ways to pause are compared")
}

@inline(never)
private func letGo(_ board: DataBoard) { _ = board.pause(.score) }

func boardRetention() {
  let board = DataBoard()
  board.set(1, for: .progress)
  check(board[.progress] == nil, "a value that need not stay does not")
  let observation = board.subscribe(.progress) { _ in }
  board.set(1, for: .progress)
  check(board[.progress], is: 1, "the key keeps its value while it has an observer")
  observation.dispose()
  check(board.census.keys, is: 0, "the key is removed with the last observer")
  let recorder = observedForAWhile()
  check(recorder.text, is: "1 |", "signals complete when the board is deallocated")
}

@inline(never)
private func observedForAWhile() -> Recorder {
  let board = DataBoard()
  let recorder = Recorder(board.signal(for: .score))
  board.set(1, for: .score)
  return recorder
}
