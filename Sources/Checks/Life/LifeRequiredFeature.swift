import LV2Host
import TestHost
import ValidationModel

enum LifeRequiredFeature: PluginCheck {
  enum Message: MessageKind { case instantiatedWithoutFeature }

  static let id: CheckID = "life.required-feature"
  static let text = CheckText(
    asserts: "If the host withholds a required feature, instantiate() returns NULL and does not crash.",
    rule: "The plug-in MUST fail to instantiate if a required feature is not supported by the host",
    source: "lv2core: lv2:requiredFeature; lv2/core/lv2.h: instantiate()",
    method: "Withholds each required feature that carries data, one at a time.",
    details: "Features without data, such as bufsz:boundedBlockLength, only describe the plug-in or the host and are "
      + "offered. A crash is a warning, because hosts do not withhold required features.",
    remedy: "Look up every required feature in the features array, and return NULL if one is missing.",
    level: CheckLevel(6, "Hosts without the feature end instead of reporting an error."),
    severities: [.warning])

  /// Features without data, whose absence instantiate() need not notice.
  private static let declarations: Set<String> = [
    URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.Core.isLive, URI.BufSize.boundedBlockLength,
    URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength, URI.BufSize.coarseBlockLength,
    URI.State.loadDefaultState, URI.State.threadSafeRestore,
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let required = context.plugin.requiredFeatures.subtracting(declarations).sorted()
    guard !required.isEmpty else { return .skipped("the plug-in requires no feature that carries data") }
    return .findings(
      required.compactMap { feature in
        CrashRecord.note(activity: "without \(feature)")
        let setup = InstanceSetup(context, \.features, .except([feature]))
        guard (try? InstanceUnderTest(context, setup)) != nil else { return nil }
        return finding(
          .instantiatedWithoutFeature, .warning, about: feature,
          "instantiate() succeeded without the required feature <\(feature)>; expected NULL.", call: "instantiate()")
      })
  }
}
