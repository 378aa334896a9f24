import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum AudioUnusedInput: PluginCheck {
  enum Message: MessageKind {
    case silent, input

    var text: MessageText {
      switch self {
      case .silent:
        MessageText(
          .warning,
          rule: Rule(
            "A plug-in with audio inputs and outputs processes audio",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Follow one sample from the input to the output: look for a variable that is read but never written, and "
            + "for a division of integers that is always 0.")
      case .input:
        MessageText(
          .note,
          rule: Rule(
            "An output depends on each audio input, at one setting at least",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Use {the input} in run(): look for the code that should read it. Remove the port if nothing needs it.")
      }
    }
  }

  static let id: CheckID = "audio.unused-input"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "Each audio input has an effect on an output, and an effect is not silent at all settings.",
    method:
      "Plays loud noise, held keys and a rolling transport, at the defaults and at other settings, and again with "
      + "another noise in each input. An input is reported if no sample, control output or event ever differs; then the "
      + "runs are repeated with a longer sound.",
    details:
      "The bypass is off. A plug-in with a parameter that is a file, that schedules work, or whose outputs are copies of "
      + "inputs at the defaults, is not examined, and silence of one with a state is not reported. The first runs have "
      + "8192 frames and twice the latency, the repeated ones 3 s, during which switches move. The plug-in is silent if "
      + "all samples of all outputs are 0.",
    level: CheckLevel(8, "A connection to the input does nothing."))

  static func inapplicability(in context: PluginContext) -> String? {
    let plugin = context.plugin
    guard plugin.hasAudioInput else { return "the plug-in has no audio input" }
    guard plugin.hasAudioOutput || !plugin.ports(.control, .output).isEmpty else {
      return "the plug-in has no audio, CV or control output"
    }
    let hasFile = WritableParameter.all(of: context).contains { [URI.Atom.path, URI.Atom.string].contains($0.type) }
    return hasFile ? "the plug-in has a parameter that is a file or a text" : nil
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let search = UnusedInputSearch(context)
    guard try !search.passesInputs() else { return .skipped("the outputs are copies of the inputs") }
    guard let short = try search.result(isLong: false) else { return .skipped("the plug-in schedules work") }
    guard short.isSuspicious, let result = try search.result(isLong: true) else { return .passed }
    guard result.isSuspicious else { return .passed }
    let runs = result.settings.counted("setting")
    if result.isSilent {
      // It may need a state, with a file for example.
      guard !context.plugin.extensionData.contains(URI.State.interface) else { return .passed }
      return .findings([
        runFinding(
          .silent, context,
          "All samples of the audio outputs are 0 while loud noise is in the inputs, at \(runs) of the controls; "
            + "expected sound.")
      ])
    }
    let names = result.unused.map { context.name($0.index) }
    return .findings([
      runFinding(
        .input, about: result.unused[0].symbol, context,
        "Audio input \(names[0]) has no effect on any output, at \(runs) of the controls; expected an effect at one of them."
          + (names.count > 1 ? " The same applies to \(names.dropFirst().listed(atMost: 3))." : ""),
        naming: ["input \(names[0])"], count: names.count)
    ])
  }
}

/// Looks for audio inputs on which no output depends.
struct UnusedInputSearch {
  struct Result {
    let unused: [PortDescription]
    let isSilent: Bool
    /// The number of settings.
    let settings: Int

    var isSuspicious: Bool { isSilent || !unused.isEmpty }
  }

  private let context: PluginContext
  /// The audio and CV inputs.
  private let inputs: [PortDescription]

  /// In frames, of the first runs, and in seconds, of the repeated ones.
  private static let (short, long) = (8192, 3.0)
  /// The first channel of the noise that replaces the usual one.
  private static let otherChannel = 16
  private static let keys: [UInt8] = [36, 60, 69]
  private static let rounding: Float = 1e-6

  init(_ context: PluginContext) {
    self.context = context
    inputs = context.plugin.ports.filter { $0.hasSamples && $0.isInput }
  }

  /// Whether each audio output is a copy of an input: an analyzer, which shows other inputs in its window.
  func passesInputs() throws -> Bool {
    guard context.plugin.hasAudioOutput else { return false }
    let audio = try context.activeInstance().play(context.noise, frames: context.blockLength)
    return audio.channels.allSatisfy { samples in
      inputs.indices.contains { channel in
        samples.indices.allSatisfy {
          abs(samples[$0] - context.noise.sample(frame: $0, channel: channel, rate: context.rate)) < Self.rounding
        }
      }
    }
  }

  /// Nil if the plug-in schedules work.
  func result(isLong: Bool) throws -> Result? {
    var unused = inputs.indices.filter { inputs[$0].kind == .audio }
    var isSilent = context.plugin.ports.contains { $0.kind == .audio && $0.isOutput }
    let seconds = isLong ? Self.long : Double(Self.short) / context.rate
    let settings = [ControlSetting(values: [])] + context.sweep(seconds: 2 * seconds, for: AudioUnusedInput.id)
    let played = settings.filter { !isBypassed($0) }
    for setting in played {
      guard let usual = try take(replacing: [], setting, isLong) else { return nil }
      isSilent = isSilent && usual.audio.peak == 0
      if !unused.isEmpty {
        guard let other = try take(replacing: unused, setting, isLong) else { return nil }
        if other != usual {
          unused = try unused.filter { try take(replacing: [$0], setting, isLong) == usual }
        }
      }
      if unused.isEmpty, !isSilent { break }
    }
    return Result(unused: unused.map { inputs[$0] }, isSilent: isSilent, settings: played.count)
  }

  private func isBypassed(_ setting: ControlSetting) -> Bool {
    guard let bypass = context.plugin.bypassControl else { return false }
    return setting.values.contains { $0.port.index == bypass.port.index && $0.value == bypass.bypassed }
  }

  private func take(replacing ranks: [Int], _ setting: ControlSetting, _ isLong: Bool) throws -> Take? {
    var setup = InstanceSetup(context)
    setup.signalChannels = inputs.indices.map { ranks.contains($0) ? Self.otherChannel + $0 : $0 }
    let instance = try context.activeInstance(setup, at: setting)
    let reported = context.plugin.latencyPort.map { instance[control: $0.index] } ?? 0
    let latency = reported.isFinite ? Int(min(max(reported, 0), 65536)) : 0
    let frames = isLong ? Int(Self.long * context.rate) : Self.short + 2 * latency
    let take = instance.perform(
      Scenario.Passage(.noise(amplitude: 1, seed: context.seed), frames: frames, score: score(frames, isLong)))
    return instance.hosted.features.worker.scheduleCount == 0 ? take : nil
  }

  private func score(_ frames: Int, _ isLong: Bool) -> [Scenario.Event] {
    var position = TransportPosition()
    position.speed = 1
    var score = [Scenario.Event(0, .transport(position))] + Self.keys.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
    guard isLong else { return score }
    // A looper records while a switch is on, and plays afterwards.
    let bypass = context.plugin.bypassControl?.port.index
    let switches = context.plugin.movableControls.filter { $0.isToggled && $0.index != bypass }
    for (index, port) in switches.prefix(16).enumerated() {
      let frame = frames * (index + 1) / (2 * (min(switches.count, 16) + 1))
      score.append(Scenario.Event(frame, .control(port.symbol, 1)))
      score.append(Scenario.Event(frame + frames / 4, .control(port.symbol, 0)))
    }
    return score.sorted { $0.frame < $1.frame }
  }
}
