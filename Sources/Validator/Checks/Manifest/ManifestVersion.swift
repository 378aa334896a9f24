import LV2Host
import Model
import Support
import TestHost

enum ManifestVersion: DescriptionCheck {
  enum Message: MessageKind {
    case missing, development

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(
          .warning,
          rule: Rule(
            "Releases of plug-ins and extensions MUST be explicitly versioned",
            source: "lv2core.meta.ttl: lv2:microVersion"),
          remedy: "Write '{lv2:minorVersion 2 ; lv2:microVersion 0}' at the plug-in.")
      case .development:
        MessageText(
          .note,
          rule: Rule(
            "An odd minor or micro version, or minor version zero, indicates that the resource is a development version",
            source: "lv2core.meta.ttl: lv2:minorVersion"),
          remedy: "For a release, write '{lv2:minorVersion 4 ; lv2:microVersion 0}' at the plug-in.")
      }
    }
  }

  static let id: CheckID = "manifest.version"
  static let text = CheckText(
    asserts: "The plug-in has an lv2:minorVersion and an lv2:microVersion, and they form the version of a release.",
    method: "Reads the two numbers. Without them, a host does not know which of two installed bundles is newer.",
    level: CheckLevel(7, "Hosts cannot choose the newer of two versions."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let minor = writtenInteger(URI.Core.minorVersion, context)
    let micro = writtenInteger(URI.Core.microVersion, context)
    guard let minor, let micro else {
      let missing = [minor == nil ? URI.Core.minorVersion : nil, micro == nil ? URI.Core.microVersion : nil]
      return missingFinding(missing.compactMap(\.self), context)
    }
    guard minor == 0 || minor % 2 != 0 || micro % 2 != 0 else { return .passed }
    let release = max(2, even(minor))
    return finding(
      .development,
      "The version \(minor).\(micro) denotes a development version; expected even numbers and a minor version above 0.",
      naming: ["lv2:minorVersion \(release) ; lv2:microVersion \(release == minor ? even(micro) : 0)"])
  }

  /// The next even number at or above a number: releases have even versions.
  static func even(_ number: Int) -> Int { number + number % 2 }

  /// - Parameter terms: those of lv2:minorVersion and lv2:microVersion that the plug-in has not, or not as an integer.
  private static func missingFinding(_ terms: [String], _ context: PluginContext) -> CheckOutcome {
    func written(_ term: String) -> String? { context.turtle.objects(.uri(context.plugin.uri), term).first?.text }
    let faults = terms.map { term in
      Vocabulary.short(term) + (written(term).map { " '\($0)' is not an xsd:integer" } ?? " is missing")
    }
    let isAbsent = [URI.Core.minorVersion, URI.Core.microVersion].allSatisfy { written($0) == nil }
    let expected = terms.map { term in
      let minimum = term == URI.Core.minorVersion ? 2 : 0
      return "\(Vocabulary.short(term)) \(max(minimum, even(written(term).flatMap { Int($0) } ?? 0)))"
    }
    return finding(
      .missing,
      isAbsent
        ? "There is no version: lv2:minorVersion and lv2:microVersion are missing."
        : "The version is incomplete: \(faults.listed()).", naming: [expected.joined(separator: " ; ")])
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
