import Glibc
import LV2Host
import TestHost
import ValidationModel

enum ManifestPluginType: BundleCheck {
  static let id: CheckID = "manifest.plugin-type"
  static let text = CheckText(
    asserts: "Each plug-in has rdf:type lv2:Plugin and an existing lv2:binary in the manifest.",
    rule: "A host finds plug-ins by their type lv2:Plugin in manifest.ttl, and their code by lv2:binary there",
    source: "lv2core.meta.ttl: lv2:Plugin, lv2:binary, both MUST be in the manifest",
    method: "Looks, in all Turtle of the bundle, for subjects that have ports or a plug-in's type, and compares with "
      + "what the manifest says of them.",
    remedy: "Put '<uri> a lv2:Plugin ; lv2:binary <file.so> ; rdfs:seeAlso <file.ttl> .' into manifest.ttl.",
    severities: [.error])

  static let plugin = "http://lv2plug.in/ns/lv2core#Plugin"
  static let binary = "http://lv2plug.in/ns/lv2core#binary"
  static let port = "http://lv2plug.in/ns/lv2core#port"

  static func run(in context: BundleContext) throws -> CheckOutcome {
    let turtle = context.turtle
    let declared = Set(
      turtle.manifest.filter { $0.predicate == URI.type && $0.object == .uri(plugin) }.map(\.subject))
    // Presets have lv2:port too: only what calls itself a plug-in, or has ports that have an index, is one.
    let described = turtle.statements.filter { statement in
      switch statement.predicate {
      case URI.type: statement.object == .uri(plugin)
      case port: !turtle.objects(statement.object, "http://lv2plug.in/ns/lv2core#index").isEmpty
      default: false
      }
    }.map(\.subject)
    var findings: [Finding] = []
    for subject in Set(described).union(declared).sorted(by: { $0.text < $1.text }) {
      if declared.contains(subject) {
        findings += binaryFindings(subject, turtle)
      } else if !isTemplate(subject, turtle) {
        findings.append(
          finding(.error, "The manifest does not say that \(subject.text) is an lv2:Plugin: no host will find it."))
      }
    }
    guard findings.isEmpty, declared.isEmpty else { return .findings(findings) }
    if turtle.statements.contains(where: isDynamic) {
      return .skipped("a dynamic manifest names its plug-ins: a program, which lv2val does not run, and few hosts do")
    }
    let presets = Set(turtle.manifest.filter(isPreset).map(\.subject)).count
    if presets > 0 {
      return .skipped("it holds no plug-in, and its \(presets) presets are checked only beside one")
    }
    return .passed
  }

  private static func isDynamic(_ statement: Statement) -> Bool {
    statement.predicate == URI.type && statement.object == .uri("http://lv2plug.in/ns/ext/dynmanifest#DynManifest")
  }

  private static func isPreset(_ statement: Statement) -> Bool {
    statement.predicate == URI.type && statement.object == .uri(URI.Presets.preset)
  }

  /// A dynamic manifest, a class of plug-ins, a prototype or a preset, which are described like plug-ins and are none.
  private static func isTemplate(_ subject: Statement.Node, _ turtle: BundleTurtle) -> Bool {
    let isNamed = turtle.types(subject).contains {
      $0.hasSuffix("#DynManifest") || $0.hasSuffix("#Class") || $0 == URI.Core.base || $0 == URI.Presets.preset
    }
    return isNamed || turtle.statements.contains { $0.predicate == URI.Core.prototype && $0.object == subject }
  }

  private static func binaryFindings(_ plugin: Statement.Node, _ turtle: BundleTurtle) -> [Finding] {
    let binaries = turtle.manifest.filter { $0.subject == plugin && $0.predicate == binary }.map(\.object)
    guard !binaries.isEmpty else {
      return [finding(.error, "\(plugin.text) has no lv2:binary in the manifest.")]
    }
    return Set(binaries).sorted { $0.text < $1.text }.compactMap { node in
      if let text = node.notAURI {
        return finding(.error, "The lv2:binary of \(plugin.text) is \(text): no host finds it.")
      }
      guard let name = turtle.localPath(of: node.text), access(turtle.path + name, F_OK) != 0 else { return nil }
      return finding(.error, "The lv2:binary of \(plugin.text), \(name), is not in the bundle.")
    }
  }
}
