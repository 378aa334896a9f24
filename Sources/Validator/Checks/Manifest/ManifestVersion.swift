import LV2Host
import Model
import TestHost

enum ManifestVersion: DescriptionCheck {
  enum Message: MessageKind { case missing, development }

  static let id: CheckID = "manifest.version"
  static let text = CheckText(
    asserts: "The plug-in has an lv2:minorVersion and an lv2:microVersion, and they form the version of a release.",
    rule: "Releases of plugins must be explicitly versioned; an odd minor or micro version, or minor version zero, "
      + "indicates a development version",
    source: "lv2core.meta.ttl: lv2:minorVersion, lv2:microVersion",
    method: "Reads the two numbers. Without them, a host does not know which of two installed bundles is newer.",
    remedy:
      "Write 'lv2:minorVersion 2 ; lv2:microVersion 0' at the plug-in. Raise the minor version by 2 in releases with new "
      + "features, the micro version in others.",
    level: CheckLevel(7, "Hosts cannot choose the newer of two versions."),
    severities: [.warning, .note])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let minor = writtenInteger(URI.Core.minorVersion, context)
    let micro = writtenInteger(URI.Core.microVersion, context)
    guard let minor, let micro else {
      let missing = [minor == nil ? URI.Core.minorVersion : nil, micro == nil ? URI.Core.microVersion : nil]
      let faults = missing.compactMap(\.self).map { term in
        let written = context.turtle.objects(.uri(context.plugin.uri), term).first
        return Vocabulary.short(term) + (written.map { " '\($0.text)' is not an xsd:integer" } ?? " is missing")
      }
      let isAbsent = [URI.Core.minorVersion, URI.Core.microVersion].allSatisfy {
        context.turtle.objects(.uri(context.plugin.uri), $0).isEmpty
      }
      return finding(
        .missing, .warning,
        isAbsent
          ? "There is no version: lv2:minorVersion and lv2:microVersion are missing."
          : "The version is incomplete: \(faults.joined(separator: " and ")).")
    }
    guard minor == 0 || minor % 2 != 0 || micro % 2 != 0 else { return .passed }
    return finding(
      .development, .note,
      "The version \(minor).\(micro) denotes a development version; expected even numbers and a minor version above 0."
    )
  }

  /// The integer in the Turtle. lilv reads the files of a plug-in in any order, and stops at one that does not exist.
  private static func writtenInteger(_ term: String, _ context: PluginContext) -> Int? {
    guard
      case .literal(let text, Statement.Node.xsd + "integer", _)? =
        context.turtle.objects(.uri(context.plugin.uri), term).first
    else { return nil }
    return Int(text)
  }
}
