import Hosts
import LV2Host
import Model
import Support
import TestHost

enum ManifestHostSupport: DescriptionCheck {
  enum Message: MessageKind {
    case feature, featureLiteral, option, inPlaceBroken, portType

    var text: MessageText {
      switch self {
      case .feature:
        MessageText(
          .warning,
          rule: Rule(
            "The host MUST not attempt to instantiate plug-ins which require features it does not support",
            source: "lv2core.meta.ttl: lv2:requiredFeature"),
          remedy: "Declare {the feature} as lv2:optionalFeature if the plug-in can run without it.")
      case .featureLiteral:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:requiredFeature is an owl:ObjectProperty with the range lv2:Feature: a resource, not a literal",
            source: "lv2core.ttl: lv2:requiredFeature"),
          remedy: "Write 'lv2:requiredFeature {lv2:isLive}' without quotation marks.")
      case .option:
        MessageText(
          .warning,
          rule: Rule(
            "The host MUST pass a value for an opts:requiredOption; wherever possible, it is better to list options with "
              + "opts:supportedOption and fall back to a reasonable default value",
            source: "options.meta.ttl: opts:requiredOption"),
          remedy: "List {the option} with opts:supportedOption, and use a default value if the host does not pass it.")
      case .inPlaceBroken:
        MessageText(
          .warning,
          rule: Rule(
            "Requiring lv2:inPlaceBroken should be avoided whenever possible since it prevents hosts from running the "
              + "plug-in on data in-place", source: "lv2core.meta.ttl: lv2:inPlaceBroken"),
          remedy: "Read all inputs of a frame before its outputs are written, and remove lv2:inPlaceBroken.")
      case .portType:
        MessageText(
          .warning, .note,
          rule: Rule(
            "Hosts that do not support a specific port class MUST NOT instantiate the plug-in, unless that port has the "
              + "lv2:connectionOptional property set", source: "lv2core.meta.ttl: lv2:Port"),
          remedy:
            "{Change nothing unless the plug-in should run in this host. }If the plug-in works without {the port}, write "
            + "'lv2:portProperty lv2:connectionOptional' there.")
      }
    }
  }

  static let id: CheckID = "manifest.host-support"
  static let text = CheckText(
    asserts: "\(KnownHost.all.map(\.name).listed()) support all that the plug-in requires.",
    method: "Compares the required features and options, the classes of the ports that are not lv2:connectionOptional, "
      + "and lv2:inPlaceBroken with the source code of \(KnownHost.all.map(\.release).listed()). A port class "
      + "that only some of them support is a note.",
    level: CheckLevel(7, "Some common hosts refuse the plug-in."))

  /// Something that a host lacks and the plug-in requires.
  private struct Obstacle: Hashable {
    let message: Message
    let subject: String
    /// A clause that begins with "The plug-in".
    let clause: String

    /// What the remedy names.
    ///
    /// - Parameter hosts: the hosts without support; nil if no known host supports it.
    func names(_ hosts: [String]?) -> [String] {
      let limit = hosts.map {
        "Change nothing unless the plug-in should run in \($0.listed()): the limit is the host's. "
      }
      return switch message {
      case .feature, .option, .featureLiteral: [subject]
      case .inPlaceBroken: []
      case .portType: [limit ?? "", "port '\(subject)'"]
      }
    }
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
          .featureLiteral, about: text,
          "The required feature \"\(text)\" is a literal instead of a URI; no host supports it, and some crash.",
          naming: [text.contains(":") ? Vocabulary.short(text) : text])
      }
      for (obstacle, names) in hosts.sorted(by: { $0.key.clause < $1.key.clause }) {
        let isHostLimit = names.count < KnownHost.all.count
        finding(
          obstacle.message, severity: isHostLimit && obstacle.message == .portType ? .note : .warning,
          about: obstacle.subject,
          "\(obstacle.clause), which \(names.listed()) \(names.count == 1 ? "does" : "do") not support.",
          naming: obstacle.names(isHostLimit ? names : nil))
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
      let name = "lv2:inPlaceBroken"
      obstacles.append(Obstacle(message: .inPlaceBroken, subject: name, clause: "The plug-in declares \(name)"))
    }
    let unsupported = plugin.ports.filter { !$0.isConnectionOptional && !host.portKinds.contains($0.kind) }
    obstacles += unsupported.prefix(1).map { port in
      let others = unsupported.count == 1 ? "" : " and \((unsupported.count - 1).counted("more port"))"
      let clause =
        port.kind == .unknown
        ? "The plug-in has port '\(port.symbol)' of an uncommon type\(others)"
        : "The plug-in has the \(port.kind == .cv ? "CV" : port.kind.rawValue) port '\(port.symbol)'\(others)"
      return Obstacle(message: .portType, subject: port.symbol, clause: clause)
    }
    return obstacles
  }
}
