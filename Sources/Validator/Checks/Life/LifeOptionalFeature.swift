import LV2Host
import Model
import TestHost

enum LifeOptionalFeature: PluginCheck {
  enum Message: MessageKind { case refused, outOfBoundsRead, outOfBoundsWrite }

  static let id: CheckID = "life.optional-feature"
  static let text = CheckText(
    asserts: "The plug-in works in a host that offers only the required features.",
    rule: "The plug-in MUST NOT fail to instantiate if an optional feature is not supported by the host",
    source: "lv2core: lv2:optionalFeature, lv2:requiredFeature",
    method:
      "Instantiates the plug-in with the required features only and runs noise, with port buffers that end at guard pages.",
    details: "The options are passed as well if the plug-in requires bufsz:boundedBlockLength, bufsz:fixedBlockLength "
      + "or an opts:requiredOption. The guard pages detect plug-ins that cannot map URIs and then misinterpret a "
      + "port's type. Accesses that also occur with all features are not reported here.",
    remedy:
      "Look up each optional feature in the features array and handle its absence, or declare the feature as required.",
    level: CheckLevel(2, "A host without the feature crashes."),
    severities: [.error])

  private static let blocks = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let bare = InstanceSetup(context, \.features, .only(requiredFeatures(of: context.plugin)))
    do {
      CrashRecord.note(activity: "only the required features offered")
      let found = try accesses(context, bare)
      if found.isEmpty { return .passed }
      CrashRecord.note(activity: "")
      // audio.overrun and related checks report what also occurs with all features.
      return .findings(try accesses(context, InstanceSetup(context)).isEmpty ? found : [])
    } catch HostError.notInstantiated {
      let optional = context.plugin.optionalFeatures.sorted().joined(separator: ", ")
      return finding(
        .refused, .error,
        "instantiate() returned NULL when the host offered only the required features. "
          + (optional.isEmpty
            ? "The plug-in declares no optional feature." : "The plug-in declares as optional: \(optional)."),
        call: "instantiate()")
    }
  }

  /// The required features, and the options if a required feature or option implies them (buf-size.meta.ttl).
  private static func requiredFeatures(of plugin: PluginDescription) -> Set<String> {
    let bounds: Set = [URI.BufSize.boundedBlockLength, URI.BufSize.fixedBlockLength]
    let needsOptions = !plugin.requiredFeatures.isDisjoint(with: bounds) || !plugin.requiredOptions.isEmpty
    return plugin.requiredFeatures.union(needsOptions ? [URI.Options.options] : [])
  }

  private static func accesses(_ context: PluginContext, _ setup: InstanceSetup) throws(HostError) -> [Finding] {
    let instance = try context.activeInstance(setup)
    instance.watch = .buffers
    var found: [OutOfBoundsAccess] = []
    let length = instance.configuration.maximumBlockLength
    found.add(try instance.accesses(frames: length, .end, blocks: blocks, seed: context.seed))
    return found.compactMap { access in
      guard !access.isInside, let port = context.plugin.ports.first(where: { $0.index == access.port })
      else { return nil }
      let isRead = access.access == .read
      return runFinding(
        isRead ? .outOfBoundsRead : .outOfBoundsWrite, .error, about: port.symbol, context,
        "run() \(isRead ? "read" : "wrote") \(access.place) of \(port.title) when the host offered only the required "
          + "features.", count: access.count, block: access.block,
        backtrace: access.stack.isEmpty ? nil : access.stack.symbolized())
    }
  }
}
