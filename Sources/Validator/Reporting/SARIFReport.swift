import Model

/// The report as a SARIF 2.1.0 document, which GitHub's code scanning and editors show beside the code.
///
/// Every result has a physical location, because GitHub rejects results without one: the location of the finding; or the
/// innermost frame of the backtrace with debug information; or the manifest of the bundle. The plug-in is the logical
/// location. `ruleId` is the check; the message id is in the properties and part of the fingerprint.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, section 3.
public enum SARIFReport {
  /// - Parameters:
  ///   - catalogue: the checks, which become the rules.
  ///   - root: the absolute path of the directory to which files are relative, such as a checkout. Files outside of it
  ///     have absolute addresses.
  public static func encode(_ report: Report, catalogue: [CheckDescription], root: String) throws -> [UInt8] {
    try JSONReport.document(
      [
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0", "runs": [run(report, catalogue, Root(root))],
      ] as JSONObject)
  }

  /// A `run` object, section 3.14.
  private static func run(_ report: Report, _ catalogue: [CheckDescription], _ root: Root) -> JSONObject {
    // Results refer to rules by index.
    let rules = Dictionary(uniqueKeysWithValues: catalogue.enumerated().map { ($1.id, $0) })
    let driver: JSONObject = [
      "name": report.tool.name, "version": report.tool.version, "rules": catalogue.map(rule),
    ]
    return [
      "tool": ["driver": driver],
      "invocations": [invocation(report)],
      "originalUriBaseIds": [Root.name: ["uri": Root.address(root.path)]],
      "results": report.subjects.flatMap { bundle, plugin, checks in
        checks.flatMap(\.findings).map { result($0, bundle, plugin, rules, root) }
      },
      "columnKind": "unicodeCodePoints",
    ]
  }

  /// A `reportingDescriptor` object, section 3.49.
  private static func rule(_ check: CheckDescription) -> JSONObject {
    let kinds = check.messages.map { "\($0.id.rawValue): \($0.text.rule.citation). \($0.text.remedy)" }
    return [
      "id": check.id.rawValue, "shortDescription": ["text": check.text.asserts],
      "fullDescription": ["text": check.text.method],
      "help": [
        "text": kinds.isEmpty ? check.text.method : kinds.joined(separator: "\n\n"),
        "markdown": Markup.markdown(
          kinds.isEmpty ? check.text.method : kinds.map { "- \($0)" }.joined(separator: "\n")),
      ],
      "defaultConfiguration": ["level": (check.severities.max() ?? .note).rawValue],
    ]
  }

  /// An `invocation` object, section 3.20: failures of the validator, the skipped checks, and what the verdict covers.
  private static func invocation(_ report: Report) -> JSONObject {
    let troubles = report.troubles.map { ["level": "error", "message": ["text": $0]] as JSONObject }
    let skips = report.subjects.flatMap { bundle, plugin, checks in
      checks.filter { $0.status == .skipped }.map { check -> JSONObject in
        let text = "\(plugin?.uri ?? bundle.path): \(check.check) was skipped: \(check.reason ?? "")"
        return ["level": "note", "message": ["text": text], "associatedRule": ["id": check.check.rawValue]]
      }
    }
    let scope = report.scope.map { ["level": "note", "message": ["text": $0]] as JSONObject }
    return [
      "executionSuccessful": troubles.isEmpty, "exitCode": ExitStatus(report).rawValue,
      "toolExecutionNotifications": troubles + skips + scope,
    ]
  }

  /// A `result` object, section 3.27.
  private static func result(
    _ finding: Finding, _ bundle: BundleReport, _ plugin: PluginReport?, _ rules: [CheckID: Int], _ root: Root
  ) -> JSONObject {
    let identity = FindingIdentity(finding, bundle: bundle.path, plugin: plugin?.uri)
    let location: JSONObject = [
      "physicalLocation": place(finding, bundle, plugin, root),
      "logicalLocations": plugin.map { [["name": $0.name, "fullyQualifiedName": $0.uri, "kind": "module"]] },
    ]
    let frames = finding.backtrace ?? []
    return [
      "ruleId": finding.check.rawValue, "ruleIndex": rules[finding.check] ?? -1, "level": finding.severity.rawValue,
      "message": ["text": message(finding, plugin)], "locations": [location],
      "stacks": frames.isEmpty ? nil : [stack(frames, finding, root)], "occurrenceCount": finding.count,
      "attachments": attachments(finding, plugin, root),
      "partialFingerprints": ["lv2val/v2": identity.fingerprint],
      "properties": finding.id.map { ["messageId": $0.rawValue, "subject": finding.subject] as JSONObject },
    ]
  }

  /// `attachment` objects, section 3.21: the pictures of the interface concerned.
  private static func attachments(_ finding: Finding, _ plugin: PluginReport?, _ root: Root) -> [JSONObject]? {
    let files = plugin?.pictureFiles(of: finding) ?? []
    guard !files.isEmpty else { return nil }
    return files.map { file, caption in
      ["description": ["text": "The interface \(caption)"], "artifactLocation": root.artifact(file)]
    }
  }

  private static func message(_ finding: Finding, _ plugin: PluginReport?) -> String {
    let subject = plugin.map { "\($0.name): " } ?? ""
    let circumstances = finding.circumstances.map { "\nObserved in: \($0)." } ?? ""
    let steps = finding.steps.map { "\nSteps: \($0.listOfSteps)." } ?? ""
    return "\(subject)\(finding.message)\(circumstances)\(steps)\nRule: \(finding.rule)\nFix: \(finding.remedy)"
  }

  private static func place(
    _ finding: Finding, _ bundle: BundleReport, _ plugin: PluginReport?, _ root: Root
  ) -> JSONObject {
    if let location = finding.location { return root.place(location.file, line: location.line) }
    // An author can fix lines of the plug-in, not of the C library.
    let code = PluginCode(bundle: bundle.path, binary: plugin?.binary)
    let own = finding.backtrace?.first { $0.file != nil && code.holds($0) }
    if let own, let file = own.file, file.hasPrefix("/") { return root.place(file, line: own.line) }
    return root.place(bundle.path + "manifest.ttl", line: 1)
  }

  /// A `stack` object, section 3.44.
  private static func stack(_ frames: [StackFrame], _ finding: Finding, _ root: Root) -> JSONObject {
    let frames = frames.map { frame -> JSONObject in
      let name = frame.text
      let file = frame.file.flatMap { $0.hasPrefix("/") ? $0 : nil }
      let location: JSONObject = [
        "physicalLocation": file.map { root.place($0, line: frame.line) },
        "logicalLocations": [["name": frame.function ?? name, "fullyQualifiedName": name, "kind": "function"]],
      ]
      return ["location": location, "module": frame.image]
    }
    return ["message": ["text": finding.call?.description ?? "Backtrace"], "frames": frames]
  }

  /// The directory to which file names are relative.
  private struct Root {
    /// The name by which results refer to it; GitHub and others know it.
    static let name = "%SRCROOT%"

    /// Absolute, with a slash at its end.
    let path: String

    init(_ path: String) { self.path = path.hasSuffix("/") ? path : path + "/" }

    func place(_ name: String, line: Int?) -> JSONObject {
      ["artifactLocation": artifact(name), "region": line.flatMap { $0 > 0 ? ["startLine": $0] : nil }]
    }

    /// - Parameter name: absolute, or relative to the directory.
    func artifact(_ name: String) -> JSONObject {
      let file = Root.normalized(name.hasPrefix("/") ? name : path + name)
      return file.hasPrefix(path)
        ? ["uri": Root.escaped(String(file.dropFirst(path.count))), "uriBaseId": Root.name]
        : ["uri": Root.address(file)]
    }

    /// The path without `.` and `..`, which debug information contains if the build folder is beside the sources.
    private static func normalized(_ path: String) -> String {
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
