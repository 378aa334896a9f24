import FoundationEssentials
import ValidationModel

/// The report as a SARIF 2.1.0 document, which GitHub's code scanning and editors show beside the code.
///
/// Every result has a physical location, because GitHub rejects results without one: the location of the finding; or the
/// innermost frame of the backtrace with debug information; or the manifest of the bundle. The plug-in is the logical
/// location. `ruleId` is the check; the message id is in the properties and part of the fingerprint.
public enum SARIFReport {
  /// - Parameters:
  ///   - catalogue: the checks, which become the rules.
  ///   - root: the absolute path of the directory to which files are relative, such as a checkout. Files outside of it
  ///     have absolute addresses.
  public static func encode(_ report: Report, catalogue: [CheckDescription], root: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(SARIFLog(runs: [run(report, catalogue, Root(root))]))) + [UInt8(ascii: "\n")]
  }

  private static func run(_ report: Report, _ catalogue: [CheckDescription], _ root: Root) -> SARIFLog.Run {
    // Results refer to rules by index.
    let rules = Dictionary(uniqueKeysWithValues: catalogue.enumerated().map { ($1.id, $0) })
    return SARIFLog.Run(
      tool: SARIFLog.Tool(
        driver: SARIFLog.Driver(
          name: report.tool.name, version: report.tool.version, semanticVersion: report.tool.version,
          rules: catalogue.map(rule))),
      invocations: [invocation(report)],
      originalUriBaseIds: [Root.name: SARIFLog.ArtifactLocation(uri: Root.address(root.path))],
      results: report.bundles.flatMap { bundle in
        results(bundle.checks, bundle, nil, rules, root)
          + bundle.plugins.flatMap { results($0.checks, bundle, $0, rules, root) }
      })
  }

  private static func rule(_ check: CheckDescription) -> SARIFLog.Rule {
    let text = check.text
    return SARIFLog.Rule(
      id: check.id.rawValue, shortDescription: SARIFLog.Message(text: text.asserts),
      fullDescription: SARIFLog.Message(text: text.citation),
      help: SARIFLog.Message(
        text: "Method: \(text.method)\n\nRemedy: \(text.remedy)",
        markdown: "**Method.** \(text.method)\n\n**Remedy.** \(text.remedy)"),
      defaultConfiguration: SARIFLog.Configuration(level: (text.severities.max() ?? .note).rawValue))
  }

  /// The status of the run: failures of the validator, and the skipped checks.
  private static func invocation(_ report: Report) -> SARIFLog.Invocation {
    let interruption = report.interrupted ? ["The run was interrupted: the report is incomplete."] : []
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
          message: SARIFLog.Message(text: "\(place): \(check.check) was skipped: \(check.reason ?? "")"),
          associatedRule: SARIFLog.RuleReference(id: check.check.rawValue))
      }
    }
    return SARIFLog.Invocation(
      executionSuccessful: troubles.isEmpty, exitCode: ExitStatus(report).rawValue,
      toolExecutionNotifications: troubles + skips)
  }

  private static func results(
    _ checks: [CheckReport], _ bundle: BundleReport, _ plugin: PluginReport?, _ rules: [CheckID: Int], _ root: Root
  ) -> [SARIFLog.Result] {
    checks.flatMap(\.findings).map { finding in
      let identity = FindingIdentity(finding, bundle: bundle.path, plugin: plugin?.uri)
      return SARIFLog.Result(
        ruleId: finding.check.rawValue, ruleIndex: rules[finding.check] ?? -1,
        level: finding.severity.rawValue, message: SARIFLog.Message(text: message(finding, plugin)),
        locations: [
          SARIFLog.Location(
            physicalLocation: place(finding, bundle, plugin, root),
            logicalLocations: plugin.map {
              [SARIFLog.LogicalLocation(name: $0.name, fullyQualifiedName: $0.uri, kind: "module")]
            })
        ],
        stacks: finding.backtrace.flatMap { $0.isEmpty ? nil : [stack($0, finding, root)] },
        occurrenceCount: finding.count, partialFingerprints: ["lv2val/v2": identity.fingerprint],
        properties: finding.id.map { SARIFLog.Properties(messageId: $0.rawValue, subject: finding.subject) })
    }
  }

  private static func message(_ finding: Finding, _ plugin: PluginReport?) -> String {
    let subject = plugin.map { "\($0.name): " } ?? ""
    let circumstances = TextReport.place(finding).map { "\nObserved in: \($0)." } ?? ""
    return "\(subject)\(finding.message)\(circumstances)\nRule: \(finding.rule)\nFix: \(finding.remedy)"
  }

  private static func place(
    _ finding: Finding, _ bundle: BundleReport, _ plugin: PluginReport?, _ root: Root
  ) -> SARIFLog.PhysicalLocation {
    if let location = finding.location { return root.place(location.file, line: location.line) }
    // An author can fix lines of the plug-in, not of the C library.
    let code = PluginCode(bundle: bundle.path, binary: plugin?.binary)
    let own = finding.backtrace?.first { $0.file != nil && code.holds($0) }
    if let own, let file = own.file, file.hasPrefix("/") { return root.place(file, line: own.line) }
    return root.place(bundle.path + "manifest.ttl", line: 1)
  }

  private static func stack(_ frames: [StackFrame], _ finding: Finding, _ root: Root) -> SARIFLog.Stack {
    SARIFLog.Stack(
      message: SARIFLog.Message(text: finding.call ?? "Backtrace"),
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

  /// The directory to which file names are relative.
  private struct Root {
    /// The name by which results refer to it; GitHub and others know it.
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

    /// The path without `.` and `..`, which debug information contains if the build folder is beside the sources.
    private static func normalised(_ path: String) -> String {
      var parts: [Substring] = []
      for part in path.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return "/" + parts.joined(separator: "/")
    }

    static func address(_ file: String) -> String { "file://" + escaped(file) }

    /// The path with all characters escaped, except the slash and the unreserved characters of RFC 3986, section 2.3.
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
