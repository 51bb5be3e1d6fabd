#if NATS
  /// The address at which a message of a consumer is acknowledged, which also says where the message is.
  ///
  /// ```
  /// $JS.ACK.<stream>.<consumer>.<delivered>.<stream sequence>.<consumer sequence>.<time>.<pending>
  /// $JS.ACK.<domain>.<account>.<stream>.<consumer>.<delivered>.…
  /// ```
  struct AcknowledgeAddress {
    let attempt: Int
    let sequence: UInt64
    let consumerSequence: UInt64

    /// Reads an address. Nil if the text is none.
    init?(_ text: String) {
      guard text.hasPrefix("$JS.ACK.") else { return nil }
      var tokens = 1
      for byte in text.utf8 where byte == UInt8(ascii: ".") { tokens += 1 }
      let first = tokens == 9 ? 4 : tokens >= 11 ? 6 : Int.max
      var numbers: (UInt64, UInt64, UInt64) = (0, 0, 0)
      var index = 0
      for byte in text.utf8 {
        if byte == UInt8(ascii: ".") {
          index += 1
          if index == first + 3 { break }
          continue
        }
        guard index >= first else { continue }
        guard byte >= 48, byte <= 57 else { return nil }
        let digit = UInt64(byte - 48)
        switch index - first {
        case 0: numbers.0 = numbers.0 &* 10 &+ digit
        case 1: numbers.1 = numbers.1 &* 10 &+ digit
        default: numbers.2 = numbers.2 &* 10 &+ digit
        }
      }
      guard index == first + 3 else { return nil }
      (attempt, sequence, consumerSequence) = (Int(truncatingIfNeeded: numbers.0), numbers.1, numbers.2)
    }
  }
#endif
