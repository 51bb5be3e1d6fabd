internal import SwitchboardTracing

/// A pattern that names a file or one of its lines, with or without the module.
struct SitePattern {
  private let file: String
  private let line: UInt32?

  init(_ text: String) {
    if let colon = text.lastIndex(of: ":"), let line = UInt32(text[text.index(after: colon)...]) {
      file = String(text[..<colon])
      self.line = line
    } else {
      file = text
      line = nil
    }
  }

  func matches(_ site: TraceSite) -> Bool {
    guard line == nil || line == site.line, site.fileID.hasSuffix(file) else { return false }
    return site.fileID.utf8.count == file.utf8.count || site.fileID.dropLast(file.count).last == "/"
  }
}

/// A pattern for a name or a type; `*` stands for any text.
struct LabelPattern {
  private let parts: [Substring]

  init(_ text: String) { parts = text.split(separator: "*", omittingEmptySubsequences: false) }

  func matches(_ label: TraceLabel) -> Bool { matches(label.name ?? "") || matches(label.type) }

  private func matches(_ text: String) -> Bool {
    guard !text.isEmpty, let first = parts.first, let last = parts.last else { return false }
    guard parts.count > 1 else { return text == first }
    guard text.hasPrefix(first), text.utf8.count >= first.utf8.count + last.utf8.count, text.hasSuffix(last) else {
      return false
    }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

/// A filter state that follows everything that an activity caused.
struct CauseFollower {
  private var flows: Set<UInt64> = []
  private var sites: [SitePattern] = []

  /// Creates a follower of the given flows, by number, and of the activities that begin at the given source lines.
  init(_ values: [String]) {
    for value in values {
      if let flow = UInt64(value) { flows.insert(flow) } else { sites.append(SitePattern(value)) }
    }
  }

  mutating func follow(_ record: TraceRecord, _ symbols: TraceSymbols) -> Bool {
    guard record.flow != 0 else { return false }
    if record.kind.isActivity || record.kind == .queue || record.kind == .hop, !flows.contains(record.flow) {
      let isCaused = flows.contains(record.cause)
      guard isCaused || (record.kind.isActivity && record.site != 0 && begins(at: symbols.site(of: record))) else {
        return false
      }
      flows.insert(record.flow)
      return true
    }
    return record.kind == .end ? flows.remove(record.flow) != nil : flows.contains(record.flow)
  }

  private func begins(at site: TraceSite) -> Bool { sites.contains { $0.matches(site) } }
}
