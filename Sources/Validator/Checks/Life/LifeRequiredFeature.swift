import LV2Host
import Model
import Support
import TestHost

enum LifeRequiredFeature: PluginCheck {
  enum Message: MessageKind {
    case instantiatedWithoutFeature

    var text: MessageText {
      switch self {
      case .instantiatedWithoutFeature:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Look up {the feature} in instantiate(), and return NULL if it is missing. If the plug-in works without "
            + "it, declare it as lv2:optionalFeature instead.")
      }
    }
  }

  private static let rule = Rule(
    "The plug-in MUST fail to instantiate if a required feature is not supported by the host",
    source: "lv2core.meta.ttl: lv2:requiredFeature")

  static let id: CheckID = "life.required-feature"
  static let provocation = Provocation(
    MessageText(
      .warning, rule: rule,
      remedy:
        "Look up every required feature in instantiate(), and return NULL if one is missing. If the plug-in works "
        + "without a feature, declare it as lv2:optionalFeature instead."))
  static let text = CheckText(
    asserts: "If the host withholds a required feature, instantiate() returns NULL and does not crash.",
    method: "Withholds each required feature that carries data, one at a time. If instantiate() succeeds, compares the "
      + "output without the feature with the output with it.",
    details: "Features without data, such as bufsz:boundedBlockLength, only describe the plug-in or the host and are "
      + "offered. A crash is a warning, because hosts do not withhold required features. The outputs are those on "
      + "noise, in a separate process. If they are equal and not silent, and the plug-in has no MIDI input, the "
      + "finding is a note.",
    level: CheckLevel(6, "Hosts without the feature end instead of reporting an error."))

  private static let frames = 8192

  /// Features without data, or with data for save() and restore(), whose absence instantiate() need not notice.
  private static let declarations: Set<String> = [
    URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.Core.isLive, URI.BufSize.boundedBlockLength,
    URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength, URI.BufSize.coarseBlockLength,
    URI.State.loadDefaultState, URI.State.threadSafeRestore, URI.State.mapPath, URI.State.freePath,
    URI.PortProps.supportsStrictBounds,
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let required = context.plugin.requiredFeatures.subtracting(declarations).sorted()
    guard !required.isEmpty else { return .skipped("the plug-in requires no feature that carries data") }
    /// The features without which instantiate() succeeds, by whether the output is the same without them.
    var ignored: [Bool: [String]] = [:]
    for feature in required {
      CrashRecord.note(activity: "without \(Vocabulary.short(feature))")
      let setup = InstanceSetup(context, \.features, .except([feature]))
      guard (try? InstanceUnderTest(context, setup)) != nil else { continue }
      ignored[hasSameOutput(context, setup), default: []].append(feature)
    }
    return .findings(
      ignored.sorted { !$0.key && $1.key }.map { isSame, features in
        let names = features.map(Vocabulary.short).listed()
        let noun = features.count == 1 ? "the required feature" : "each of the required features"
        return finding(
          .instantiatedWithoutFeature, severity: isSame ? .note : .warning, about: features[0],
          "instantiate() succeeded without \(noun) \(names); expected NULL."
            + (isSame ? " The audio output on noise is the same as with the feature." : ""),
          naming: [features.count == 1 ? names : "each of \(names)"], count: features.count, call: "instantiate()")
      })
  }

  /// Whether the output on noise with this setup is not silent and the same as with all features.
  ///
  /// That proves nothing about a plug-in that plays notes: an empty sampler is silent with all features. The instances
  /// run in copies of this process, because the plug-in can crash without the feature.
  private static func hasSameOutput(_ context: PluginContext, _ setup: InstanceSetup) -> Bool {
    guard context.plugin.midiInput == nil else { return false }
    let setups = [InstanceSetup(context), setup]
    let outputs = context.plugin.ports.count { $0.hasSamples && $0.isOutput }
    let copy = ForkedCopy(capacity: (frames + context.blockLength) * outputs) { number in
      try? context.record(context.noise, frames: frames, setups[Int(number)]).channels.flatMap(\.self)
    }
    guard let usual = copy.samples(0), let other = copy.samples(1) else { return false }
    return usual.contains { $0 != 0 } && usual.map(\.bitPattern) == other.map(\.bitPattern)
  }
}
