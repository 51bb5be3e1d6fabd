public import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// JSON events of a name, read as a type: the chain between ``EventBus/on(json:as:decoder:)`` and a handler.
///
/// Each subscription reads the payload for itself, where its handler runs. A payload that cannot be read does not reach the handler; the
/// ``JSONEventError`` goes where errors of handlers go, as the `error` of an `EventFailure`: to the bus's `failures`, or, if the event
/// was delivered and not dispatched, to who awaits that. Other subscribers get theirs, and the subscription goes on.
///
/// Steps and endings are those of `EventSelection`, where their promises stand. With `once()` a payload that cannot be read counts.
public struct JSONSelection<Payload: Decodable & Sendable>: BridgedSelection {
  public var selection: EventSelection<JSONEvent>
  let decoder: JSONDecoder

  /// Subscribes: calls `handler` with each payload, inside the dispatch, or on the queue that was asked for.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Payload) -> Void
  ) -> Subscription {
    tryNext(fileID: fileID, line: line, handler)
  }

  /// The same with a handler that may throw.
  @discardableResult
  public func tryNext(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Payload) throws -> Void
  ) -> Subscription {
    selection.tryNext(fileID: fileID, line: line) { [decoder] event in
      try handler(event.decode(Payload.self, decoder: decoder))
    }
  }

  /// Calls `handler` on the main actor: at once if the dispatch is made there, else by the main queue.
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Payload) -> Void
  ) -> Subscription {
    scheduler(.main).tryNext(fileID: fileID, line: line) { payload in
      MainActor.assumeIsolated { handler(payload) }
    }
  }

  /// Calls an asynchronous handler, in a task of the subscription's own.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Payload) async throws -> Void
  ) -> Subscription {
    selection.task(fileID: fileID, line: line) { [decoder] event in
      try await handler(event.decode(Payload.self, decoder: decoder))
    }
  }

  /// Payloads and failures as a signal: what cannot be read is a value of it, and goes nowhere else.
  public var results: Signal<Result<Payload, JSONEventError>, Never> {
    selection.signal.map { [decoder] event in
      do throws(JSONEventError) {
        return .success(try event.decode(Payload.self, decoder: decoder))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension EventBus {
  /// Begins a subscription to JSON events of a name, read as `type`.
  public func on<Payload: Decodable & Sendable>(
    json name: String, as type: Payload.Type, decoder: JSONDecoder = JSONDecoder()
  ) -> JSONSelection<Payload> {
    JSONSelection(selection: on(JSONEvent.self).subtype(name), decoder: decoder)
  }
}
