internal import Observation

/// An observable object. Sound: one test scheduler changes and reads it.
@Observable
final class Model: @unchecked Sendable {
  var level = 0
}
