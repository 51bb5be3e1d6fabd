/// A program as a Swift test, which a person can paste into a file of tests.
struct SourceText {
  private(set) var text = ""
  private let needsThreads: Bool

  init(_ program: Program, expected: [String]) {
    needsThreads = program.threads > 1
    var body: [String] = []
    for step in program.steps {
      let lines = lines(of: step.action)
      if needsThreads {
        body += ["await_(on: \(step.thread)) {"] + lines.map { "  " + $0 } + ["}"]
      } else {
        body += lines
      }
    }
    let used = body.joined(separator: "\n")
    func isUsed(_ name: String) -> Bool { name.isEmpty || used.contains(name) }
    let declarations = Self.declarations.filter { isUsed($0.name) }.map(\.line)
    let helpers = Self.helpers.filter { $0.names.contains(where: isUsed) }.map(\.text)
    // Each step ends with the number of live handlers; the notes after the last step are those of the end.
    let stepEnds = expected.indices.filter { expected[$0].hasSuffix("alive") }.dropLast()
    let notes = expected.prefix(stepEnds.last ?? 0)
      .filter { !$0.hasSuffix("alive") && !$0.hasPrefix("result") }
      .map { "\"\($0)\"" }
    text = """
      import Foundation
      import Switchboard
      import Testing

      \((helpers).joined(separator: "\n\n"))

      @Test func tortured() {
      \((declarations + body).map { "  " + $0 }.joined(separator: "\n"))
        // The model also compares results and the number of live handlers after each step.
        #expect(log.notes == [\(notes.joined(separator: ", "))])
      }
      """
  }

  /// The statements of an action.
  private func lines(of action: Action) -> [String] {
    switch action {
    case .subscribe(let it): subscribing(it)
    case .dispose(let slot), .cancel(let slot): ["slots.members[\(slot)]?.dispose()"]
    case .disposeAndWait(let slot): ["slots.waitables[\(slot)]?.disposeAndWait()"]
    case .connect(let from, let to, let slot):
      ["slots.members[\(slot)] = \(Self.subject(from)).subscribe(\(Self.subject(to)))"]
    case .send(let subject, let value): ["\(Self.subject(subject)).send(\(value))"]
    case .end(let subject, let error): [ending(Self.subject(subject), error)]
    case .read: ["print(behavior.value)"]
    case .setProperty(let value): ["property.value = \(value)"]
    case .updateProperty(let sum): ["property.update { $0 += \(sum) }"]
    case .readProperty: ["print(property.value)"]
    case .sendChannel(let isLeading, let value): ["channel.\(isLeading ? "leading" : "following").send(\(value))"]
    case .endChannel(let isLeading, let error): [ending("channel.\(isLeading ? "leading" : "following")", error)]
    case .makeAction(let slot, let reaction, let holder):
      heard(slot, [reaction], "a") + [
        "slots.members[\(slot)] = ActionDisposable { h\(slot).ran() }",
        "\(holder.source).add(slots.members[\(slot)]!)",
      ]
    case .addToBag(let bag, let slot): ["if let member = slots.members[\(slot)] { bag\(bag).add(member) }"]
    case .removeFromBag(let bag, let slot): ["if let member = slots.members[\(slot)] { bag\(bag).remove(member) }"]
    case .disposeBag(let bag): ["bag\(bag).dispose()"]
    case .dropOwner(let owner): ["slots.owner\(owner) = nil"]
    case .resume(let slot): ["slots.pauses.removeValue(forKey: \(slot))?.resume()"]
    case .setHandle(let slot, let value): ["slots.handles[\(slot)]?.value = \(value.source)"]
    case .dropHandle(let slot): ["slots.handles[\(slot)] = nil"]
    case .dispatch(let bus, let event, let reach):
      ["print(bus\(bus).dispatch(\(event.source)\(reach == .bus ? "" : ", reaching: .\(reach)")))"]
    case .dispatchSticky(let bus, let event): ["print(bus\(bus).dispatchSticky(\(event.source)))"]
    case .readSticky(let bus, let type, let subtype):
      ["print(bus\(bus).stickyEvent(\(type.eventType).self, subtype: \(subtype.subtypeSource)) as Any)"]
    case .removeSticky(let bus, let type, let subtype):
      ["print(bus\(bus).removeStickyEvent(\(type.eventType).self, subtype: \(subtype.subtypeSource)) as Any)"]
    case .makeCommand(let isConcurrent):
      [
        "let command = Command<Int, Int, Stop>(enabled: enabled, allowsConcurrentExecution: \(isConcurrent)) {",
        "  slots.works[$0]!.signal",
        "}",
      ]
    case .enable(let isEnabled): ["enabled.send(\(isEnabled))"]
    case .execute(let slot):
      [
        "slots.works[\(slot)] = PublishSubject()", "slots.executions[\(slot)] = command.execute(\(slot))",
        "slots.members[\(slot)] = slots.executions[\(slot)]",
      ]
    case .work(let slot, .value(let value)): ["slots.works[\(slot)]?.send(\(value))"]
    case .work(let slot, .error(let error)): ["slots.works[\(slot)]?.send(error: Stop(code: \(error)))"]
    case .work(let slot, .completed): ["slots.works[\(slot)]?.sendCompleted()"]
    case .readCommand: ["print(command.executing.value, command.enabled.value)"]
    case .count: ["// Here the run reads every census."]
    default: boardLines(of: action)
    }
  }

  private func boardLines(of action: Action) -> [String] {
    switch action {
    case .set(let key, let value): ["board[.k\(key)] = \(value.source)"]
    case .readKey(let key): ["print(board[.k\(key)] as Any)"]
    case .updateKey(let key, let sum): ["board.update(.k\(key)) { $0 = ($0 ?? 0) + \(sum) }"]
    case .batch(let writes):
      ["board.batch { batch in"] + writes.map { "  batch[.k\($0.key)] = \($0.value.source)" } + ["}"]
    case .complete(let key, let isRemoving):
      [isRemoving ? "board.removeValue(for: .k\(key), completing: true)" : "board.removeSubscribers(for: .k\(key))"]
    case .removeSubscribers(let owner, let key):
      [
        "if let owner = slots.owner\(owner) {",
        "  board.removeSubscribers(of: owner\(key.map { ", for: BoardKey.k\($0)" } ?? ""))", "}",
      ]
    case .pause(let key, let limit, let slot):
      ["slots.pauses[\(slot)] = board.pause(.k\(key), keeping: \(limit == 0 ? ".drop" : ".buffer(\(limit))"))"]
    case .makeHandle(let key, let slot): ["slots.handles[\(slot)] = board.handle(for: .k\(key))"]
    default: []
    }
  }

  private func ending(_ object: String, _ error: Int?) -> String {
    error.map { "\(object).send(error: Stop(code: \($0)))" } ?? "\(object).sendCompleted()"
  }

  /// The object that notes what a handler hears and does the handler's reactions.
  private func heard(_ slot: Int, _ reactions: [Action?], _ prefix: String = "s") -> [String] {
    if reactions.allSatisfy({ $0 == nil }) { return ["let h\(slot) = Heard(log, \"\(prefix)\(slot)\", [])"] }
    var all = ["let h\(slot) = Heard(log, \"\(prefix)\(slot)\", ["]
    for reaction in reactions {
      guard let reaction else {
        all.append("  {},")
        continue
      }
      all += ["  {"] + lines(of: reaction).map { "    " + $0 } + ["  },"]
    }
    return all + ["])"]
  }

  private func subscribing(_ it: Subscribing) -> [String] {
    let (slot, source) = (it.slot, it.source.text)
    let h = "h\(slot)"
    var lines = heard(slot, it.reactions)
    if case .bus(let bus, let selection) = it.source {
      let call = "slots.members[\(slot)] = bus\(bus)\(selection.source)\(it.scope.bound)"
      switch selection.handling {
      case .plain: return lines + ["\(call).next { \(h).value($0.number) }"]
      case .cancels:
        return lines + ["\(call).next { event, delivery in", "  \(h).value(event.number)", "  delivery.cancel()", "}"]
      case .fails:
        return lines + ["\(call).tryNext { event in", "  \(h).value(event.number)", "  throw Stop(code: 0)", "}"]
      }
    }
    let errors = it.source.canFail ? "onError: { \(h).error($0) }, " : ""
    let owned = it.source.canFail ? "onError: { \(h).error($1) }, " : ""
    var (method, result) = ("subscribe", "slots.members[\(slot)]")
    if case .subject(_, .waitable) = it.source { (method, result) = ("subscribeWaitable", "slots.waitables[\(slot)]") }
    let head = "\(result) = \(source.object).\(method)(\(source.first)"
    let handlers = "onNext: { \(h).value($0) }, \(errors)onCompleted: { \(h).completed() })"
    switch it.scope {
    case .none: lines.append("\(head)\(handlers)")
    case .bag(let bag): lines.append("\(head)into: bag\(bag), \(handlers)")
    case .owner(let owner):
      let handlers = "onNext: { \(h).value($1) }, \(owned)onCompleted: { _ in \(h).completed() })"
      lines += [
        "if let owner = slots.owner\(owner) {", "  \(head)owner: owner, \(handlers)",
        "  withExtendedLifetime(owner) {}", "}",
      ]
    }
    return lines
  }

  static func subject(_ index: Int) -> String { ["publish0", "publish1", "behavior", "replay"][index] }
}
