/// The hash of a sequence, with hashes of its beginnings at even distances. The hashes of the beginnings show where two
/// sequences part, without keeping either sequence.
///
/// Keeps fewer than 1024 beginnings: when there are 1024, every other one is dropped. Adding an element is O(1)
/// amortised.
struct StreamHash: Equatable {
  private static let limit = 1024

  private(set) var hash: UInt64 = 0
  private(set) var count = 0
  /// The hashes of the first `stride`, 2 × `stride`, … elements.
  private var beginnings: [UInt64] = []
  private var stride = 16

  static func == (a: StreamHash, b: StreamHash) -> Bool { a.hash == b.hash && a.count == b.count }

  mutating func add(_ token: UInt64) {
    hash = Self.mix(hash, token)
    count += 1
    guard count % stride == 0 else { return }
    beginnings.append(hash)
    guard beginnings.count == Self.limit else { return }
    beginnings = beginnings.indices.filter { $0 % 2 == 1 }.map { beginnings[$0] }
    stride *= 2
  }

  /// Returns the range that contains the first element in which the sequences differ, with a few elements around it.
  func divergence(from other: StreamHash) -> Range<Int> {
    let common = max(stride, other.stride)
    let full = min(count, other.count) / common
    let same = (0..<full).first { beginning(($0 + 1) * common) != other.beginning(($0 + 1) * common) } ?? full
    return max(0, same * common - 4)..<(same + 1) * common + 4
  }

  private func beginning(_ length: Int) -> UInt64 { beginnings[length / stride - 1] }

  static func mix(_ hash: UInt64, _ token: UInt64) -> UInt64 {
    let (high, low) = ((hash ^ token) &+ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low ^ (hash << 1 | hash >> 63)
  }
}
