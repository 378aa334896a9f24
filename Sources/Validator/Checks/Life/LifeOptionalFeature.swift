import LV2Host
import Model
import Support
import TestHost

enum LifeOptionalFeature: PluginCheck {
  enum Message: MessageKind {
    case refused, outOfBoundsRead, outOfBoundsWrite

    var text: MessageText {
      switch self {
      case .refused:
        MessageText(
          .error, rule: rule,
          remedy:
            "Handle the absence of {each optional feature} in instantiate(), or declare {it} as lv2:requiredFeature.")
      case .outOfBoundsRead: MessageText(.error, rule: memory, remedy: accessRemedy)
      case .outOfBoundsWrite: MessageText(.error, rule: memory, remedy: accessRemedy)
      }
    }
  }

  private static let rule = Rule(
    "The plug-in MUST NOT fail to instantiate if an optional feature is not supported by the host",
    source: "lv2core.meta.ttl: lv2:optionalFeature")
  private static let memory = Rule(
    "connect_port() passes a pointer to data of the type defined by the port type, and the block may only just be large "
      + "enough to contain the data; a host need not support optional features",
    source: "lv2/core/lv2.h: connect_port(); lv2core.meta.ttl: lv2:optionalFeature")
  private static let accessRemedy =
    "Look up the optional features in instantiate(), and keep the accesses of run() to {the port} within its data if one is "
    + "missing. If the plug-in cannot run without a feature, declare it as lv2:requiredFeature."

  static let id: CheckID = "life.optional-feature"
  static let provocation = Provocation(
    MessageText(
      .error, rule: rule,
      remedy:
        "Look up each optional feature in instantiate() and test the result for NULL before every use, or declare the "
        + "feature as lv2:requiredFeature."), exercise: .stimulus)
  static let text = CheckText(
    asserts: "The plug-in works in a host that offers only the required features.",
    method:
      "Instantiates the plug-in with the required features only and runs noise, with port buffers that end at guard pages. "
      + "If instantiate() returns NULL, withholds single features to find those that the plug-in needs.",
    details: "The options are passed as well if the plug-in requires bufsz:boundedBlockLength, bufsz:fixedBlockLength "
      + "or an opts:requiredOption. The guard pages detect plug-ins that cannot map URIs and then misinterpret a "
      + "port's type. Accesses that also occur with all features are not reported here.",
    level: CheckLevel(2, "A host without the feature crashes."))

  private static let blocks = 8
  /// In seconds: instantiate() of most plug-ins takes less than 0.1 s.
  private static let attemptTimeout = 1

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let required = requiredFeatures(of: context.plugin)
    do {
      CrashRecord.note(activity: "only the required features offered")
      let found = try accesses(context, InstanceSetup(context, \.features, .only(required)))
      if found.isEmpty { return .passed }
      CrashRecord.note(activity: "")
      // audio.overrun and related checks report what also occurs with all features.
      return .findings(try accesses(context, InstanceSetup(context)).isEmpty ? found : [])
    } catch HostError.notInstantiated {
      return refusal(neededFeatures(beyond: required, context), context)
    }
  }

  /// The required features, and the options if a required feature or option implies them (buf-size.meta.ttl).
  private static func requiredFeatures(of plugin: PluginDescription) -> Set<String> {
    let bounds: Set = [URI.BufSize.boundedBlockLength, URI.BufSize.fixedBlockLength]
    let needsOptions = !plugin.requiredFeatures.isDisjoint(with: bounds) || !plugin.requiredOptions.isEmpty
    return plugin.requiredFeatures.union(needsOptions ? [URI.Options.options] : [])
  }

  /// - Parameter needed: the features without which instantiate() returns NULL; empty if the search found none.
  private static func refusal(_ needed: [String], _ context: PluginContext) -> CheckOutcome {
    let names = needed.map(Vocabulary.short).listed()
    let isDeclared = context.plugin.optionalFeatures.isSuperset(of: needed)
    let features = needed.count == 1 ? "feature" : "features"
    let offer =
      needed.isEmpty
      ? "when the host offered only the required features"
      : isDeclared
        ? "without the optional \(features) \(names)" : "without the \(features) \(names), not listed as required"
    return finding(
      .refused, "instantiate() returned NULL \(offer); expected an instance.",
      naming: needed.isEmpty ? ["each optional feature", "it"] : [names, needed.count == 1 ? "it" : "them"],
      call: "instantiate()")
  }

  /// A smallest set of features that instantiate() needs in addition to the required ones.
  ///
  /// Features are withheld one after another, and remain withheld if instantiate() succeeds. The instances are created in
  /// copies of this process, because the plug-in can crash without the feature.
  private static func neededFeatures(beyond required: Set<String>, _ context: PluginContext) -> [String] {
    func succeeds(without features: Set<String>) -> Bool {
      CrashRecord.noteProgress()
      let copy = ForkedCopy(capacity: 1, timeout: attemptTimeout) { _ in
        (try? InstanceUnderTest(context, InstanceSetup(context, \.features, .except(features)))).map { _ in [] }
      }
      return copy.samples(0) != nil
    }
    guard succeeds(without: []) else { return [] }
    let candidates = HostFeatures.supported.subtracting(required).sorted()
    var withheld: Set<String> = []
    for feature in candidates where succeeds(without: withheld.union([feature])) { withheld.insert(feature) }
    return candidates.filter { !withheld.contains($0) }
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
        isRead ? .outOfBoundsRead : .outOfBoundsWrite, about: port.symbol, context,
        "run() \(isRead ? "read" : "wrote") \(access.place) of \(port.title) when the host offered only the required "
          + "features.", naming: [port.title], count: access.count, block: access.block,
        backtrace: access.stack.isEmpty ? nil : access.stack.symbolized())
    }
  }
}
