enum LifeReset: PluginCheck {
  static let id = CheckID.lifeReset
  static let text = CheckText(
    asserts: "After deactivate and activate the output is that of a fresh instance.",
    rule: "activate() resets all state that depends on the history of the instance",
    source: "lv2/core/lv2.h: activate()",
    method: "Plays noise, deactivates, activates, plays the same again, and compares with a fresh instance's output. "
      + "A difference of -100 dB of the peak is rounding.",
    remedy: "Clear delays, filters, envelopes and phases in activate().",
    severities: [.warning])

  /// -100 dB: far below what is audible, far above the rounding of single precision.
  private static let tolerance: Float = 1e-5
  private static let frames = 8192

  static func run(in context: PluginContext) throws -> CheckOutcome {
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped(reason)
    case .recording(let fresh):
      let rig = try Rig(context, RigSetup(context))
      rig.activate()
      rig.play(context.noise, frames: frames)
      rig.reset()
      let again = rig.play(context.noise, frames: frames)
      guard again.largestDifference(from: fresh) > tolerance * max(fresh.peak, again.peak),
        let place = again.firstDifference(from: fresh)
      else { return .passed }
      let difference = finding(
        .warning,
        "Output \(context.name(place.port)) differs from a fresh instance's from frame \(place.frame) on.",
        call: "run()", seed: context.seed)
      return try context.confirmed([difference]) {
        try context.record(context.noise, frames: frames).isIdentical(to: fresh)
      }
    }
  }
}
