import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ManifestPluginType: BundleCheck {
  enum Message: MessageKind {
    case undeclared, binaryUndeclared, binaryElsewhere, binaryLiteral, binaryNotFound

    var text: MessageText {
      switch self {
      case .undeclared:
        MessageText(
          .error,
          rule: Rule(
            "To be discovered by hosts, plug-ins MUST explicitly have an rdf:type of lv2:Plugin in their bundle's manifest",
            source: "lv2core.meta.ttl: lv2:Plugin"),
          remedy: "Add '<{uri}> a lv2:Plugin ; lv2:binary <{file.so}> ; rdfs:seeAlso <{file.ttl}> .' to manifest.ttl.")
      case .binaryUndeclared:
        MessageText(.error, rule: required, remedy: "Add '<{uri}> lv2:binary <{file.so}> .' to manifest.ttl.")
      case .binaryElsewhere:
        MessageText(
          .warning, rule: required, remedy: "Move the lv2:binary of {the plug-in} from {file.ttl} to manifest.ttl.")
      case .binaryLiteral:
        MessageText(
          .error, rule: uri,
          remedy: "Write 'lv2:binary <{file.so}>' instead of 'lv2:binary \"{file.so}\"' in manifest.ttl.")
      case .binaryNotFound:
        MessageText(
          .error, rule: uri,
          remedy: "Put {the file} into the bundle, or correct the lv2:binary of {the plug-in} in manifest.ttl.")
      }
    }
  }

  private static let required = Rule(
    "lv2:binary is a required property of a lv2:Plugin which MUST be included in the bundle's manifest.ttl file",
    source: "lv2core.meta.ttl: lv2:binary")
  private static let uri = Rule(
    "The value of lv2:binary must be the URI of a shared library object, typically in the same bundle",
    source: "lv2core.meta.ttl: lv2:binary")

  static let id: CheckID = "manifest.plugin-type"
  static let text = CheckText(
    asserts: "The manifest declares each plug-in of the bundle as an lv2:Plugin with an existing lv2:binary.",
    method: "Collects all subjects in the bundle's Turtle that have ports with an index or the type lv2:Plugin, and "
      + "compares them with the statements of the manifest. An lv2:binary in another file is a warning: hosts based on "
      + "lilv find it.",
    level: CheckLevel(1, "Hosts do not list a plug-in without its type or binary."))

  static func run(in context: BundleContext) throws -> CheckOutcome {
    let turtle = context.turtle
    let declared = Set(turtle.manifest.filter { hasType($0, URI.Core.plugin) }.map(\.subject))
    // A preset has ports too, but ports without an index.
    let described = turtle.statements.filter { statement in
      statement.predicate == URI.Core.port
        ? !turtle.objects(statement.object, URI.Core.index).isEmpty : hasType(statement, URI.Core.plugin)
    }.map(\.subject)
    var elsewhere: [(plugin: Statement.Node, file: String)] = []
    let outcome = CheckOutcome.findings {
      for subject in Set(described).union(declared).sorted(by: { $0.text < $1.text }) {
        if declared.contains(subject) {
          binaryFindings(subject, turtle, &elsewhere)
        } else if !isTemplate(subject, turtle) {
          undeclaredFinding(subject, turtle)
        }
      }
      elsewhereFinding(elsewhere, turtle)
    }
    guard outcome == .passed, declared.isEmpty else { return outcome }
    if turtle.statements.contains(where: { hasType($0, "http://lv2plug.in/ns/ext/dynmanifest#DynManifest") }) {
      return .skipped(
        "the bundle lists its plug-ins with a dynamic manifest, a program that lv2val and most hosts do not run")
    }
    let presets = Set(turtle.manifest.filter { hasType($0, URI.Presets.preset) }.map(\.subject)).count
    if presets > 0 {
      return .skipped(
        "the bundle has no plug-in; its \(presets.counted("preset")) \(presets == 1 ? "is" : "are") checked only in the "
          + "bundle of a plug-in")
    }
    return .passed
  }

  private static func hasType(_ statement: Statement, _ type: String) -> Bool {
    statement.predicate == URI.type && statement.object == .uri(type)
  }

  /// Whether a subject is described like a plug-in but is a dynamic manifest, a class, a prototype or a preset.
  private static func isTemplate(_ subject: Statement.Node, _ turtle: BundleTurtle) -> Bool {
    let isNamed = turtle.types(subject).contains {
      $0.hasSuffix("#DynManifest") || $0.hasSuffix("#Class") || $0 == URI.Core.base || $0 == URI.Presets.preset
    }
    return isNamed || turtle.statements.contains { $0.predicate == URI.Core.prototype && $0.object == subject }
  }

  private static func undeclaredFinding(_ plugin: Statement.Node, _ turtle: BundleTurtle) -> Finding {
    let binary = turtle.objects(plugin, URI.Core.binary).first.map(turtle.relativeName) ?? "file.so"
    let file = file(in: turtle) { $0.subject == plugin } ?? "file.ttl"
    return finding(
      .undeclared, about: turtle.relativeName(of: plugin),
      "The manifest does not declare <\(plugin.text)> as an lv2:Plugin, so no host finds it.",
      naming: [plugin.text, binary, file == "manifest.ttl" ? "file.ttl" : file])
  }

  /// The first file with such a statement.
  private static func file(in turtle: BundleTurtle, where isMatch: (Statement) -> Bool) -> String? {
    turtle.files.keys.sorted().first { turtle.files[$0]?.statements.contains(where: isMatch) ?? false }
  }

  private static func elsewhereFinding(
    _ elsewhere: [(plugin: Statement.Node, file: String)], _ turtle: BundleTurtle
  ) -> Finding? {
    guard let (plugin, file) = elsewhere.first else { return nil }
    let others = elsewhere.count - 1
    let same = others > 0 ? " The same applies to \(others.counted("other plug-in")) of the bundle." : ""
    return finding(
      .binaryElsewhere, about: turtle.relativeName(of: plugin),
      "The lv2:binary of <\(plugin.text)> is in \(file), where hosts that read only the manifest do not find it."
        + same,
      naming: [others > 0 ? "each plug-in" : "the plug-in", others > 0 ? "the other file" : file],
      count: elsewhere.count)
  }

  /// The findings about the binary of a plug-in.
  ///
  /// - Parameter elsewhere: collects plug-ins with a binary in another file than the manifest.
  private static func binaryFindings(
    _ plugin: Statement.Node, _ turtle: BundleTurtle, _ elsewhere: inout [(plugin: Statement.Node, file: String)]
  ) -> [Finding] {
    let subject = turtle.relativeName(of: plugin)
    let binaries = turtle.manifest.filter { $0.subject == plugin && $0.predicate == URI.Core.binary }.map(\.object)
    guard !binaries.isEmpty else {
      if let file = file(in: turtle, where: { $0.subject == plugin && $0.predicate == URI.Core.binary }) {
        elsewhere.append((plugin, file))
        return []
      }
      return [
        finding(
          .binaryUndeclared, about: subject, "<\(plugin.text)> has no lv2:binary in the manifest; expected one.",
          naming: [plugin.text, "file.so"])
      ]
    }
    return Set(binaries).sorted { $0.text < $1.text }.compactMap { node in
      if let text = node.literalText {
        return finding(
          .binaryLiteral, about: "\(subject) \(text)",
          "The lv2:binary of <\(plugin.text)> is the literal \"\(text)\"; expected a URI, because no host reads a literal.",
          naming: [text, text])
      }
      guard let name = turtle.localPath(of: node.text), access(turtle.path + name, F_OK) != 0 else { return nil }
      return finding(
        .binaryNotFound, about: "\(subject) \(name)",
        "The lv2:binary of <\(plugin.text)>, \(name), is not in the bundle.", naming: [name, "<\(plugin.text)>"])
    }
  }
}
