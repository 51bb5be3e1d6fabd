/// The reason why a check could not be made.
public enum LeakDetectorError: Error, Equatable, CustomStringConvertible {
  /// The program was built without the trait `Tracing`.
  case needsTracing
  /// The code under check threw in this run. Runs are counted from 1, including the warm-up.
  case bodyFailed(run: Int, reason: String)

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .needsTracing:
      """
      The leak detector needs the trait “Tracing”, and this program was built without the trait. Build or test with \
      `--traits Tracing`, or enable the trait where you depend on the package: .package(…, traits: ["Tracing"]).
      """
    case .bodyFailed(let run, let reason): "The code under check threw an error in run \(run): \(reason)"
    }
  }
}
