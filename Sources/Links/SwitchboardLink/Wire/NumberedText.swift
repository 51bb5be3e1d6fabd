/// Texts that differ only in a number at their end. Each takes one allocation.
struct NumberedText {
  private let prefix: [UInt8]

  init(_ prefix: String) { self.prefix = Array(prefix.utf8) }

  func text(_ number: UInt64) -> String {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: prefix.count + 20) { buffer in
      var (place, rest) = (buffer.endIndex, number)
      repeat {
        place -= 1
        unsafe buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      place -= prefix.count
      _ = unsafe buffer[place...].update(fromContentsOf: prefix)
      return unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[place...]), as: UTF8.self)
    }
  }
}
