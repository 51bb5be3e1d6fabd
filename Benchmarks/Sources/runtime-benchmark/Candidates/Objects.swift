import OpenCombine
import Switchboard

// A subject or a property without subscribers, that is made and dropped.

enum MadeSubject: MadeObject {
  @inline(never) static func make() -> PublishSubject<Int, Never> { PublishSubject() }
}

enum MadeProperty: MadeObject {
  @inline(never) static func make() -> Property<Int> { Property(0) }
}

enum MadePassthrough: MadeObject {
  @inline(never) static func make() -> PassthroughSubject<Int, Never> { PassthroughSubject() }
}

enum MadeCurrentValue: MadeObject {
  @inline(never) static func make() -> CurrentValueSubject<Int, Never> { CurrentValueSubject(0) }
}

/// The floor: an object with one stored value.
enum MadeBox: MadeObject {
  final class Box {
    let value: Int
    @inline(never) init(_ value: Int) { self.value = value }
  }

  @inline(never) static func make() -> Box { Box(0) }
}
