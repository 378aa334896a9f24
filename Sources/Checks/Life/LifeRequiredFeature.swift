import LV2Host
import TestHost
import ValidationModel

enum LifeRequiredFeature: PluginCheck {
  static let id: CheckID = "life.required-feature"
  static let text = CheckText(
    asserts: "instantiate() returns NULL, and does not crash, when a required feature is withheld.",
    rule: "A plug-in fails to instantiate where the host lacks a feature that it requires",
    source: "lv2core: lv2:requiredFeature; lv2/core/lv2.h: instantiate()",
    method: "Withholds each required feature that a host passes something with, one at a time, and all of them.",
    remedy: "Look every feature up, and return NULL where a required one is missing.",
    severities: [.warning])

  /// Features without data, which say something about the plug-in alone and cannot be missed in instantiate().
  private static let declarations: Set<String> = [
    URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.Core.isLive, URI.BufSize.boundedBlockLength,
    URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength, URI.BufSize.coarseBlockLength,
    URI.State.loadDefaultState, URI.State.threadSafeRestore,
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let required = context.plugin.requiredFeatures.subtracting(declarations).sorted()
    guard !required.isEmpty else { return .skipped("it requires no feature that a host passes something with") }
    return .findings(
      required.compactMap { feature in
        CrashRecord.note(activity: "without \(feature)")
        var setup = InstanceSetup(context)
        setup.features = .except([feature])
        guard (try? InstanceUnderTest(context, setup)) != nil else { return nil }
        return finding(
          .warning, "It is instantiated without <\(feature)>, which it requires.", call: "instantiate()")
      })
  }
}
