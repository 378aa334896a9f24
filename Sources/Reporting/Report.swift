import LV2Checks

/// Everything that one run of the validator has found: the document that all formats are made from.
///
/// Its JSON form is described by `docs/lv2val-report.schema.json`.
public struct Report: Codable, Sendable, Equatable {
  /// Raised when a reader of the JSON would have to change.
  public static let formatVersion = 1

  public var formatVersion = Report.formatVersion
  public var tool: Tool
  public var settings: Settings
  public var host: Host
  /// Whether the run was interrupted: what is here is true, but not all.
  public var interrupted: Bool
  /// In seconds.
  public var duration: Double
  public var bundles: [BundleReport]
  /// What the validator itself failed at; empty in a good run.
  public var faults: [String]

  public init(
    tool: Tool, settings: Settings, host: Host, interrupted: Bool = false, duration: Double = 0,
    bundles: [BundleReport] = [], faults: [String] = []
  ) {
    self.tool = tool
    self.settings = settings
    self.host = host
    self.interrupted = interrupted
    self.duration = duration
    self.bundles = bundles
    self.faults = faults
  }
}

extension Report {
  public struct Tool: Codable, Sendable, Equatable {
    public var name: String
    public var version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// What the run was asked to do.
  public struct Settings: Codable, Sendable, Equatable {
    /// The same seed repeats the same run.
    public var seed: UInt32
    /// In hertz.
    public var rate: Double
    /// In frames.
    public var block: Int
    /// Of one check, in seconds.
    public var timeout: Double
    public var jobs: Int
    /// The severity from which on a finding makes the run fail.
    public var failOn: Severity
    /// Which part of the plug-ins; nil for all.
    public var shard: Shard?
    /// The directory of the older version that manifest.compat compares with; nil where none was named.
    public var baseline: String?

    public init(
      seed: UInt32, rate: Double, block: Int, timeout: Double, jobs: Int, failOn: Severity, shard: Shard? = nil,
      baseline: String? = nil
    ) {
      self.seed = seed
      self.rate = rate
      self.block = block
      self.timeout = timeout
      self.jobs = jobs
      self.failOn = failOn
      self.shard = shard
      self.baseline = baseline
    }
  }

  /// One of several parts of the plug-ins, each validated by a run of its own.
  public struct Shard: Codable, Sendable, Hashable {
    /// Counted from 1.
    public var index: Int
    /// Of all parts.
    public var count: Int

    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// What the machine could do for the run.
  public struct Host: Codable, Sendable, Equatable {
    /// The operating system and its version.
    public var system: String
    public var machine: String
    /// Whether Syscall User Dispatch is there.
    public var trapsSystemCalls: Bool

    public init(system: String, machine: String, trapsSystemCalls: Bool) {
      self.system = system
      self.machine = machine
      self.trapsSystemCalls = trapsSystemCalls
    }
  }
}
