import Switchboard

func awaiting() async throws {
  let numbers = Signal<Int, Fault>(1...3)
  let (first, last, all) = try await (numbers.first(), numbers.last(), numbers.collect())
  check(first, is: 1, "first waits for the first value")
  check(last, is: 3, "last for the last one")
  check(all, is: [1, 2, 3], "collect for all")
  try await numbers.wait()
  check(await Signal<Int, Never>.empty().first() == nil, "there may be no first")
  check(await Signal<Int, Never>.empty().last() == nil, "an empty signal has no last value")
  check(await Signal<Int, Never>.empty().collect(), is: [], "an empty signal collects nothing")
  await Signal<Int, Never>.empty().wait()
  let broken = Signal<Int, Fault>([1]).concat(Signal<Int, Fault>.fail(.broken))
  check(try await broken.first(), is: 1, "an error after the first value is not waited for")
  await check(throws: .broken, "last throws") { () throws(Fault) in _ = try await broken.last() }
  await check(throws: .broken, "collect throws") { () throws(Fault) in _ = try await broken.collect() }
  await check(throws: .broken, "wait throws") { () throws(Fault) in try await broken.wait() }
  await check(throws: .late, "first throws") { () throws(Fault) in
    _ = try await Signal<Int, Fault>.fail(.late).first()
  }
}

@MainActor
func awaitingOnMainActor() async throws {
  let subject = PublishSubject<Int, Fault>()
  Task {
    while subject.census.count == 0 { await Task.yield() }
    subject.send(1)
    subject.sendCompleted()
  }
  let all = try await subject.collect()
  MainActor.assertIsolated()
  check(all, is: [1], "a task that awaits on the main actor resumes on the main actor")
}

private func check(
  throws expected: Fault, _ what: String, fileID: StaticString = #fileID, line: UInt = #line,
  _ body: () async throws(Fault) -> Void
) async {
  do throws(Fault) {
    try await body()
    check(false, "\(what): nothing was thrown", fileID: fileID, line: line)
  } catch {
    check(error, is: expected, what, fileID: fileID, line: line)
  }
}

func readingValues() async {
  var read: [Int] = []
  let broken = Signal<Int, Fault>([1, 2]).concat(Signal<Int, Fault>.fail(.broken))
  do throws(Fault) {
    for try await value in broken.values { read.append(value) }
    check(false, "the loop has to throw")
  } catch {
    check(error, is: .broken, "the loop throws the signal's error")
  }
  check(read, is: [1, 2], "after its values")
  read = []
  for await value in Signal<Int, Never>(1...3).values(buffering: .newest(1)) { read.append(value) }
  check(read, is: [3], "the newest is kept")
  read = []
  for await value in Signal<Int, Never>(1...3).values(buffering: .oldest(2)) { read.append(value) }
  check(read, is: [1, 2], "the oldest are kept")
  read = []
  for await value in Signal<Int, Never>(1...3).values() { read.append(value) }
  check(read, is: [1, 2, 3], "all are kept")
  check(ValuesBuffering.newest(1) == .newest(1) && ValuesBuffering.oldest(1) != .unbounded, "ways are compared")

  let subject = PublishSubject<Int, Never>()
  var iterator = subject.values.makeAsyncIterator()
  subject.send(7)
  check(await iterator.next(isolation: nil), is: 7, "an iterator gets the values since its creation")
  async let next = subject.values.first { $0 > 1 }
  await yielding { subject.census.count == 2 }
  subject.send(8)
  check(await next, is: 8, "a task that waits is resumed")
  check(await iterator.next(), is: 8, "the other reader gets the value too")
  subject.sendCompleted()
  check(await iterator.next() == nil, "the end is nil")
}

func cancelling() async {
  let subject = PublishSubject<Int, Never>()
  let task = Task { await (subject.first(), Task.isCancelled) }
  await yielding { subject.census.count == 1 }
  task.cancel()
  let (value, isCancelled) = await task.value
  check(value == nil && isCancelled, "a cancelled reader gets nil")
  await yielding { subject.census.count == 0 }
  let collecting = Task { await subject.collect() }
  await yielding { subject.census.count == 1 }
  subject.send(3)
  await Task.yield()
  collecting.cancel()
  let collected = await collecting.value
  check(collected == [3] || collected == [], "a cancelled collect returns the values so far")
}
