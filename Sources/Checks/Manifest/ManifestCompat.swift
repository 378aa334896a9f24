import LV2Host
import TestHost
import ValidationModel

enum ManifestCompat: PluginCheck {
  static let id: CheckID = "manifest.compat"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts:
      "Against the bundle that --baseline names, no port is gone or another, new ports need not be connected, and "
      + "the version is raised where it has to be.",
    rule: "Every port of a version exists in all later ones with the same lv2:symbol and at least the same types; new "
      + "ports are lv2:connectionOptional; a new port, or another index, raises the minor version",
    source: "lv2core.meta.ttl: lv2:minorVersion",
    method: "Compares the ports, by symbol, and the versions with those of the same URI in the older bundle. An index "
      + "that has changed with a raised minor version is allowed and a warning: hosts store indices all the same.",
    remedy:
      "Add ports at the end, as lv2:connectionOptional, with lv2:minorVersion raised; or give the plug-in a new URI.",
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let path = context.baseline else {
      return .skipped("there is no older bundle to compare with: see --baseline")
    }
    guard let old = try? World(bundles: [path]).description(of: context.plugin.uri) else {
      return .skipped("the bundle that --baseline names has no plug-in of this URI")
    }
    let new = context.plugin
    let isRaised = new.minorVersion ?? 0 > old.minorVersion ?? 0
    var findings: [Finding] = []
    if version(new).lexicographicallyPrecedes(version(old)) {
      findings.append(finding(.error, "Version \(text(new)) is lower than \(text(old)) of the older bundle."))
    }
    for port in old.ports {
      guard let now = new.port(symbol: port.symbol) else {
        findings.append(finding(.error, "Port '\(port.symbol)' is gone."))
        continue
      }
      findings += changes(from: port, to: now, isRaised: isRaised)
    }
    for port in new.ports where old.port(symbol: port.symbol) == nil {
      if !port.isConnectionOptional {
        findings.append(finding(.error, "The new port '\(port.symbol)' is not lv2:connectionOptional."))
      }
      if !isRaised {
        findings.append(
          finding(
            .error, "Port '\(port.symbol)' is new, and the minor version, \(new.minorVersion ?? 0), is not raised."))
      }
    }
    return .findings(findings)
  }

  private static func changes(from old: PortDescription, to new: PortDescription, isRaised: Bool) -> [Finding] {
    var findings: [Finding] = []
    let lost = Set(old.classes).subtracting(new.classes).sorted()
    if !lost.isEmpty {
      findings.append(
        finding(.error, "Port '\(old.symbol)' is no longer \(lost.map(Vocabulary.short).joined(separator: " and ")).")
      )
    }
    if old.isConnectionOptional && !new.isConnectionOptional {
      findings.append(finding(.error, "Port '\(old.symbol)' has to be connected, which it had not."))
    }
    if old.index != new.index {
      let change = "Port '\(old.symbol)' has the index \(new.index) instead of \(old.index)"
      findings.append(
        isRaised
          ? finding(.warning, "\(change).")
          : finding(.error, "\(change), and the minor version is not raised."))
    }
    return findings
  }

  private static func version(_ plugin: PluginDescription) -> [Int] {
    [plugin.minorVersion ?? 0, plugin.microVersion ?? 0]
  }

  private static func text(_ plugin: PluginDescription) -> String {
    version(plugin).map(String.init).joined(separator: ".")
  }
}
