/// A key path that another thread stores or compares.
///
/// Sound: a key path never changes. A key path that was created on the main actor reads and writes only there.
struct SentKeyPath<Path: AnyKeyPath>: @unchecked Sendable {
  let keyPath: Path
  init(_ keyPath: Path) { self.keyPath = keyPath }
}
