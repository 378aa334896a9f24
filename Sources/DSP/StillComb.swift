/// The settings of a comb that do not move, prepared for many frames.
struct StillComb {
  let settings: CombSettings
  let weights: TapWeights
  let lowpass: LoopLowpass.Still

  init(_ settings: CombSettings) {
    self.settings = settings
    weights = Interpolator.weights(settings.delay)
    lowpass = LoopLowpass.Still(settings.openness)
  }
}
