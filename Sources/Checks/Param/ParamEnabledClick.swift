import LV2Host
import TestHost
import ValidationModel

enum ParamEnabledClick: PluginCheck {
  static let id: CheckID = "param.enabled-click"
  static let text = CheckText(
    asserts: "Turning lv2:enabled off and on makes no step larger than the signals' own.",
    rule: "The plug-in must provide a click-free transition between the enabled and the bypassed state",
    source: "lv2core: lv2:enabled",
    method:
      "Plays a sine of 200 Hz at -6 dBFS, turns the port off and on again eight times, at different phases, and compares "
      + "the largest difference of two neighbouring samples with the largest in the settled states: at most twice it, "
      + "and 1 % of the peak.",
    remedy: "Crossfade between input and output over some milliseconds.",
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let enabled = context.plugin.port(designation: URI.Core.enabled), enabled.isInput else {
      return .skipped("it has no port designated lv2:enabled")
    }
    guard context.plugin.hasAudioInput, context.plugin.hasAudioOutput else {
      return .skipped("it has no audio input, or no output")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let sine = Signal.sine(frequency: 200, amplitude: 0.5)
    let length = instance.configuration.maximumBlockLength
    // A prime number of blocks, so that the turns fall on different phases of the sine; a quarter of a second or more.
    let blocks = 97 * max(1, Int(context.rate / 4) / (97 * length) + 1)
    instance.activate()
    var steps = Steps(channels: instance.audioOutputs.count)
    var moving: Float = 0
    var settled: Float = 0
    for turn in 0..<9 {
      instance[control: enabled.index] = turn % 2 == 0 ? 1 : 0
      let recording = instance.play(sine, frames: blocks * length, from: turn * blocks * length)
      guard recording.firstNonfinite == nil else { return .skipped("its output is not finite") }
      let (early, late) = steps.largest(in: recording)
      if turn > 0 { moving = max(moving, early) }
      settled = max(settled, late)
      steps.peak = max(steps.peak, recording.peak)
    }
    guard moving > 2 * settled + 0.01 * steps.peak else { return .passed }
    return .findings([
      finding(
        .note,
        "Turning \(context.name(enabled.index)) makes a step of \(moving) between two samples; the settled signals have "
          + "none above \(settled).",
        call: "run()", seed: context.seed)
    ])
  }

  /// The largest steps between neighbouring samples, also across recordings that follow one another.
  private struct Steps {
    private var last: [Float?]
    var peak: Float = 0

    init(channels: Int) { last = Array(repeating: nil, count: channels) }

    /// The largest step in the first and in the second half.
    mutating func largest(in recording: Recording) -> (early: Float, late: Float) {
      var early: Float = 0
      var late: Float = 0
      for (index, channel) in recording.channels.enumerated() {
        for (frame, sample) in channel.enumerated() {
          let step = abs(sample - (last[index] ?? sample))
          if frame < channel.count / 2 { early = max(early, step) } else { late = max(late, step) }
          last[index] = sample
        }
      }
      return (early, late)
    }
  }
}
