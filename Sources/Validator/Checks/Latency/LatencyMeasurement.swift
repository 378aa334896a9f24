import LV2Host
import TestHost

/// The latency that a plug-in reports at a setting, and the delay of an impulse there.
struct LatencyMeasurement {
  /// In frames.
  let reported, measured: Double

  private static let tolerance = LatencyImpulse.tolerance

  /// Nil if the port has no valid value, or if the response has no single peak.
  ///
  /// - Parameters:
  ///   - changingDuringSound: whether the instance begins at its defaults and the controls change while it plays.
  ///   - prepare: called after activate(), for example to load a file.
  init?(
    _ context: PluginContext, _ port: PortDescription, _ setting: ControlSetting, changingDuringSound: Bool,
    prepare: (InstanceUnderTest) -> Void = { _ in }
  ) throws(HostError) {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    if !changingDuringSound { setting.apply(to: instance) }
    instance.activate()
    prepare(instance)
    if changingDuringSound {
      instance.play(context.noise, frames: 2048)
      setting.apply(to: instance)
    }
    // Long enough for what was played before to leave most plug-ins.
    instance.play(.silence, frames: changingDuringSound ? 32768 : 8192)
    let value = Double(instance[control: port.index])
    guard value.isFinite, value >= 0, value < 1e6 else { return nil }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(value))
    guard let delay = recording.channels.compactMap(Self.center).min() else { return nil }
    (reported, measured) = (value, delay)
  }

  var isWrong: Bool { abs(reported - measured) > Double(Self.tolerance) }

  /// The constant delay in frames, at the defaults, of a plug-in without a latency port; nil if there is none, or if a delay
  /// is the purpose of the plug-in.
  static func unreported(_ context: PluginContext) throws(HostError) -> Int? {
    let plugin = context.plugin
    guard plugin.missingAudioPath == nil, !plugin.isAboutDelay else { return nil }
    let instance = try context.activeInstance()
    guard instance.play(.silence, frames: 16384).peak < 1e-4 else { return nil }
    var delays: Set<Int> = []
    for _ in 0..<2 {
      let response = instance.play(.impulse(at: 0), frames: 16384)
      guard let delay = response.channels.compactMap(center).min() else { return nil }
      delays.insert(Int(delay.rounded()))
      instance.play(.silence, frames: 5000)
    }
    guard delays.count == 1, let delay = delays.first, delay > tolerance else { return nil }
    return delay
  }

  /// The center of a response's energy, in frames; nil if the response is silent or has no single peak.
  static func center(_ response: [Float]) -> Double? {
    guard let peak = response.indices.max(by: { abs(response[$0]) < abs(response[$1]) }) else { return nil }
    let energy = response.map { Double($0) * Double($0) }
    let total = energy.reduce(0, +)
    let near = max(0, peak - tolerance)...min(response.count - 1, peak + tolerance)
    let part = energy[near].reduce(0, +)
    guard total > 1e-6, total.isFinite, part > 0.9 * total else { return nil }
    return near.reduce(0) { $0 + Double($1) * energy[$1] } / part
  }
}

extension PluginDescription {
  /// Classes and words that say that a delay is intended.
  private static let delayingClasses = [
    "Delay", "Reverb", "Chorus", "Flanger", "Phaser", "Modulator", "Spatial", "Pitch",
  ]

  /// Whether the class says that the plug-in delays its input on purpose.
  var hasDelayingClass: Bool { Self.delayingClasses.contains { classURI.hasSuffix("#\($0)Plugin") } }

  /// Whether the class, the name or a control says so.
  fileprivate var isAboutDelay: Bool {
    hasDelayingClass || DelayWord.isEffect(name)
      || ports(.control, .input).contains { DelayWord.isIn($0.name) || DelayWord.isIn($0.symbol) }
  }
}

/// Words in names of plug-ins and controls that delay on purpose.
private enum DelayWord {
  private static let effects = [
    "delay", "echo", "reverb", "room", "vibrato", "chorus", "flang", "tap", "align", "shift", "phase", "comb", "loop",
    "doubl", "haas",
  ]
  private static let quantities = [
    "time", "latency", "lookahead", "look ahead", "offset", "distance", "length", "samples",
  ]

  /// Whether the name of a plug-in is that of an effect with a delay.
  static func isEffect(_ name: String) -> Bool { contains(name, effects) }

  /// Whether the name of a control is that of a delay, or of such an effect.
  static func isIn(_ name: String) -> Bool { contains(name, effects + quantities) }

  private static func contains(_ name: String, _ words: [String]) -> Bool {
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }
}

extension ControlSetting {
  /// The setting without controls that may delay on purpose.
  var withoutDelays: ControlSetting {
    ControlSetting(values: values.filter { !DelayWord.isIn($0.port.name) && !DelayWord.isIn($0.port.symbol) })
  }
}
