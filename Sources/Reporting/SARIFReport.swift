import FoundationEssentials
import Checks

/// The report as a SARIF 2.1.0 document, which code scanning on GitHub and editors show beside the code.
///
/// Every result has a physical location, since GitHub refuses those without: the finding's own; else the innermost line
/// of the backtrace that debug information knows; else the bundle's manifest. The plug-in is the logical location.
public enum SARIFReport {
  /// - Parameter root: the absolute path of the directory that files are named from, such as a checkout; those outside
  ///   of it have absolute addresses.
  public static func encode(_ report: Report, root: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(SARIFLog(runs: [run(report, root: Root(root))]))) + [UInt8(ascii: "\n")]
  }

  /// The order of `tool.driver.rules`, which results refer to by index.
  private static let rules = Catalogue.all.map { $0.id }

  private static func run(_ report: Report, root: Root) -> SARIFLog.Run {
    SARIFLog.Run(
      tool: SARIFLog.Tool(
        driver: SARIFLog.Driver(
          name: report.tool.name, version: report.tool.version, semanticVersion: report.tool.version,
          rules: Catalogue.all.map { rule($0) })),
      invocations: [invocation(report)],
      originalUriBaseIds: [Root.name: SARIFLog.ArtifactLocation(uri: Root.address(root.path))],
      results: report.bundles.flatMap { bundle in
        results(bundle.checks, bundle, nil, root)
          + bundle.plugins.flatMap { results($0.checks, bundle, $0, root) }
      })
  }

  private static func rule(_ check: any Check.Type) -> SARIFLog.Rule {
    let text = check.text
    return SARIFLog.Rule(
      id: check.id.rawValue, shortDescription: SARIFLog.Message(text: text.asserts),
      fullDescription: SARIFLog.Message(text: text.citation),
      help: SARIFLog.Message(
        text: "How it is measured: \(text.method)\n\nHow to mend it: \(text.remedy)",
        markdown: "**How it is measured.** \(text.method)\n\n**How to mend it.** \(text.remedy)"),
      defaultConfiguration: SARIFLog.Configuration(level: (text.severities.max() ?? .note).rawValue))
  }

  /// How the run itself went: faults, and what was not run.
  private static func invocation(_ report: Report) -> SARIFLog.Invocation {
    let interruption = report.interrupted ? ["The run was interrupted: this is a part of it."] : []
    let troubles = (report.faults + interruption).map {
      SARIFLog.Notification(level: "error", message: SARIFLog.Message(text: $0))
    }
    let places = report.bundles.flatMap { bundle in
      [(bundle.path, bundle.checks)] + bundle.plugins.map { ($0.uri, $0.checks) }
    }
    let skips = places.flatMap { place, checks in
      checks.filter { $0.status == .skipped }.map { check in
        SARIFLog.Notification(
          level: "note",
          message: SARIFLog.Message(text: "\(place): \(check.check.rawValue) was not run: \(check.reason ?? "")"),
          associatedRule: SARIFLog.RuleReference(id: check.check.rawValue))
      }
    }
    return SARIFLog.Invocation(
      executionSuccessful: troubles.isEmpty, exitCode: ExitStatus(report).rawValue,
      toolExecutionNotifications: troubles + skips)
  }

  private static func results(
    _ checks: [CheckReport], _ bundle: BundleReport, _ plugin: PluginReport?, _ root: Root
  ) -> [SARIFLog.Result] {
    checks.flatMap(\.findings).map { finding in
      let identity = FindingIdentity(finding, bundle: bundle.path, plugin: plugin?.uri)
      return SARIFLog.Result(
        ruleId: finding.check.rawValue, ruleIndex: rules.firstIndex(of: finding.check) ?? -1,
        level: finding.severity.rawValue, message: SARIFLog.Message(text: message(finding, plugin)),
        locations: [
          SARIFLog.Location(
            physicalLocation: place(finding, bundle, plugin, root),
            logicalLocations: plugin.map {
              [SARIFLog.LogicalLocation(name: $0.name, fullyQualifiedName: $0.uri, kind: "module")]
            })
        ],
        stacks: finding.backtrace.flatMap { $0.isEmpty ? nil : [stack($0, finding, root)] },
        occurrenceCount: finding.count, partialFingerprints: ["lv2val/v1": identity.fingerprint])
    }
  }

  private static func message(_ finding: Finding, _ plugin: PluginReport?) -> String {
    let subject = plugin.map { "\($0.name): " } ?? ""
    let circumstances = TextReport.place(finding).map { "\nSeen in: \($0)." } ?? ""
    return "\(subject)\(finding.message)\(circumstances)\nRule: \(finding.rule)\nTo mend it: \(finding.remedy)"
  }

  private static func place(
    _ finding: Finding, _ bundle: BundleReport, _ plugin: PluginReport?, _ root: Root
  ) -> SARIFLog.PhysicalLocation {
    if let location = finding.location { return root.place(location.file, line: location.line) }
    // Lines of the C library and the like are nobody's to mend.
    let code = PluginCode(bundle: bundle.path, binary: plugin?.binary)
    let own = finding.backtrace?.first { $0.file != nil && code.holds($0) }
    if let own, let file = own.file, file.hasPrefix("/") { return root.place(file, line: own.line) }
    return root.place(bundle.path + "manifest.ttl", line: 1)
  }

  private static func stack(_ frames: [StackFrame], _ finding: Finding, _ root: Root) -> SARIFLog.Stack {
    SARIFLog.Stack(
      message: SARIFLog.Message(text: finding.call ?? "where it was seen"),
      frames: frames.map { frame in
        let name = TextReport.describe(frame)
        let file = frame.file.flatMap { $0.hasPrefix("/") ? $0 : nil }
        return SARIFLog.Frame(
          location: SARIFLog.Location(
            physicalLocation: file.map { root.place($0, line: frame.line) },
            logicalLocations: [
              SARIFLog.LogicalLocation(name: frame.function ?? name, fullyQualifiedName: name, kind: "function")
            ]),
          module: frame.image)
      })
  }

  /// The directory that files are named from.
  private struct Root {
    /// As results refer to it; GitHub and others know this name.
    static let name = "%SRCROOT%"

    /// Absolute, with a slash at its end.
    let path: String

    init(_ path: String) {
      self.path = path.hasSuffix("/") ? path : path + "/"
    }

    func place(_ name: String, line: Int?) -> SARIFLog.PhysicalLocation {
      let file = Root.normalised(name)
      let isInside = file.hasPrefix(path)
      return SARIFLog.PhysicalLocation(
        artifactLocation: SARIFLog.ArtifactLocation(
          uri: isInside ? Root.escaped(String(file.dropFirst(path.count))) : Root.address(file),
          uriBaseId: isInside ? Root.name : nil),
        region: line.flatMap { $0 > 0 ? SARIFLog.Region(startLine: $0) : nil })
    }

    /// An absolute path without `.` and `..`, which a build directory beside the sources leaves in debug information.
    private static func normalised(_ path: String) -> String {
      var parts: [Substring] = []
      for part in path.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return "/" + parts.joined(separator: "/")
    }

    static func address(_ file: String) -> String { "file://" + escaped(file) }

    /// The path of an address: all but the unreserved characters of RFC 3986, section 2.3, and the slash as %XX.
    private static func escaped(_ path: String) -> String {
      path.utf8.map { byte in
        let character = Character(UnicodeScalar(byte))
        if byte < 128, character.isLetter || character.isNumber || "-._~/".contains(character) {
          return String(character)
        }
        return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }
  }
}
