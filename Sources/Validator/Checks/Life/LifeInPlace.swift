import Model
import TestHost

enum LifeInPlace: PluginCheck {
  enum Message: MessageKind {
    case nonfinite, output, outputAtSetting

    var text: MessageText {
      switch self {
      case .nonfinite: MessageText(.error, rule: rule, remedy: remedy)
      case .output: MessageText(.warning, rule: rule, remedy: remedy)
      case .outputAtSetting:
        MessageText(
          .warning, rule: rule,
          remedy:
            "In the code that these control values select, read all inputs of a frame before {the output} of that "
            + "frame is written, or declare lv2:inPlaceBroken as lv2:requiredFeature.")
      }
    }
  }

  private static let rule = Rule(
    "Plug-ins that will fail to work correctly if ANY input port is connected to the same location as ANY output port MUST "
      + "require lv2:inPlaceBroken", source: "lv2core.meta.ttl: lv2:inPlaceBroken")
  private static let remedy =
    "Read all inputs of a frame before {the output} of that frame is written, or declare lv2:inPlaceBroken as "
    + "lv2:requiredFeature."

  static let id: CheckID = "life.in-place"
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(exercise: .stimulus, incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "An input and an output may share one buffer, unless the plug-in requires lv2:inPlaceBroken.",
    method: "Plays noise with each output in the buffer of the input of the same rank, with all inputs and the first "
      + "output in one buffer, and with all inputs in one buffer. Compares with separate buffers of the same signals, at the defaults and with controls at the ends of their ranges.",
    details: "Ardour uses one buffer for both inputs and the first output of a stereo plug-in in a mono track. At the "
      + "defaults, a difference of up to -100 dB relative to the peak counts as rounding. Then each control is set to "
      + "both ends of its range, and a switch to each position, in at most 64 settings drawn by the seed. In 8 further "
      + "settings all controls are at an end. At these settings an output must differ by -40 dB in power, in fresh "
      + "instances too, and ten times as much as it does if the input is amplified by a hundred-thousandth. What buffers "
      + "of the same rank explain, and outputs that keep what their buffers held, are not reported again.",
    level: CheckLevel(3, "Hosts use one buffer for input and output unless the plug-in forbids it."))

  /// -100 dB relative to the peak, as in life.reset.
  private static let tolerance: Float = 1e-5
  private static let frames = 8192
  /// What the samples of outputs hold before each block, to recognize those that are not written.
  static let otherContent: Float = 0.4921875

  static func inapplicability(in context: PluginContext) -> String? {
    if context.plugin.inPlaceBroken { return "the plug-in declares lv2:inPlaceBroken" }
    let canShare = !context.plugin.ports(.audio, .input).isEmpty && !context.plugin.ports(.audio, .output).isEmpty
    return canShare ? nil : "the plug-in has no audio input and output that could share a buffer"
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    var findings: [Finding] = []
    for layout in BufferLayout.all(for: context.plugin) {
      let outcome = try compare(layout, context)
      guard case .findings(let new) = outcome else { return findings.isEmpty ? outcome : .findings(findings) }
      findings += new
      // A fault at the defaults also shows at other settings and in other layouts.
      if findings.contains(where: { $0.controls == nil }) { break }
    }
    return .findings(findings)
  }

  private static func compare(_ layout: BufferLayout, _ context: PluginContext) throws -> CheckOutcome {
    let shared = try context.record(context.noise, frames: frames, setup(layout, context))
    switch try context.reference(context.noise, frames: frames, separate(layout, context)) {
    case .none(let reason): return .skipped("only crashes were tested: \(reason)")
    case .recording(let separate):
      guard difference(of: shared, from: separate, layout, context) != nil else {
        return try compareSettings(layout, context)
      }
      let unwritten = try unwrittenOutputs(of: separate, layout, context)
      guard
        let difference = difference(of: shared.without(unwritten), from: separate.without(unwritten), layout, context)
      else { return try compareSettings(layout, context) }
      return try context.confirmed([difference]) { context in
        try context.record(context.noise, frames: frames, self.separate(layout, context)).isIdentical(to: separate)
          && context.record(context.noise, frames: frames, setup(layout, context)).isIdentical(to: shared)
      }
    }
  }

  static func setup(_ layout: BufferLayout, _ context: PluginContext) -> InstanceSetup {
    var setup = separate(layout, context)
    setup.layout = layout
    return setup
  }

  /// Separate buffers with the signals that a layout gives the inputs.
  static func separate(_ layout: BufferLayout, _ context: PluginContext) -> InstanceSetup {
    InstanceSetup(context, \.hasEqualInputs, layout.hasEqualInputs)
  }

  /// The outputs that depend on what their buffers held before, which audio.unwritten reports.
  private static func unwrittenOutputs(
    of separate: Recording, _ layout: BufferLayout, _ context: PluginContext
  ) throws -> Set<Int> {
    let instance = try context.activeInstance(self.separate(layout, context))
    return instance.play(context.noise, frames: frames) { _ in instance.fillOutputs(otherContent) }
      .portsThatDiffer(from: separate)
  }

  private static func difference(
    of shared: Recording, from separate: Recording, _ layout: BufferLayout, _ context: PluginContext
  ) -> Finding? {
    if let place = shared.firstNonfinite {
      return outputFinding(
        .nonfinite, place.port, context,
        "is \(place.value.text) at frame \(place.frame) if \(layout.condition), but finite with separate buffers.",
        naming: [name(place.port, context)])
    }
    guard shared.largestDifference(from: separate) > tolerance * max(separate.peak, shared.peak),
      let place = shared.firstDifference(from: separate)
    else { return nil }
    return outputFinding(
      .output, place.port, context,
      "depends on whether \(layout.condition), from frame \(place.frame) on; expected the same output.",
      naming: [name(place.port, context)])
  }

  static func name(_ port: Int, _ context: PluginContext) -> String { "output \(context.name(port))" }
}
