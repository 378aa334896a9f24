/// The result of one run of the validator: the document from which all report formats are made.
///
/// `docs/reference/lv2val-report.schema.json` describes its JSON form.
public struct Report: Codable, Sendable, Equatable {
  /// Increased when readers of the JSON have to change. Version 2 added message ids, causes and subjects.
  public static let formatVersion = 2

  public var formatVersion = Report.formatVersion
  public var tool: Tool
  public var settings: Settings
  public var host: Host
  /// Whether the run was interrupted: the report is correct but incomplete.
  public var interrupted: Bool
  /// In seconds.
  public var duration: Double
  public var bundles: [BundleReport]
  /// Failures of the validator itself; normally empty.
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
    public static let lv2val = Tool(name: "lv2val", version: "2.1")

    public var name: String
    public var version: String
  }

  public struct Host: Codable, Sendable, Equatable {
    public var system: String
    public var machine: String
    /// Whether the kernel supports Syscall User Dispatch.
    public var trapsSystemCalls: Bool

    public init(system: String, machine: String, trapsSystemCalls: Bool) {
      self.system = system
      self.machine = machine
      self.trapsSystemCalls = trapsSystemCalls
    }
  }
}

extension Report {
  /// The files of each bundle, followed by the plug-ins of the bundle. For the files, `plugin` is nil.
  public var subjects: [(bundle: BundleReport, plugin: PluginReport?, checks: [CheckReport])] {
    bundles.flatMap { bundle in
      [(bundle, nil, bundle.checks)] + bundle.plugins.map { (bundle, $0, $0.checks) }
    }
  }
}

extension Report {
  /// Why checks could not be run although they apply to the plug-in, each reason once with the checks that it prevented.
  public var obstacles: [(reason: String, checks: [CheckID])] {
    var obstacles: [(reason: String, checks: [CheckID])] = []
    for check in subjects.flatMap(\.checks) where check.skipCause == .obstacle {
      let reason = check.reason ?? ""
      if let index = obstacles.firstIndex(where: { $0.reason == reason }) {
        if !obstacles[index].checks.contains(check.check) { obstacles[index].checks.append(check.check) }
      } else {
        obstacles.append((reason, [check.check]))
      }
    }
    return obstacles
  }
}

public struct BundleReport: Codable, Sendable, Equatable {
  /// Absolute, with a slash at the end.
  public var path: String
  /// The checks of the bundle's files.
  public var checks: [CheckReport]
  public var plugins: [PluginReport]
  /// Which functions of the libraries of these plug-ins ran; nil if none did, or if that is not known.
  public var coverage: [LibraryCoverage]?

  public init(
    path: String, checks: [CheckReport] = [], plugins: [PluginReport] = [], coverage: [LibraryCoverage]? = nil
  ) {
    self.path = path
    self.checks = checks
    self.plugins = plugins
    self.coverage = coverage
  }
}

public struct PluginReport: Codable, Sendable, Equatable {
  public var uri: String
  public var name: String
  /// The library of the plug-in, if symbolic links lead out of the bundle.
  public var binary: String?
  public var checks: [CheckReport]
  /// Present if the plug-in is so slow that checks played shorter.
  public var pace: Pace?
  /// True if the work of the plug-in's worker took so long that checks played shorter; nil if not.
  public var hasSlowWork: Bool?
  /// The file that instances had loaded when most checks began; nil for none.
  public var file: String?
  /// The data of the plots; nil if none were requested.
  public var measurements: Measurements?
  /// The pictures of the user interfaces; nil if none were requested.
  public var interfaces: [InterfacePictures]?

  public init(
    uri: String, name: String, binary: String? = nil, checks: [CheckReport] = [], pace: Pace? = nil,
    hasSlowWork: Bool? = nil, file: String? = nil, measurements: Measurements? = nil,
    interfaces: [InterfacePictures]? = nil
  ) {
    self.uri = uri
    self.name = name
    self.binary = binary
    self.checks = checks
    self.pace = pace
    self.hasSlowWork = hasSlowWork
    self.file = file
    self.measurements = measurements
    self.interfaces = interfaces
  }
}

extension PluginReport {
  /// What instances had loaded, and why checks played shorter than usual, as sentences in reports.
  public var remarks: [String] {
    (file.map { ["Checks also examine instances after \($0)."] } ?? []) + reductions
  }

  /// Why checks played shorter than usual, as sentences in reports.
  public var reductions: [String] {
    let slowWork =
      "The work of the plug-in's worker took more than 2 s in one check, so checks changed no further controls and "
      + "parameters then."
    return (pace.map { [$0.text] } ?? []) + (hasSlowWork == true ? [slowWork] : []) + shortenedChecks
      + checksWithoutTime
  }

  /// Which checks did not begin because the processor time was used up; a sentence, or none.
  private var checksWithoutTime: [String] {
    let ids = checks.filter { $0.skipCause == .time }.map(\.check.rawValue)
    guard !ids.isEmpty else { return [] }
    return [
      "The checks used more than \(Int(Pace.limit)) s of processor time, so these did not run (--only runs them): "
        + "\(ids.joined(separator: ", "))."
    ]
  }

  /// Which checks played a further share of their durations and settings; a sentence, or none.
  private var shortenedChecks: [String] {
    let shares = Set(checks.compactMap(\.share)).sorted(by: >)
    guard !shares.isEmpty else { return [] }
    let lists = shares.map { share in
      "1/\(Int((1 / share).rounded())) in \(checks.filter { $0.share == share }.map(\.check.rawValue).joined(separator: ", "))"
    }
    return [
      "The first checks used more than \(Int(Pace.firstBudget)) s of processor time, so later ones played a part of "
        + "their durations and settings: \(lists.joined(separator: "; "))."
    ]
  }
}

/// The files whose code is a plug-in's own: all files of its bundle, and the library that a link leads to.
public struct PluginCode: Codable, Sendable {
  private let bundle: String
  private let binary: String?

  /// - Parameter bundle: the path of the bundle, with a slash at the end. Both paths are absolute and without links.
  public init(bundle: String, binary: String?) {
    self.bundle = bundle
    self.binary = binary
  }

  /// Whether a frame is in the plug-in's code.
  public func holds(_ frame: StackFrame) -> Bool { frame.image.map { $0.hasPrefix(bundle) || $0 == binary } ?? false }
}
