#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The functions of jemalloc, found in this process. A process has them if jemalloc was preloaded, so nothing is
/// decided when the programs are built.
struct Jemalloc: Sendable {
  typealias Control =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?, UnsafeMutableRawPointer?, Int
    ) -> Int32
  typealias LookUp =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>) -> Int32
  typealias ControlByPath =
    @convention(c) (
      UnsafePointer<Int>, Int, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?, UnsafeMutableRawPointer?, Int
    ) -> Int32
  typealias SizeClass = @convention(c) (Int, Int32) -> Int

  let control: Control
  let lookUp: LookUp
  let controlByPath: ControlByPath
  let sizeClass: SizeClass

  /// The functions, or nil where this process has another allocator.
  static let loaded = Jemalloc()

  private init?() {
    guard let control = dlsym(nil, "mallctl"), let lookUp = dlsym(nil, "mallctlnametomib"),
      let controlByPath = dlsym(nil, "mallctlbymib"), let sizeClass = dlsym(nil, "nallocx")
    else { return nil }
    self.control = unsafeBitCast(control, to: Control.self)
    self.lookUp = unsafeBitCast(lookUp, to: LookUp.self)
    self.controlByPath = unsafeBitCast(controlByPath, to: ControlByPath.self)
    self.sizeClass = unsafeBitCast(sizeClass, to: SizeClass.self)
  }

  /// Returns a value of the control tree; nil if this jemalloc does not have it.
  func read<Value: BitwiseCopyable>(_ name: String, _ initial: Value) -> Value? {
    var value = initial
    var size = MemoryLayout<Value>.size
    return control(name, &value, &size, nil, 0) == 0 ? value : nil
  }

  /// Writes a value of the control tree. Returns whether this jemalloc has taken it.
  func write<Value: BitwiseCopyable>(_ name: String, _ value: Value) -> Bool {
    var value = value
    return control(name, nil, nil, &value, MemoryLayout<Value>.size) == 0
  }

  /// Does what the name says. Returns whether this jemalloc has done it.
  @discardableResult
  func trigger(_ name: String) -> Bool { control(name, nil, nil, nil, 0) == 0 }

  func version() -> String? {
    // For example 5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c.
    guard let text = read("version", UnsafePointer<CChar>?.none) ?? nil else { return nil }
    return String(cString: text).split(separator: "-").first.map(String.init)
  }
}
