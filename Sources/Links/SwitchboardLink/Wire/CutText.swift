extension String {
  /// Returns the text, cut so that its UTF-8 has at most `most` bytes, with `…` at its end if something is missing.
  func cut(toBytes most: Int) -> String {
    if utf8.count <= most { return self }
    var end = utf8.index(startIndex, offsetBy: most - 3)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return self[..<end] + "…"
  }
}

extension WireText {
  /// The most bytes of a reason or of an error's text that travels: a handler's error may have any length.
  static let mostReasonBytes = 4096
  /// The most bytes of an identity in a dead letter. Longer ones, of other software, are replaced by their hash.
  static let mostIdentityBytes = 1024
}
