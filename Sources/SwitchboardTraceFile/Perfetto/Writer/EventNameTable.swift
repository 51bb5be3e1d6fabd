internal import SwitchboardTracing

/// A table that numbers event names, from 1, in the order of their first use. O(1), and no allocation for a known name.
struct EventNameTable {
  private struct Slot {
    var symbols: UInt64
    var rest: UInt32
    /// The number of the name; 0 if the slot is free.
    var number: UInt32
  }

  private var slots = [Slot](repeating: Slot(symbols: 0, rest: 0, number: 0), count: 64)
  private(set) var count = 0

  /// Returns the number of `name`, and whether the name is new.
  mutating func number(of name: EventName) -> (number: UInt32, isNew: Bool) {
    let symbols = UInt64(name.label) << 32 | UInt64(name.site)
    let rest = UInt32(name.kind.rawValue) << 16 | UInt32(name.event.rawValue) << 8 | (name.isIndirect ? 1 : 0)
    var place = Self.hash(symbols, rest) & (slots.count - 1)
    while slots[place].number != 0 {
      if slots[place].symbols == symbols && slots[place].rest == rest { return (slots[place].number, false) }
      place = (place + 1) & (slots.count - 1)
    }
    count += 1
    let slot = Slot(symbols: symbols, rest: rest, number: UInt32(truncatingIfNeeded: count))
    slots[place] = slot
    if count * 2 > slots.count { grow() }
    return (slot.number, true)
  }

  private static func hash(_ symbols: UInt64, _ rest: UInt32) -> Int {
    let mixed = (symbols ^ UInt64(rest) << 20) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(symbols: 0, rest: 0, number: 0), count: old.count * 2)
    for slot in old where slot.number != 0 {
      var place = Self.hash(slot.symbols, slot.rest) & (slots.count - 1)
      while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}
