import Model
import TestHost

extension AudioNonfinite {
  /// The first NaN or infinity on a nearly constant signal at the rate of the run; nil if there is none.
  static func nearlyConstantFinding(_ context: PluginContext) throws -> Finding? {
    guard context.plugin.hasAudioInput else { return nil }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    for (signal, seconds) in Signal.nearlyConstant(context) {
      CrashRecord.note(activity: signal.name)
      instance.activate()
      let place = instance.firstPlace(streaming: signal, seconds: seconds) { instance.firstNonfinite(in: $0) }
      instance.deactivate()
      guard let place else { continue }
      return outputFinding(
        .output, place.port, context,
        "is \(place.value.text) at frame \(place.frame) of \(signal.name) at \(Int(context.rate)) Hz; expected finite samples.",
        naming: [place.value.text, signal.name, place.value.origins])
    }
    return nil
  }
}

extension Signal {
  /// Signals that hardly change, with their durations in seconds. White noise never comes near to them.
  ///
  /// A pitch detector finds no maximum in their autocorrelation, and a variance is a difference of nearly equal numbers.
  static func nearlyConstant(_ context: PluginContext) -> [(signal: Signal, seconds: Double)] {
    let signals: [(Signal, Double)] = [
      (.offsetNoise(amplitude: 1e-3, offset: 0.4, seed: context.seed), 2),
      (.offsetNoise(amplitude: 1e-6, offset: 0.4, seed: context.seed), 2), (.ramp(perSecond: 0.05), 2), (.dc(1), 0.5),
      (.sine(frequency: 5, amplitude: 0.5), 1),
    ]
    return signals.map { ($0, context.reduced($1)) }
  }
}
