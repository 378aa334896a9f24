import LV2Host
import TestHost
import ValidationModel

enum ManifestHostSupport: DescriptionCheck {
  enum Message: MessageKind { case feature, featureLiteral, option, inPlaceBroken, portType }

  static let id: CheckID = "manifest.host-support"
  static let text = CheckText(
    asserts: "Ardour, Carla and jalv support all that the plug-in requires.",
    rule: "A host must not instantiate a plug-in that requires a feature or, unless the port is "
      + "lv2:connectionOptional, has a port class that the host does not support",
    source: "lv2core: lv2:requiredFeature; lv2core.meta.ttl: lv2:Port",
    method: "Compares the required features and options, the classes of the ports that are not lv2:connectionOptional, "
      + "and lv2:inPlaceBroken with the source code of Ardour 7.3, Carla 2.5 and jalv 1.6.6.",
    remedy: "Declare a feature as lv2:optionalFeature unless the plug-in cannot run without it.",
    severities: [.warning])

  /// Something that a host lacks and the plug-in requires.
  private struct Obstacle: Hashable {
    let message: Message
    let subject: String
    /// A clause that begins with "The plug-in".
    let clause: String
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    var hosts: [Obstacle: [String]] = [:]
    for host in KnownHost.all {
      for obstacle in obstacles(to: context.plugin, in: host) { hosts[obstacle, default: []].append(host.name) }
    }
    let features = context.turtle.objects(.uri(context.plugin.uri), URI.Core.namespace + "requiredFeature")
    return .findings {
      for text in Set(features.compactMap(\.literalText)).sorted() {
        finding(
          .featureLiteral, .warning, about: text,
          "The required feature \"\(text)\" is a literal instead of a URI; no host supports it, and some crash.")
      }
      for (obstacle, names) in hosts.sorted(by: { $0.key.clause < $1.key.clause }) {
        finding(
          obstacle.message, .warning, about: obstacle.subject,
          "\(obstacle.clause), which \(list(names)) \(names.count == 1 ? "does" : "do") not support.")
      }
    }
  }

  private static func obstacles(to plugin: PluginDescription, in host: KnownHost) -> [Obstacle] {
    func required(_ terms: Set<String>, _ message: Message, _ kind: String) -> [Obstacle] {
      terms.map(Vocabulary.short).map { name in
        Obstacle(message: message, subject: name, clause: "The plug-in requires the \(kind) \(name)")
      }
    }
    let features = plugin.requiredFeatures.subtracting(host.features).subtracting([URI.Core.inPlaceBroken])
    var obstacles = required(features, .feature, "feature")
    if let options = host.options {
      obstacles += required(plugin.requiredOptions.subtracting(options), .option, "option")
    }
    if plugin.inPlaceBroken && !host.supportsInPlaceBroken {
      obstacles.append(
        Obstacle(
          message: .inPlaceBroken, subject: "lv2:inPlaceBroken", clause: "The plug-in declares lv2:inPlaceBroken"))
    }
    let unsupported = plugin.ports.filter { !$0.isConnectionOptional && !host.portKinds.contains($0.kind) }
    obstacles += unsupported.prefix(1).map { port in
      let others = unsupported.count == 1 ? "" : " (and \(unsupported.count - 1) more)"
      let clause =
        port.kind == .unknown
        ? "The plug-in has port '\(port.symbol)'\(others) of an uncommon type"
        : "The plug-in has the \(port.kind == .cv ? "CV" : port.kind.rawValue) port '\(port.symbol)'\(others)"
      return Obstacle(message: .portType, subject: port.symbol, clause: clause)
    }
    return obstacles
  }

  private static func list(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}
