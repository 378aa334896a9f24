import Model

extension Measurements {
  /// One measurement of each kind.
  static var sample: Measurements {
    let response = Response(
      setting: .defaults, magnitude: Curve(x: [20, 1000, 20_000], y: [0, -3, -40]),
      phase: Curve(x: [20, 1000, 1050, 20_000], y: [0, -170, 175, 90]))
    var measurements = Measurements()
    measurements.input = "In <L>"
    measurements.output = "Out"
    measurements.response = response
    measurements.impulse = Curve(x: [0, 1], y: [1, 0])
    measurements.spectrum = Spectrum(
      frequency: 997, level: -0.1, harmonics: [-60, -80], distortion: -59.9, noise: -140,
      curve: Curve(x: [20, 997, 20_000], y: [-150, -0.1, -150]))
    measurements.times = BlockTimes(rate: 48_000, block: 256, silenceFrom: 2, microseconds: [4, 3, 2, 2])
    var low = response
    low.setting = Setting(label: "200 Hz", controls: [.init(symbol: "cutoff", value: 200)])
    measurements.families = [ControlFamily(symbol: "cutoff", name: "Cutoff", responses: [low, response])]
    measurements.steps = [
      StepResponse(
        symbol: "cutoff", name: "Cutoff", unit: "Hz", from: 20, to: 20_000,
        curve: Curve(x: [-5, 0, 5], y: [0, 0.1, 0.2]))
    ]
    measurements.omissions = ["One measurement was omitted."]
    return measurements
  }
}
