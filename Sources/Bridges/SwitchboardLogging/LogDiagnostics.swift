public import Switchboard

#if Logging
  public import Logging

  extension DataBoard {
    /// Logs probable mistakes in the use of the board; see ``DataBoard/diagnostics``.
    ///
    /// ```swift
    /// WhiteBoard.shared.log(to: Logger(label: "board"))
    /// ```
    /// Cost: nothing while there is no mistake. The logger is called on the thread that makes the mistake.
    ///
    /// - Parameters:
    ///   - logger: The logger. The text and the name of the board are metadata of the message.
    ///   - level: The level of the messages.
    /// - Returns: The subscription, which lasts until it is disposed or the board is deallocated.
    @discardableResult
    public func log(
      to logger: Logger, level: Logger.Level = .warning, fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> Subscription {
      let metadata: Logger.Metadata = name.map { ["board": "\($0)"] } ?? [:]
      return diagnostics.subscribe(fileID: fileID, line: line) { diagnostic in
        logger.log(level: level, "\(diagnostic)", metadata: metadata)
      }
    }
  }

  extension EventBus {
    /// Logs the errors of handlers (see ``EventBus/failures``), and events that no subscriber received.
    ///
    /// Cost: nothing while there is no failure and no dead event. The logger is called on the thread of the handler
    /// that failed, or on the thread that dispatched the dead event.
    ///
    /// - Parameters:
    ///   - logger: The logger. The event and the name of the bus are metadata of the message.
    ///   - failures: The level of messages about failed handlers.
    ///   - deadEvents: The level of messages about events without a subscriber; nil leaves them out.
    /// - Returns: A bag with the subscriptions, which last until the bag is disposed or the bus is deallocated.
    @discardableResult
    public func log(
      to logger: Logger, failures level: Logger.Level = .error, deadEvents: Logger.Level? = .debug,
      fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> CompositeDisposable {
      let bag = CompositeDisposable()
      let metadata: Logger.Metadata = name.map { ["bus": "\($0)"] } ?? [:]
      failures.subscribe(into: bag, fileID: fileID, line: line) { failure in
        let event: Logger.Metadata = ["event": "\(type(of: failure.event))"]
        logger.log(level: level, "a handler failed: \(failure.error)", metadata: metadata.merging(event) { $1 })
      }
      if let deadEvents {
        on(DeadEvent.self).bound(to: bag).next(fileID: fileID, line: line) { dead in
          let event: Logger.Metadata = ["event": "\(type(of: dead.event))"]
          logger.log(level: deadEvents, "an event had no subscriber", metadata: metadata.merging(event) { $1 })
        }
      }
      return bag
    }
  }
#else
  extension DataBoard {
    /// Needs the trait `Logging`, which downloads swift-log.
    @available(*, unavailable, message: "enable the trait Logging: .package(…, traits: [\"Logging\"])")
    public func log<Logger>(to logger: Logger) {}
  }

  extension EventBus {
    /// Needs the trait `Logging`, which downloads swift-log.
    @available(*, unavailable, message: "enable the trait Logging: .package(…, traits: [\"Logging\"])")
    public func log<Logger>(to logger: Logger) {}
  }
#endif
