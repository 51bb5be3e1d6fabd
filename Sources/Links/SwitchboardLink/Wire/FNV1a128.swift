/// A hash of 128 bits that programs in other languages can compute too, for texts that are too long to travel as names.
///
/// Source: the FNV-1a hash of Fowler, Noll and Vo.
enum FNV1a128 {
  /// Returns the hash of a text's UTF-8 as 32 digits. O(n).
  static func digits(of text: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
    let digits = String(hash, radix: 16, uppercase: true)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
