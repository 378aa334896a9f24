import LV2Host
import TestHost
import ValidationModel

enum ManifestHostSupport: PluginCheck {
  static let id: CheckID = "manifest.host-support"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Ardour, Carla and jalv take the plug-in.",
    rule:
      "A host that lacks a required feature does not instantiate the plug-in, nor one that does not support the class "
      + "of a port that has to be connected",
    source: "lv2core: lv2:requiredFeature; lv2core.meta.ttl: lv2:Port",
    method: "Compares the required features and options, the classes of the ports that are not connectionOptional, and "
      + "lv2:inPlaceBroken with what the source of Ardour 7.3, Carla 2.5 and jalv 1.6.6 takes.",
    remedy: "Require only what you cannot do without, and list the rest as lv2:optionalFeature.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    var hosts: [String: [String]] = [:]
    for host in KnownHost.all {
      for obstacle in obstacles(to: context.plugin, in: host) { hosts[obstacle, default: []].append(host.name) }
    }
    let features = context.turtle.objects(.uri(context.plugin.uri), PortTurtle.core + "requiredFeature")
    let texts = Set(features.filter(\.isLiteral).map(\.text)).sorted().map { text in
      finding(
        .warning, "It requires the text \"\(text)\" as a feature: that is no URI, so no host has it, and some crash.")
    }
    return .findings(
      texts
        + hosts.sorted { $0.key < $1.key }.map { obstacle, names in
          finding(.warning, "It \(obstacle), so it cannot be used in \(list(names)).")
        })
  }

  /// Why a host does not take a plug-in, each as a clause without its subject.
  private static func obstacles(to plugin: PluginDescription, in host: KnownHost) -> [String] {
    var obstacles = plugin.requiredFeatures.subtracting(host.features).subtracting([URI.Core.inPlaceBroken])
      .map { "requires the feature \(Vocabulary.short($0))" }
    if let options = host.options {
      obstacles += plugin.requiredOptions.subtracting(options).map { "requires the option \(Vocabulary.short($0))" }
    }
    if plugin.inPlaceBroken && !host.takesInPlaceBroken { obstacles.append("is lv2:inPlaceBroken") }
    let strange = plugin.ports.filter { !$0.isConnectionOptional && !host.portKinds.contains($0.kind) }
    obstacles += strange.prefix(1).map { port in
      let count = strange.count == 1 ? "" : " and \(strange.count - 1) more of the kind"
      return port.kind == .unknown
        ? "has the port '\(port.symbol)' of an uncommon class\(count)"
        : "has the \(name(port.kind)) port '\(port.symbol)'\(count)"
    }
    return obstacles
  }

  private static func name(_ kind: PortDescription.Kind) -> String { kind == .cv ? "CV" : kind.rawValue }

  private static func list(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
