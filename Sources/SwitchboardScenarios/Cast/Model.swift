internal import Observation

/// An observable object. Sound: only the code of one scenario uses it, directly and through a test scheduler.
@Observable
final class Model: @unchecked Sendable {
  var level = 0
}
