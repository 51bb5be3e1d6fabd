internal import SwitchboardSignals

/// The state of a ``MemoryNetwork``: the server, the connections, and what is under way between them.
///
/// ```
/// process ──requests──▶ server ──answers──▶ process
/// ```
/// Each direction of a connection is a queue of packets. The agenda says when the first packet of each queue arrives.
package final class MemoryServer: @unchecked Sendable {
  // Sound: all is touched only under the lock of the network.
  enum Item {
    case requests(MemoryLine)
    case answers(MemoryLine)
    case connect(MemoryConnectRequest)
    case fail(MemoryConnectRequest)
    case consumer(MemoryConsumer)
    case work(any MemoryWork)
  }

  package internal(set) var now: Duration
  /// What goes wrong.
  package var faults: any MemoryFaults
  private var agenda = MemoryHeap<Item>()
  private var listings: UInt64 = 0
  /// What to do with no lock held, in this order.
  var effects: [MemoryEffect] = []
  /// The open connections, in the order of their making.
  package internal(set) var lines: [MemoryLine] = []
  var routes = MemoryRoutes()
  /// Room for the recipients of a live message. Empty between messages.
  var recipients: [MemorySubscription] = []
  package var streams: [MemoryStream] = []
  /// The number of streams that were made.
  var creations = 0
  /// The number of packets and requests to connect under way. They keep the network alive.
  var underWay = 0
  /// The number of restarts.
  package var restarts = 0
  var processes: UInt64 = 0
  package internal(set) var counts = Counts()
  /// The next call of the scheduler. See ``MemoryNetwork``.
  var wake: Wake?
  var wakes: UInt64 = 0
  var isPerforming = false

  /// What has happened since the server was made.
  package struct Counts {
    package internal(set) var liveSent = 0
    package internal(set) var liveLost = 0
    package internal(set) var duplicates = 0
    package internal(set) var redeliveries = 0
  }

  struct Wake {
    let number: UInt64
    let due: Duration
    let keepsNetwork: Bool
    var timer: (any Disposable)?
  }

  init(faults: any MemoryFaults, now: Duration) { (self.faults, self.now) = (faults, now) }

  /// Plans work of the faults.
  package func plan(_ work: any MemoryWork, due: Duration) { list(.work(work), due: due) }

  func list(_ item: Item, due: Duration) {
    listings += 1
    agenda.add(item, due: due, number: listings)
  }

  /// The time of the next item of the agenda.
  var nextDue: Duration? {
    while let first = agenda.first {
      if isCurrent(first.item, due: first.due) { return first.due }
      if case .consumer(let consumer) = first.item, consumer.listed == first.due { consumer.listed = nil }
      agenda.removeFirst()
    }
    return nil
  }

  /// Does what is due. Ends after some hundred packets, so that other work of the scheduler has its turn.
  func run() {
    var budget = 256
    while budget > 0, let due = nextDue, due <= now, let item = agenda.first?.item {
      agenda.removeFirst()
      switch item {
      case .requests(let line): runRequests(of: line, &budget)
      case .answers(let line): runAnswers(of: line, &budget)
      case .connect(let request): connect(request)
      case .fail(let request): refuse(request)
      case .consumer(let consumer):
        consumer.listed = nil
        consumer.passDeadlines(at: now)
        pump(consumer)
      case .work(let work): work.run(on: self)
      }
      budget -= 1
    }
  }

  private func isCurrent(_ item: Item, due: Duration) -> Bool {
    switch item {
    case .requests(let line): !line.requests.isEmpty
    case .answers(let line): !line.answers.isEmpty
    case .consumer(let consumer): consumer.listed == due && consumer.nextDeadline != nil
    case .work(let work): work.isCurrent(due: due)
    case .connect, .fail: true
    }
  }
}

// MARK: Packets

extension MemoryServer {
  /// Takes a request from a process. Returns false if the connection is lost or closed.
  func hand(_ request: MemoryRequest, over line: MemoryLine) -> Bool {
    guard line.isOpen, line.closed == nil else {
      effects.append(.releaseRequests([request]))
      return false
    }
    if request.isAcknowledgement, faults.losesAcknowledgement(at: now) { return true }
    line.requests.append(request, due: now + faults.delay(at: now))
    underWay += 1
    listRequests(of: line)
    return true
  }

  /// Sends an answer to a process. It arrives at once if nothing is in front of it.
  func answer(_ effect: MemoryEffect, over line: MemoryLine) {
    guard line.isOpen else {
      effects.append(.release([effect]))
      return
    }
    let delay = faults.delay(at: now)
    if delay == .zero, line.answers.isEmpty, line.stall == nil {
      effects.append(effect)
      return
    }
    line.answers.append(effect, due: now + delay)
    underWay += 1
    listAnswers(of: line)
  }

  /// Tells a process what happened to its connection.
  func tell(_ event: ConnectionEvent, over line: MemoryLine) {
    guard let events = line.events else { return }
    answer(.call { events(event) }, over: line)
  }

  /// Lets the packets of a connection arrive again.
  package func endStall(of line: MemoryLine) {
    line.stall = nil
    listRequests(of: line)
    listAnswers(of: line)
  }

  func listRequests(of line: MemoryLine) {
    guard !line.requests.isListed, line.stall == nil, let due = line.requests.firstDue else { return }
    line.requests.isListed = true
    list(.requests(line), due: max(due, now))
  }

  func listAnswers(of line: MemoryLine) {
    guard !line.answers.isListed, line.stall == nil, let due = line.answers.firstDue else { return }
    line.answers.isListed = true
    list(.answers(line), due: max(due, now))
  }

  private func runRequests(of line: MemoryLine, _ budget: inout Int) {
    line.requests.isListed = false
    // A restart of the server loses what was still under way from connections that were lost before.
    if line.restarts != restarts { drop(line.requests.cut(to: 0)) }
    while budget > 0, line.stall == nil, let request = line.requests.popFirst(by: now) {
      underWay -= 1
      budget -= 1
      serve(request, from: line)
    }
    listRequests(of: line)
  }

  private func runAnswers(of line: MemoryLine, _ budget: inout Int) {
    line.answers.isListed = false
    while budget > 0, line.stall == nil, let answer = line.answers.popFirst(by: now) {
      underWay -= 1
      budget -= 1
      effects.append(answer)
    }
    listAnswers(of: line)
  }
}
