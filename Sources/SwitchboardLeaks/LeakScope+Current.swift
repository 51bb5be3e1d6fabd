extension LeakScope {
  @TaskLocal static var running: LeakScope?

  /// The scope of the check in which this code runs, if any. For code that does not receive the scope as an argument,
  /// such as a test with `.leakChecked`.
  ///
  /// The scope is also known to tasks that the code under check starts. On other threads it is known only inside
  /// ``perform(_:)``.
  public static var current: LeakScope? { running }
}
