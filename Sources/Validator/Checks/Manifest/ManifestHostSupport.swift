import LV2Host
import Model
import TestHost

enum ManifestHostSupport: DescriptionCheck {
  enum Message: MessageKind { case feature, featureLiteral, option, inPlaceBroken, portType }

  static let id: CheckID = "manifest.host-support"
  static let text = CheckText(
    asserts: "Ardour, Carla and jalv support all that the plug-in requires.",
    rule: "A host must not instantiate a plug-in that requires a feature or, unless the port is "
      + "lv2:connectionOptional, has a port class that the host does not support",
    source: "lv2core: lv2:requiredFeature; lv2core.meta.ttl: lv2:Port",
    method: "Compares the required features and options, the classes of the ports that are not lv2:connectionOptional, "
      + "and lv2:inPlaceBroken with the source code of Ardour 7.3, Carla 2.5 and jalv 1.6.6. A port class that only "
      + "some of them support is a note.",
    remedy: "Declare a feature as lv2:optionalFeature unless the plug-in cannot run without it.",
    level: CheckLevel(7, "Some common hosts refuse the plug-in."),
    severities: [.warning, .note])

  private static let portRemedy =
    "If the plug-in works without the port, declare the port as lv2:connectionOptional."
  private static let hostLimitRemedy =
    "Change nothing unless the plug-in should run there: the limit is the host's. \(portRemedy)"

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
        let isPort = obstacle.message == .portType
        let isHostLimit = isPort && names.count < KnownHost.all.count
        finding(
          obstacle.message, isHostLimit ? .note : .warning, about: obstacle.subject,
          "\(obstacle.clause), which \(list(names)) \(names.count == 1 ? "does" : "do") not support.",
          remedy: isHostLimit ? hostLimitRemedy : isPort ? portRemedy : nil)
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
