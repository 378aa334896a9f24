enum LifeInPlace: PluginCheck {
  static let id = CheckID.lifeInPlace
  static let text = CheckText(
    asserts: "One buffer may serve for input and output, unless lv2:inPlaceBroken is declared.",
    rule: "A host may give the same buffer to an input and an output of a plug-in without lv2:inPlaceBroken",
    source: "lv2core: lv2:inPlaceBroken",
    method: "Plays noise with each output in the buffer of the input of the same rank, and compares with the output in "
      + "buffers of its own. A difference of -100 dB of the peak is rounding.",
    remedy: "Read every input sample of a frame before the first output of that frame is written, or require "
      + "lv2:inPlaceBroken.",
    severities: [.error, .warning])

  /// As in life.reset.
  private static let tolerance: Float = 1e-5
  private static let frames = 8192

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.inPlaceBroken else { return .skipped("it declares lv2:inPlaceBroken") }
    guard !context.plugin.ports(.audio, .input).isEmpty, !context.plugin.ports(.audio, .output).isEmpty else {
      return .skipped("it has no audio input and output that could share a buffer")
    }
    var setup = RigSetup(context)
    setup.inPlace = true
    let shared = try context.record(context.noise, frames: frames, setup)
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped("only tried for crashes: \(reason)")
    case .recording(let separate):
      if let place = shared.firstNonfinite {
        return .findings([
          finding(
            .error,
            "Output \(context.name(place.port)) is \(place.value) at frame \(place.frame), in place alone.",
            call: "run()", seed: context.seed)
        ])
      }
      guard shared.largestDifference(from: separate) > tolerance * max(separate.peak, shared.peak),
        let place = shared.firstDifference(from: separate)
      else { return .passed }
      let difference = finding(
        .warning, "In place, output \(context.name(place.port)) differs from frame \(place.frame) on.", call: "run()",
        seed: context.seed)
      return try context.confirmed([difference]) {
        try context.record(context.noise, frames: frames).isIdentical(to: separate)
      }
    }
  }
}
