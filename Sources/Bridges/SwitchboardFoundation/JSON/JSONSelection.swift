public import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
public import SwitchboardSignals

/// JSON events of a name, decoded as a type: the chain between `EventBus.on(json:as:decoder:)` and a handler.
///
/// Each subscription decodes the payload separately, where its handler runs. A payload that cannot be decoded does not
/// reach the handler. The ``JSONEventError`` goes where errors of handlers go, as the `error` of an `EventFailure`: to
/// the bus's `failures`. If the event was sent by `deliver` and not by `dispatch`, the error goes to the caller that
/// awaits `deliver`. The payloads of other subscribers are not affected, and the subscription continues.
///
/// Steps and endings are those of `EventSelection`, which documents their promises. With `once()`, a payload that
/// cannot be decoded counts as the one event.
public struct JSONSelection<Payload: Decodable & Sendable>: BridgedSelection {
  /// The selection of the bus. Not API.
  public var _selection: EventSelection<JSONEvent>
  let decoder: JSONDecoder

  /// Subscribes: calls `handler` with each payload, inside the dispatch, or on the queue of
  /// ``BridgedSelection/queue(_:)``.
  ///
  /// - Parameter handler: Called with each payload that can be decoded.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Payload) -> Void
  ) -> Subscription {
    tryNext(fileID: fileID, line: line, handler)
  }

  /// Subscribes with a handler that may throw. See ``next(fileID:line:_:)``.
  ///
  /// - Parameter handler: Called with each payload that can be decoded. Its errors go to the bus's `failures`.
  @discardableResult
  public func tryNext(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Payload) throws -> Void
  ) -> Subscription {
    _selection.tryNext(fileID: fileID, line: line) { [decoder] event in
      try handler(event.decode(Payload.self, decoder: decoder))
    }
  }

  /// Calls `handler` on the main actor: immediately if the event is dispatched there and no
  /// earlier event waits, otherwise through the main queue.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handler runs.
  ///   - handler: Called on the main actor with each payload that can be decoded.
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Payload) -> Void
  ) -> Subscription {
    scheduler(.main).tryNext(fileID: fileID, line: line) { payload in
      MainActor.assumeIsolated { handler(payload) }
    }
  }

  /// Calls an asynchronous handler, in the subscription's own task.
  ///
  /// - Parameter handler: Called with each payload that can be decoded. The next call begins when this one has
  ///   returned.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Payload) async throws -> Void
  ) -> Subscription {
    _selection.task(fileID: fileID, line: line) { [decoder] event in
      try await handler(event.decode(Payload.self, decoder: decoder))
    }
  }

  /// Payloads and failures as a signal. A payload that cannot be decoded is sent as a failure, and is reported nowhere
  /// else.
  public var results: Signal<Result<Payload, JSONEventError>, Never> {
    _selection.signal.map { [decoder] event in
      do throws(JSONEventError) {
        return .success(try event.decode(Payload.self, decoder: decoder))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension EventBus {
  /// Begins a subscription to JSON events of a name, decoded as `type`.
  ///
  /// - Parameters:
  ///   - name: The name that sender and subscribers share.
  ///   - type: The type of the payload.
  ///   - decoder: Says how dates, keys and the rest are decoded.
  public func on<Payload: Decodable & Sendable>(
    json name: String, as type: Payload.Type, decoder: JSONDecoder = JSONDecoder()
  ) -> JSONSelection<Payload> {
    JSONSelection(_selection: on(JSONEvent.self).subtype(name), decoder: decoder)
  }
}
