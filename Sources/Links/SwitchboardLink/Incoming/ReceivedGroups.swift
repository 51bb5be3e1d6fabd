internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// The groups for which a link receives durable events.
final class ReceivedGroups: Sendable {
  private struct Entry {
    var group: String
    var count = 1
  }

  private let entries = Lock<[ObjectIdentifier: Entry]>([:])

  /// Notes a reception, until the returned disposable is disposed.
  func enter<E: DurableEvent>(_ type: E.Type, _ group: String) -> any Disposable {
    let key = ObjectIdentifier(type)
    let present = entries.withLock { entries in
      entries[key, default: Entry(group: group, count: 0)].count += 1
      return entries[key]?.group ?? group
    }
    require(
      present == group,
      """
      the link receives “\(E.wireName)” for the group “\(present)”, so with “\(group)” each handler would be called \
      twice; use another bus and link for “\(group)”
      """)
    return ActionDisposable { [weak self] in
      self?.entries.withLock { entries in
        guard var entry = entries[key] else { return }
        entry.count -= 1
        entries[key] = entry.count > 0 ? entry : nil
      }
    }
  }
}
