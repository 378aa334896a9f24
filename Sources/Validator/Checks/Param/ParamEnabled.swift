import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ParamEnabled: PluginCheck {
  enum Message: MessageKind {
    case output, gain, silent, undelayed, namedBypass, startsBypassed

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .warning, rule: unmodified, remedy: "Copy {the input} to {the output} while {the control} is 0.")
      case .gain:
        MessageText(
          .note, rule: unmodified,
          remedy: "Copy {the input} to {the output} without a gain while {the control} is 0.")
      case .silent:
        MessageText(
          .warning, rule: unmodified,
          remedy: "Copy {the input} to {the output} while {the control} is 0, instead of fading out.")
      case .undelayed:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses \"the processing latency incurred by the plugin\", which hosts compensate also "
              + "while lv2:enabled is 0",
            source: "lv2core: lv2:reportsLatency, lv2:enabled"),
          remedy:
            "Copy {the input} to {the output} through a delay line of {the reported latency} while {the control} is 0, "
            + "or report a latency of 0 then.")
      case .namedBypass:
        MessageText(
          .note, rule: nameOfBypass,
          remedy:
            "Copy {the input} to {the output} while {the control} selects the bypass, and give the control the designation "
            + "lv2:enabled if 1 enables the plug-in.")
      case .startsBypassed:
        MessageText(
          .note, rule: nameOfBypass,
          remedy: "Set lv2:default of {the control} to {the value}, which lets the plug-in process its input.")
      }
    }
  }

  private static let unmodified = Rule(
    "\"If this value is zero, the plugin is expected to bypass all signals unmodified\"", source: "lv2core: lv2:enabled"
  )
  private static let nameOfBypass = Rule(
    "A control named bypass lets the input pass while it is on, and one named enable while it is off; users expect a "
      + "plug-in that processes its input",
    source: "lv2val: the specification has no such requirement")

  static let id: CheckID = "param.enabled"
  static let provocation = Provocation(canFixControls: false)
  static let text = CheckText(
    asserts: "With lv2:enabled at 0, each output equals an input, delayed by the latency.",
    method: "Plays with the port at 1, sets it to 0, and plays 1 s of noise. The next 8192 frames of each output must "
      + "equal an input, delayed by the reported latency, within -80 dB relative to the input's peak. Plays also with the "
      + "port at 0 from the start, and at up to 8 other settings.",
    details: "The second of noise leaves time for a crossfade. Each output is compared with the input of the same "
      + "rank, or the only input, and then with the other inputs. The check is skipped if the numbers of inputs and "
      + "outputs differ, except for one input and two outputs. Side chains do not count as inputs. A toggled "
      + "control without the designation whose name or symbol is bypass, enable or enabled is judged by a note. So is a default "
      + "that selects the bypass. An input that passes with a gain is a note if one input becomes two outputs.",
    level: CheckLevel(6, "The bypass changes the sound."))

  /// -80 dB: a crossfade that approaches its end without reaching it differs less.
  private static let tolerance: Float = 1e-4

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let control = context.plugin.bypassControl else {
      return .skipped("the plug-in has no port designated lv2:enabled")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let inputs = instance.audioInputs.filter { $0.kind == .audio && !$0.isSideChain }
    let outputs = instance.audioOutputs.filter { $0.kind == .audio }
    // One input and two outputs are mono to stereo. More outputs are the bands of a crossover, or taps.
    guard inputs.first != nil, inputs.count == outputs.count || (inputs.count == 1 && outputs.count == 2) else {
      return .skipped("the numbers of audio inputs and outputs differ")
    }
    let usual = ControlSetting(values: [])
    guard let found = try findings(context, instance, control, usual, startsBypassed: false) else {
      return .skipped("the reported latency is out of range")
    }
    guard found.isEmpty else { return .findings(found) }
    let settings = context.sweep(seconds: 1.4, for: id).map { $0.without(control.port) }.filter { !$0.values.isEmpty }
    // A bypass without the designation can be that of a part, before or after a gain.
    let judged = control.isDesignated ? settings.prefix(context.reduced(maximumSettings)) : []
    let others = [(usual, true)] + judged.map { ($0, false) }
    for (setting, startsBypassed) in others {
      func fresh(_ setting: ControlSetting) throws -> [Finding] {
        let instance = try InstanceUnderTest(context, InstanceSetup(context))
        return try findings(context, instance, control, setting, startsBypassed: startsBypassed) ?? []
      }
      guard try !fresh(setting).isEmpty else { continue }
      var values = setting.values
      try values.reduce { try !fresh(ControlSetting(values: $0)).isEmpty }
      return try .findings(fresh(ControlSetting(values: values)))
    }
    return .findings(startFinding(control, context).map { [$0] } ?? [])
  }

  /// The number of settings besides the defaults.
  private static let maximumSettings = 8

  /// A control whose default selects the bypass. Hosts that know the designation lv2:enabled switch it on.
  private static func startFinding(_ control: BypassControl, _ context: PluginContext) -> Finding? {
    let initial = control.isDesignated ? control.port.defaultValue : control.port.initialValue(rate: context.rate)
    guard initial == control.bypassed else { return nil }
    let name = context.name(control.port.index)
    return finding(
      .startsBypassed, about: control.port.symbol,
      "The default of \(name) is \(control.bypassed.text), with which the input passes unchanged; expected a plug-in that "
        + "processes it.", naming: [name, (1 - control.bypassed).text])
  }

  /// The findings about the outputs with the bypass at a setting; nil if the reported latency is not valid.
  private static func findings(
    _ context: PluginContext, _ instance: InstanceUnderTest, _ control: BypassControl, _ setting: ControlSetting,
    startsBypassed: Bool
  ) throws -> [Finding]? {
    setting.apply(to: instance)
    let start = play(instance, control, startsBypassed: startsBypassed, context)
    let recording = instance.play(context.noise, frames: 8192, from: start)
    let reported = context.plugin.latencyPort.map { instance[control: $0.index] } ?? 0
    guard reported > -1, reported < Float(start) else { return nil }
    let bypass = Bypass(
      control: control, instance: instance, recording: recording, start: start,
      latency: Int(max(0, reported).rounded()),
      condition: startsBypassed ? " from activate() on" : setting.values.isEmpty ? "" : " with \(setting.description)",
      controls: setting.values.isEmpty ? nil : setting.controls, context: context)
    let inputs = instance.audioInputs.filter { $0.kind == .audio && !$0.isSideChain }
    let outputs = instance.audioOutputs.filter { $0.kind == .audio }
    return outputs.enumerated().compactMap { rank, output in
      bypass.finding(output, inputs.count == 1 ? inputs[0] : inputs[rank])
    }
  }

  /// Plays with the plug-in enabled, unless it starts bypassed, and then for 1 s with the bypass; returns the number of frames.
  private static func play(
    _ instance: InstanceUnderTest, _ control: BypassControl, startsBypassed: Bool, _ context: PluginContext
  ) -> Int {
    instance[control: control.port.index] = startsBypassed ? control.bypassed : 1 - control.bypassed
    instance.activate()
    let length = instance.configuration.maximumBlockLength
    let begin = (8192 / length + 1) * length
    instance.play(context.noise, frames: begin)
    instance[control: control.port.index] = control.bypassed
    let start = begin + (Int(context.rate) / length + 1) * length
    instance.play(context.noise, frames: start - begin, from: begin)
    return start
  }

  /// A recording with the bypass.
  private struct Bypass {
    let control: BypassControl
    let instance: InstanceUnderTest
    let recording: Recording
    /// The number of frames before the recording.
    let start: Int
    /// In frames, as reported.
    let latency: Int
    /// What was unusual, for the end of a clause.
    let condition: String
    let controls: [Finding.ControlValue]?
    let context: PluginContext

    private static let peak: Float = 0.25

    func finding(_ output: PortDescription, _ input: PortDescription) -> Finding? {
      let worst = difference(output, from: input, delayedBy: latency)
      // Both outputs of a vocoder pass the carrier.
      let others = instance.audioInputs.filter { $0.kind == .audio && $0.index != input.index }
      guard !isEqual(worst), !others.contains(where: { isEqual(difference(output, from: $0, delayedBy: latency)) })
      else { return nil }
      let names = (input: "input '\(input.symbol)'", output: "output '\(output.symbol)'")
      let name = context.name(control.port.index)
      let position = "\(name) is \(control.bypassed.text)\(condition)"
      if latency > 0, isEqual(difference(output, from: input, delayedBy: 0)) {
        guard control.isDesignated else { return nil }
        return ParamEnabled.runFinding(
          .undelayed, about: output.symbol, context,
          "Output '\(output.symbol)' equals the undelayed \(names.input) if \(position); expected the reported "
            + "latency of \(latency.counted("frame")).",
          naming: [names.input, names.output, latency.counted("frame"), name], controls: controls)
      }
      if control.isDesignated, isSilent(output) {
        return ParamEnabled.runFinding(
          .silent, about: output.symbol, context,
          "Output '\(output.symbol)' is silent if \(position); expected the signal of \(names.input).",
          naming: [names.input, names.output, name], controls: controls)
      }
      if control.isDesignated, isMonoToStereo, let gain = gain(output, input) {
        return ParamEnabled.runFinding(
          .gain, about: output.symbol, context,
          "Output '\(output.symbol)' is \(names.input) with a gain of \(gain.text) dB if \(position); expected an equal signal.",
          naming: [names.input, names.output, name], controls: controls)
      }
      let level =
        worst.isFinite
        ? "\(Int((20 * log10(worst / Self.peak)).rounded())) dB relative to the input's peak" : "NaN or infinity"
      let delayed = names.input + (latency > 0 ? " delayed by \(latency.counted("frame"))" : "")
      return ParamEnabled.runFinding(
        control.isDesignated ? .output : .namedBypass, about: output.symbol, context,
        "Output '\(output.symbol)' differs from \(delayed) by \(level) if \(position); expected an equal signal.",
        naming: [delayed, names.output, name], controls: controls)
    }

    private func isSilent(_ output: PortDescription) -> Bool {
      guard let rank = recording.ports.firstIndex(of: output.index) else { return false }
      return recording.channels[rank].allSatisfy { abs($0) <= tolerance * Self.peak }
    }

    private func isEqual(_ difference: Float) -> Bool { difference <= tolerance * Self.peak }

    private var isMonoToStereo: Bool { instance.audioInputs.count < instance.audioOutputs.count }

    /// The gain of an output that is otherwise equal to the input, in dB; nil for other outputs.
    private func gain(_ output: PortDescription, _ input: PortDescription) -> Float? {
      guard let (sound, expected) = signals(output, input, delayedBy: latency) else { return nil }
      let power = expected.reduce(0) { $0 + $1 * $1 }
      let gain = zip(sound, expected).reduce(0) { $0 + $1.0 * $1.1 } / power
      guard gain > Self.leastGain, gain < 1 / Self.leastGain,
        zip(sound, expected).allSatisfy({ abs($0 - gain * $1) <= tolerance * Self.peak })
      else { return nil }
      return (200 * log10(gain)).rounded() / 10
    }

    /// An output that is softer is not a bypass.
    private static let leastGain: Float = 0.25

    private func difference(
      _ output: PortDescription, from input: PortDescription, delayedBy latency: Int
    ) -> Float {
      guard let (sound, expected) = signals(output, input, delayedBy: latency) else { return 0 }
      return zip(sound, expected).reduce(0) { max($0, $1.0.isFinite ? abs($1.0 - $1.1) : .infinity) }
    }

    /// An output, and the delayed input.
    private func signals(
      _ output: PortDescription, _ input: PortDescription, delayedBy latency: Int
    ) -> (sound: [Float], expected: [Float])? {
      guard let rank = recording.ports.firstIndex(of: output.index),
        let channel = instance.audioInputs.firstIndex(where: { $0.index == input.index })
      else { return nil }
      let sound = recording.channels[rank]
      let expected = sound.indices.map { frame in
        context.noise.sample(frame: start + frame - latency, channel: channel, rate: context.rate)
      }
      return (sound, expected)
    }
  }
}
