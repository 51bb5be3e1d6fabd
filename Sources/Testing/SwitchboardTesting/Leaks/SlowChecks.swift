import Foundation
internal import SwitchboardLeaks

/// Returns a closure that prints the progress of a check to standard error, but nothing in the first seconds, and then
/// only now and then.
///
/// - Parameter place: What names the check.
func reportingSlowly(_ place: String) -> (LeakProgress) -> Void {
  var next = Duration.seconds(5)
  return { progress in
    if progress.elapsed < next { return }
    next = progress.elapsed + .seconds(5)
    FileHandle.standardError.write(Data("\(place): \(progress)\n".utf8))
  }
}
