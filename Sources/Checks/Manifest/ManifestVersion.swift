import LV2Host
import TestHost
import ValidationModel

enum ManifestVersion: PluginCheck {
  static let id: CheckID = "manifest.version"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The plug-in has an lv2:minorVersion and an lv2:microVersion, and they are those of a release.",
    rule:
      "Releases are explicitly versioned; an odd minor or micro version, or minor version 0, is a development version",
    source: "lv2core.meta.ttl: lv2:minorVersion, lv2:microVersion",
    method: "Reads the two numbers. Where they are missing, a host cannot tell which of two bundles is the newer.",
    remedy: "Write 'lv2:minorVersion 2 ; lv2:microVersion 0', raise them by 2 from release to release.",
    severities: [.warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let (minor, micro) = (context.plugin.minorVersion, context.plugin.microVersion)
    guard let minor, let micro else {
      let missing = [minor == nil ? URI.Core.minorVersion : nil, micro == nil ? URI.Core.microVersion : nil]
      let list = missing.compactMap(\.self).map { missing in
        let written = context.turtle.objects(.uri(context.plugin.uri), missing).first
        return Vocabulary.short(missing) + (written.map { " that is an integer: it is '\($0.text)'" } ?? "")
      }
      return .findings([finding(.warning, "It has no \(list.joined(separator: " and no ")).")])
    }
    guard minor == 0 || minor % 2 != 0 || micro % 2 != 0 else { return .passed }
    return .findings([finding(.note, "Version \(minor).\(micro) is that of a development release.")])
  }
}
