import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ParamZipper: PluginCheck {
  enum Message: MessageKind {
    case steps, coarseSteps

    var text: MessageText {
      let rule = Rule(
        "pprops:causesArtifacts indicates that changes \"may produce slight artifacts to produced audio signals\" "
          + "(zipper noise); a control without it should not",
        source: "port-props: pprops:causesArtifacts")
      return switch self {
      case .steps:
        MessageText(
          .note, rule: rule,
          remedy:
            "Smooth {the control} over several milliseconds, per frame or in steps of a few frames, instead of using a "
            + "new value for a whole block.")
      case .coarseSteps:
        MessageText(
          .note, rule: rule,
          remedy:
            "Apply a crossfade of several milliseconds at each of the few values of {the control} at which the output "
            + "steps, such as a delay that is rounded to frames.")
      }
    }
  }

  static let id: CheckID = "param.zipper"
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(incidental: (.controls, .always), canFixControls: false)
  static let text = CheckText(
    asserts: "A control that moves once per block of 64 frames adds no zipper noise above -40 dB to the signal.",
    method: "Moves each continuous control over its range within 0.5 s in blocks of 64 frames, while a sine of 997 Hz "
      + "at -6 dBFS plays. Compares the power of the steps at block boundaries with the power of the output. Also "
      + "finds steps that are rare but large.",
    details: "The check tests at most 32 controls, drawn by the seed. A sine of angle w satisfies y[n] = 2 cos(w) "
      + "y[n-1] - y[n-2]. The residual at the first samples of the blocks is a step J if it is four times the residual "
      + "at any other position. A repetition must confirm it. A staircase of such steps has the power mean(J²)/12. A "
      + "single step is large above -32 dB relative to the peak of the output, if it is four times the residual in the "
      + "two blocks around it. Four of them are reported, if there are four times as many as at any other position of "
      + "a block.",
    level: CheckLevel(9, "Steps are audible, but nothing forbids them."))

  private static let block = 64
  private static let limit = -40.0
  private static let controls = 32
  /// The least ratio of the residual at the first position of a block to that at other positions.
  private static let distinct = 4.0

  static func inapplicability(in context: PluginContext) -> String? { context.plugin.missingAudioPath }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard !instance.configuration.isFixedBlockLength, instance.configuration.maximumBlockLength >= block else {
      return .skipped("the plug-in does not run in blocks of 64 frames")
    }
    let ports = context.plugin.ports(.control, .input).filter { port in
      !port.isToggled && !port.isInteger && !port.isEnumeration
        && !port.properties.contains(URI.PortProps.causesArtifacts) && !port.properties.contains(URI.PortProps.trigger)
        && port.range(rate: context.rate).map { $0.lowerBound < $0.upperBound } ?? false
    }
    guard !ports.isEmpty else { return .skipped("the plug-in has no continuous control with a range") }
    return .findings(
      context.draw(ports, atMost: controls, for: id).compactMap { port in
        CrashRecord.note(activity: "\(port.symbol) moves once per block of \(block) frames")
        // A worker that takes long cannot follow the movement.
        return instance.isWorkSlow ? nil : finding(instance, port, context)
      })
  }

  private static func finding(
    _ instance: InstanceUnderTest, _ port: PortDescription, _ context: PluginContext
  ) -> Finding? {
    let steps = steps(instance, port, moves: true)
    guard steps.isAudible else { return nil }
    // Noise can leave a residual at block boundaries by chance, but not twice.
    let again = self.steps(instance, port, moves: true)
    guard again.isAudible else { return nil }
    let still = self.steps(instance, port, moves: false)
    let movement = "Moving \(context.name(port.index)) over its range in 0.5 s"
    if steps.level > limit, again.level > limit, steps.level > still.level + 10 {
      return runFinding(
        .steps, about: port.symbol, context,
        "\(movement) adds zipper noise of \(Int(steps.level.rounded())) dB relative to the output; expected less than "
          + "\(Int(limit)) dB.", naming: [context.name(port.index)])
    }
    guard min(steps.large.count, again.large.count) >= Steps.enough, still.large.isEmpty,
      let largest = steps.large.max()
    else { return nil }
    return runFinding(
      .coarseSteps, about: port.symbol, context,
      "\(movement) causes \(steps.large.count.counted("step")) of up to \(Int((20 * log10(largest)).rounded())) dB "
        + "relative to the peak of the output; expected none above \(Int(20 * log10(Steps.least))) dB.",
      naming: [context.name(port.index)])
  }

  /// The steps at block boundaries in one recording.
  private struct Steps {
    /// The power of all steps in decibels relative to the output; -infinity if there are none or no output.
    var level = -Double.infinity
    /// The sizes of the large steps, relative to the peak of the output.
    var large: [Double] = []

    /// The number of large steps that is reported.
    static let enough = 4
    /// -32 dB: the least size of a large step, relative to the peak of the output.
    static let least = 0.025

    var isAudible: Bool { level > limit || large.count >= Self.enough }
  }

  private static func steps(_ instance: InstanceUnderTest, _ port: PortDescription, moves: Bool) -> Steps {
    let rate = instance.setup.rate
    let blocks = Int(rate / 2) / block
    let sine = Signal.sine(frequency: 997, amplitude: 0.5)
    instance.setDefaults()
    // Without movement, the control stays at the start of its range: a loop that resonates there repeats the onset of the
    // sine, which may coincide with block boundaries.
    instance[control: port.index] = port.value(at: 0, rate: rate)
    instance.activate()
    defer { instance.deactivate() }
    instance.play(sine, frames: 64 * block, blocks: [block])
    let first = 64 * block
    let recording = instance.play(
      sine, frames: blocks * block, from: first, blocks: [block],
      before: { frame in
        guard moves, !instance.isWorkSlow else { return }
        instance[control: port.index] = port.value(at: Float(frame - first) / Float(blocks * block), rate: rate)
      })
    guard recording.firstNonfinite == nil else { return Steps() }
    let angle = 2 * Double.pi * 997 / rate
    return recording.channels.reduce(into: Steps()) { steps, samples in
      guard let level = stepLevel(samples, angle: angle) else { return }
      steps.level = max(steps.level, level)
      let large = largeSteps(samples, angle: angle)
      if large.count > steps.large.count { steps.large = large }
    }
  }

  /// The large steps of one channel at block boundaries, relative to its peak; none if other positions have them as well.
  private static func largeSteps(_ samples: [Float], angle: Double) -> [Double] {
    let peak = samples.reduce(0.0) { max($0, abs(Double($1))) }
    let twoCosine = 2 * cos(angle)
    func residual(_ frame: Int) -> Double {
      abs(Double(samples[frame]) - twoCosine * Double(samples[frame - 1]) + Double(samples[frame - 2]))
    }
    // By position in the block.
    var steps = [[Double]](repeating: [], count: block)
    for frame in (2 * block)..<(samples.count - block) {
      let size = residual(frame)
      guard size > Steps.least * peak else { continue }
      // A step also affects the residual of the two following samples.
      let around = [(frame - block + 3)..<frame, (frame + 3)..<(frame + block)]
      let isSingle = around.allSatisfy { $0.allSatisfy { size > distinct * residual($0) } }
      if isSingle { steps[frame % block].append(size / peak) }
    }
    let elsewhere = steps.dropFirst().map(\.count).max() ?? 0
    return Double(steps[0].count) > distinct * Double(elsewhere) ? steps[0] : []
  }

  /// The power of the steps of one channel in decibels relative to its power: nil if it is silent, -infinity without steps.
  private static func stepLevel(_ samples: [Float], angle: Double) -> Double? {
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    // Below -90 dBFS, the output is treated as silence.
    guard power > 1e-9 else { return nil }
    let twoCosine = 2 * cos(angle)
    // The energy of the residual at each position of a block. Overtones that the plug-in adds contribute to all positions,
    // because their period is not a divisor of the block; a step contributes to the first position only.
    var residuals = [Double](repeating: 0, count: block)
    for frame in 2..<samples.count {
      let expected = twoCosine * Double(samples[frame - 1]) - Double(samples[frame - 2])
      let residual = Double(samples[frame]) - expected
      residuals[frame % block] += residual * residual
    }
    // A step also affects the residual of the next sample, and a filter's transient that of some more.
    guard let within = residuals[(block / 2)...].max(), residuals[0] > distinct * within else {
      return -.infinity
    }
    let excess = (residuals[0] - within) * Double(block) / Double(samples.count)
    return 10 * log10(excess / 12 / power)
  }
}

extension PortDescription {
  /// The value at a fraction of the range from 0 to 1, at a rate in hertz; exponential if the port is logarithmic.
  fileprivate func value(at fraction: Float, rate: Double) -> Float {
    guard let range = range(rate: rate) else { return initialValue(rate: rate) }
    if isLogarithmic, range.lowerBound > 0 {
      return range.lowerBound * pow(range.upperBound / range.lowerBound, fraction)
    }
    return range.lowerBound + fraction * (range.upperBound - range.lowerBound)
  }
}
