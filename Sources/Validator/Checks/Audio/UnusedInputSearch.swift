import LV2Host
import Scenarios
import Support
import TestHost

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
  static let keys: [UInt8] = [36, 60, 69]
  private static let rounding: Float = 1e-6

  init(_ context: PluginContext) {
    self.context = context
    inputs = context.plugin.ports.filter { $0.hasSamples && $0.isInput }
  }

  /// Why the effect of a port cannot be judged: without a file, much of the plug-in may stand still. Nil if it can.
  static func obstacle(in context: PluginContext) -> String? {
    let hasFile = WritableParameter.all(of: context).contains { [URI.Atom.path, URI.Atom.string].contains($0.type) }
    return hasFile ? "the plug-in has a parameter that is a file or a text" : nil
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
    let played = settings.filter { !context.plugin.isBypassed(at: $0) }
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

  private func take(replacing ranks: [Int], _ setting: ControlSetting, _ isLong: Bool) throws -> Take? {
    var setup = InstanceSetup(context)
    setup.signalChannels = inputs.indices.map { ranks.contains($0) ? Self.otherChannel + $0 : $0 }
    let instance = try context.activeInstance(setup, at: setting)
    let frames = isLong ? Int(Self.long * context.rate) : Self.short + 2 * instance.usableLatency
    let take = instance.perform(
      Scenario.Passage(.noise(amplitude: 1, seed: context.seed), frames: frames, score: score(frames, isLong)))
    return instance.hosted.features.worker.scheduleCount == 0 ? take : nil
  }

  /// A transport that rolls, and keys that are pressed.
  static var opening: [Scenario.Event] {
    var position = TransportPosition()
    position.speed = 1
    return [Scenario.Event(0, .transport(position))] + keys.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
  }

  private func score(_ frames: Int, _ isLong: Bool) -> [Scenario.Event] {
    var score = Self.opening
    guard isLong else { return score }
    // A looper records while a switch is on or has a certain position, and plays afterwards.
    let bypass = context.plugin.bypassControl?.port.index
    let switches = context.plugin.movableControls.filter { $0.isSwitch && $0.index != bypass }
    for (index, port) in switches.prefix(16).enumerated() {
      let frame = frames * (index + 1) / (2 * (min(switches.count, 16) + 1))
      let values = values(of: port)
      for (position, value) in values.enumerated() {
        score.append(Scenario.Event(frame + frames * position / (4 * (values.count - 1)), .control(port.symbol, value)))
      }
    }
    return score.sorted { $0.frame < $1.frame }
  }

  /// At least two values that a switch has one after the other.
  private func values(of port: PortDescription) -> [Float] {
    guard !port.isToggled, let range = port.range(rate: context.rate), range.lowerBound < range.upperBound else {
      return [1, 0]
    }
    return port.testValues(in: range)
  }
}
