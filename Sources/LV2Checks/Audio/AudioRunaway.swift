import Glibc
import LV2Host

enum AudioRunaway: PluginCheck {
  static let id = CheckID.audioRunaway
  static let crashesSpeakFor = CheckID.paramBounds
  static let text = CheckText(
    asserts: "On silence after a loud passage the output does not grow, at either end of any control.",
    rule: "A recursion whose loop gain is above 1 ends in full-scale noise, in the ears and in the speakers",
    source: "our own: no term of the specification asks for it",
    method:
      "With one control at an end of its range (64 such settings at most, drawn by the seed) plays 0.25 s of full-scale "
      + "square and then silence. The peaks of seconds 2 to 4, 4 to 6 and 6 to 8 have to grow by 5 % each, and the last of "
      + "8 further seconds has to be at least twice the first and above -60 dBFS. Stops early below -80 dBFS.",
    remedy: "Keep the gain of every loop below 1 over the whole range, or saturate inside the loop.",
    severities: [.warning])

  private static let settings = 64
  /// -80 dBFS: what has fallen so far is taken to fall on.
  private static let quiet: Float = 1e-4

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput, context.plugin.hasAudioInput else {
      return .skipped("it has no audio input, or no output")
    }
    let rig = try Rig(context, RigSetup(context))
    let ends = context.plugin.ports(.control, .input).flatMap { port in
      port.range(rate: context.rate).map { [(port, $0.lowerBound), (port, $0.upperBound)] } ?? []
    }
    var findings: [Finding] = []
    for (port, value) in context.draw(ends, atMost: settings, for: id) {
      BlackBox.note(stage: "\(port.symbol) = \(value), loud and then silent")
      rig.setDefaults()
      rig[control: port.index] = value
      rig.activate()
      if let growth = growth(rig) {
        findings.append(
          finding(
            .warning,
            "With \(context.name(port.index)) at \(value), silence after a loud passage comes out louder and louder: "
              + "from a peak of \(growth.from) to \(growth.to) within 16 s.",
            call: "run()", seed: context.seed, controls: rig.changedControls))
      }
      rig.deactivate()
    }
    return .findings(findings)
  }

  /// The peaks of the second window and the last one, where the output grows; nil where it does not.
  private static func growth(_ rig: Rig) -> (from: Float, to: Float)? {
    let second = Int(rig.setup.rate)
    rig.play(.fullScale, frames: second / 4)
    var peaks: [Float] = []
    for window in 0..<8 {
      let peak = silence(rig, frames: 2 * second)
      guard peak > quiet, peak.isFinite else { return nil }
      peaks.append(peak)
      if (2...3).contains(window), peak < 1.05 * peaks[window - 1] { return nil }
    }
    return peaks[7] >= 2 * peaks[1] && peaks[7] > 1e-3 ? (peaks[1], peaks[7]) : nil
  }

  /// The peak of the second half of a stretch of silence.
  private static func silence(_ rig: Rig, frames: Int) -> Float {
    var peak: Float = 0
    rig.stream(.silence, frames: frames) { frame, length in
      if frame >= frames / 2 { peak = max(peak, rig.outputPeak(in: length)) }
      return true
    }
    return peak
  }
}
