/// The machine and the build of a run. A figure means nothing without them.
public struct Environment: Codable, Equatable, Sendable {
  /// The date in ISO 8601, UTC.
  public var date: String
  public var commit: String
  public var cpu: String
  public var cores: Int
  /// The operating system and the kernel.
  public var os: String
  public var swift: String
  public var flags: String
  public var allocator: Allocator

  public init(
    date: String, commit: String, cpu: String, cores: Int, os: String, swift: String, flags: String,
    allocator: Allocator
  ) {
    self.date = date
    self.commit = commit
    self.cpu = cpu
    self.cores = cores
    self.os = os
    self.swift = swift
    self.flags = flags
    self.allocator = allocator
  }
}

public struct Allocator: Codable, Equatable, Sendable {
  public enum SelfCheck: String, Codable, Sendable {
    case passed
    /// The allocator's counters did not show allocations that were made. The memory columns are left out.
    case failed
    /// There is nothing to check, because another allocator is in use.
    case unavailable
  }

  public var name: String
  @OrNull public var version: String?
  public var selfCheck: SelfCheck

  public init(name: String, version: String?, selfCheck: SelfCheck) {
    self.name = name
    self.version = version
    self.selfCheck = selfCheck
  }
}
