#if Inspector
  /// The reason why an inspector could not start.
  public enum InspectorError: Error, Equatable, CustomStringConvertible {
    /// The text is no address.
    case badAddress(String)
    /// Other machines could reach the address, and that is not allowed.
    case reachable(String)
    /// Another program, or another inspector, uses the address.
    case inUse(String)
    /// The system refuses, for the given reason.
    case system(address: String, reason: String)

    init(_ error: any Error, address: String) {
      if let known = error as? InspectorError {
        self = known
      } else {
        self = .system(address: address, reason: "\(error)")
      }
    }

    /// What is wrong, and what to do, in one or two sentences.
    public var description: String {
      switch self {
      case .badAddress(let text):
        """
        “\(text)” is no address for the inspector: write HOST:PORT, such as 127.0.0.1:7070 or [::1]:7070, or unix:PATH.
        """
      case .reachable(let address):
        """
        Other machines could reach the inspector at \(address): use 127.0.0.1 and a tunnel, such as ssh -L, or start \
        the inspector with allowsOtherMachines: true.
        """
      case .inUse(let address):
        "Something else listens at \(address): choose another port for the inspector; port 0 takes a free one."
      case .system(let address, let reason):
        "The inspector cannot listen at \(address): \(reason)."
      }
    }
  }
#endif
