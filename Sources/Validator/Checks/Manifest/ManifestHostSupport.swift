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
    asserts: "Ardour, Carla and jalv support all that the plug-in requires.",
    method: "Compares the required features and options, the classes of the ports that are not lv2:connectionOptional, "
      + "and lv2:inPlaceBroken with the source code of Ardour 7.3, Carla 2.5 and jalv 1.6.6. A port class that only "
      + "some of them support is a note.",
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
          obstacle.message, severity: isHostLimit && obstacle.message == .portType ? .note : .warning, about: obstacle.subject,
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

/// The features, options and port types that a widely used host supports, according to the source of its release.
///
/// If the source leaves a doubt, the table states that the host supports the item.
private struct KnownHost {
  let name: String
  /// The features that a plug-in may require.
  let features: Set<String>
  /// The options that a plug-in may require; nil if the host does not check them.
  let options: Set<String>?
  let portKinds: Set<PortDescription.Kind>
  /// Whether the host runs plug-ins that list `lv2:inPlaceBroken`, even as an optional feature.
  let supportsInPlaceBroken: Bool

  static let all = [ardour, carla, jalv]

  private static let commonFeatures: Set<String> = [
    URI.URID.map, URI.URID.unmap, URI.Options.options, URI.BufSize.boundedBlockLength, URI.Log.log, URI.Worker.schedule,
    URI.State.makePath, URI.State.mapPath, URI.State.freePath, URI.State.loadDefaultState, URI.State.threadSafeRestore,
    URI.Core.isLive,
  ]
  private static let blockLengths: Set<String> = [URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength]

  /// Source: Ardour 7.3, libs/ardour/lv2_plugin.cc.
  private static let ardour = KnownHost(
    name: "Ardour",
    features: commonFeatures.union([
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access", URI.Core.hardRTCapable, URI.BufSize.coarseBlockLength,
      "http://ardour.org/lv2/midnam#update", "http://ardour.org/lv2/bankpatch#notify",
      "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw",
    ]),
    options: [
      URI.BufSize.minBlockLength, URI.BufSize.maxBlockLength, URI.BufSize.nominalBlockLength, URI.BufSize.sequenceSize,
      URI.Parameters.sampleRate,
    ],
    portKinds: [.audio, .control, .atom, .event], supportsInPlaceBroken: false)

  /// Source: Carla 2.5, source/utils/CarlaLv2Utils.hpp, is_lv2_feature_supported() and is_lv2_port_supported().
  private static let carla = KnownHost(
    name: "Carla",
    features: commonFeatures.union(blockLengths).union([
      URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.ResizePort.resize, "http://lv2plug.in/ns/ext/event",
      "http://lv2plug.in/ns/ext/uri-map", "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds",
      "http://kxstudio.sf.net/ns/lv2ext/programs#Host", "http://kxstudio.sf.net/ns/lv2ext/rtmempool#Pool",
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access",
    ]),
    options: nil, portKinds: [.audio, .control, .cv, .atom, .event], supportsInPlaceBroken: true)

  /// Source: jalv 1.6.6, src/jalv.c.
  private static let jalv = KnownHost(
    name: "jalv", features: commonFeatures.union(blockLengths).union([URI.Core.inPlaceBroken]), options: nil,
    portKinds: [.audio, .control, .cv, .atom], supportsInPlaceBroken: true)
}
