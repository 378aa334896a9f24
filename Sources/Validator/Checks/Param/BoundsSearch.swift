import Glibc
import LV2Host
import Model
import Support
import TestHost

/// Plays control values within their ranges, and collects those at which the output is not finite.
final class BoundsSearch {
  /// A value for each of some controls.
  typealias Values = [(PortDescription, Float)]

  /// The number of combinations of ends, at the rate of the run and at other rates.
  private static let (usualSets, otherSets) = (32, 12)
  /// In frames: the time in which most envelopes fall to 0, and a longer one to find the controls that are necessary.
  private static let (silence, longSilence) = (2048, 16384)
  /// In frames: after a sample that is absurdly large.
  private static let growth = 8192

  /// Whether the output is finite at the defaults; otherwise the settings are not the cause.
  let canJudge: Bool
  /// Whether an output is absurdly large at the defaults, which audio.nonfinite reports.
  private let isAbsurdAtDefaults: Bool
  private(set) var seen: [Observation] = []
  private let context: PluginContext
  /// In hertz.
  let rate: Double
  let sets: Int
  private var instance: InstanceUnderTest
  private var generator: SplitMix64
  /// The settings that the present instance played, in order.
  private var previous: [Setting] = []

  init(_ context: PluginContext, rate: Double) throws {
    self.context = context
    self.rate = rate
    sets = rate == context.rate ? Self.usualSets : Self.otherSets
    canJudge = try context.isFiniteAtDefaults(rate: rate)
    let defaults = try context.activeInstance(InstanceSetup(context, \.rate, rate))
    isAbsurdAtDefaults = [context.noise, .silence].contains { defaults.play($0, frames: 4096).firstAbsurd != nil }
    instance = try Self.freshInstance(context, rate)
    generator = context.generator(for: ParamBounds.id)
  }

  /// Plays both ends of the range of a control, each followed by the other, and values between them.
  func playAlone(_ port: PortDescription) throws {
    guard let range = port.range(rate: rate) else { return }
    let ends: [(Float, Float?)] = [(range.lowerBound, range.upperBound), (range.upperBound, range.lowerBound)]
    for (value, other) in ends + port.valuesWithin(range).map({ ($0, nil) }) {
      CrashRecord.note(activity: "a control within its range")
      try play([(port, value)], thenJumpingTo: other)
    }
  }

  /// Plays all controls at random ends.
  func playCombinations(of ports: [PortDescription]) throws {
    for set in 0..<sets {
      CrashRecord.note(activity: "combination \(set) of random ends at \(Int(rate)) Hz")
      try play(
        ports.compactMap { port in
          port.range(rate: rate).map { (port, Bool.random(using: &generator) ? $0.lowerBound : $0.upperBound) }
        })
    }
  }

  /// The observation with the fewest controls, reduced to those that are necessary; nil if there is none.
  func simplest() throws -> Observation? {
    guard let simplest = seen.min(by: { $0.controls.count < $1.controls.count }) else { return nil }
    guard !simplest.needsHistory else { return simplest }
    var values = simplest.values
    try values.reduce { try attemptWithFreshInstance($0, silence: Self.longSilence) != nil }
    return try attemptWithFreshInstance(values, silence: Self.longSilence) ?? simplest
  }

  /// With the same numbers from rand() for each instance, so that a plug-in that uses them repeats its output.
  private static func freshInstance(_ context: PluginContext, _ rate: Double) throws -> InstanceUnderTest {
    srand(context.seed)
    return try InstanceUnderTest(context, InstanceSetup(context, \.rate, rate))
  }

  private func play(_ values: Values, thenJumpingTo other: Float? = nil) throws {
    let found = attempt(values, thenJumpingTo: other)
    let earlier = previous
    previous.append(Setting(values: values, jump: other))
    guard var observation = found, canJudge, !(isAbsurdAtDefaults && observation.place.value.isFinite) else { return }
    previous = []
    observation.needsHistory = try attemptWithFreshInstance(values, thenJumpingTo: other) == nil
    if observation.needsHistory, observation.jump == nil { try reduce(&observation, after: earlier) }
    if observation.jump != nil, let other, let (port, _) = values.first {
      // If the end alone suffices, the jump to it is not the cause.
      observation = try attemptWithFreshInstance([(port, other)]) ?? observation
    }
    instance = try Self.freshInstance(context, rate)
    if observation.jump != nil || !seen.contains(where: { $0.jump == nil && $0.controls == observation.controls }) {
      seen.append(observation)
    }
  }

  private func attempt(_ values: Values, thenJumpingTo other: Float?, silence: Int = silence) -> Observation? {
    instance.setDefaults()
    instance.activate()
    instance.play(context.noise, frames: 64)
    for (port, value) in values { instance[control: port.index] = value }
    var place = instance.play(context.noise, frames: 2048, from: 64).firstInvalid
    var jump: ControlChange?
    if let other, place == nil, let (port, value) = values.first {
      let change = ControlChange(symbol: port.symbol, from: value, to: other)
      CrashRecord.note(activity: change.text)
      jump = change
      instance[control: port.index] = other
      place = instance.play(context.noise, frames: 256, from: 64 + 2048).firstInvalid
    }
    let sound = place
    // A level that falls to 0 reveals divisions by it, and sound after it what they leave behind.
    let inSilence = sound == nil ? instance.play(.silence, frames: silence).firstInvalid : nil
    place = sound ?? inSilence ?? instance.play(context.noise, frames: 256, from: 64).firstInvalid
    // A loop that grows is absurdly loud on its way to infinity.
    if let absurd = place, absurd.value.isFinite {
      place = instance.play(context.noise, frames: Self.growth, from: 64).firstNonfinite ?? absurd
    }
    instance.deactivate()
    let signal = sound != nil ? "" : inSilence != nil ? " in silence" : " in noise after silence"
    return place.map {
      Observation(
        place: $0, signal: signal, isAfterSound: sound == nil, values: values, controls: instance.changedControls,
        jump: jump)
    }
  }

  /// NaN may remain in the state after a reactivation and would then be attributed to the next setting.
  private func attemptWithFreshInstance(
    _ values: Values, thenJumpingTo other: Float? = nil, silence: Int = silence
  ) throws -> Observation? {
    instance = try Self.freshInstance(context, rate)
    return attempt(values, thenJumpingTo: other, silence: silence)
  }

  private func attempt(_ values: Values, after earlier: [Setting]) throws -> Observation? {
    instance = try Self.freshInstance(context, rate)
    for setting in earlier where attempt(setting.values, thenJumpingTo: setting.jump) != nil { return nil }
    return attempt(values, thenJumpingTo: nil)
  }

  /// Reduces the values of an observation, and the settings before it, to those that a fresh instance needs; without
  /// effect if these do not reproduce it.
  private func reduce(_ observation: inout Observation, after earlier: [Setting]) throws {
    var (values, earlier) = (observation.values, earlier)
    guard !earlier.isEmpty, try attempt(values, after: earlier) != nil else { return }
    try earlier.reduce { try attempt(values, after: $0) != nil }
    try values.reduce { try attempt($0, after: earlier) != nil }
    if earlier.count == 1 {
      let withoutJump = Setting(values: earlier[0].values, jump: nil)
      if try attempt(values, after: [withoutJump]) != nil { earlier = [withoutJump] }
      let jump = earlier[0].jump
      try earlier[0].values.reduce { try attempt(values, after: [Setting(values: $0, jump: jump)]) != nil }
    }
    guard var reduced = try attempt(values, after: earlier) else { return }
    reduced.needsHistory = true
    reduced.isReduced = true
    if earlier.count == 1, let setting = earlier.first {
      reduced.earlier = setting.values.map { .init(symbol: $0.0.symbol, value: setting.jump ?? $0.1) }
    }
    observation = reduced
  }

  private struct Setting {
    var values: Values
    /// The opposite end of the range to which a single control jumps afterwards.
    let jump: Float?
  }

  /// A sample that is not finite.
  struct Observation {
    let place: Recording.Place
    /// The signal of the sample, as a clause; empty for noise alone.
    let signal: String
    /// Whether the sample is in silence or after it.
    let isAfterSound: Bool
    /// The values that were set before a jump.
    let values: Values
    /// The controls that differed from their defaults.
    let controls: [Finding.ControlValue]
    /// The jump from one end to the other; nil if the control was set from its default.
    let jump: ControlChange?
    /// Whether a fresh instance, without earlier settings, does not reproduce the sample.
    fileprivate(set) var needsHistory = false
    /// Whether all values are necessary.
    fileprivate(set) var isReduced = false
    /// The earlier setting that a fresh instance needs; empty if it is not known, or if it needs several.
    fileprivate(set) var earlier: [Finding.ControlValue] = []

    var message: ParamBounds.Message {
      if place.value.isFinite { return .absurd }
      if values.count != 1 { return needsHistory ? .randomEndsAfterOthers : .randomEnds }
      if jump != nil { return needsHistory ? .jumpAfterOthers : .jump }
      return needsHistory ? .settingAfterOthers : .setting
    }
  }
}

extension PortDescription {
  /// The values inside the range at which formulas often fail: each position of a switch, the middle, 0 and 1.
  fileprivate func valuesWithin(_ range: ClosedRange<Float>) -> [Float] {
    let ends = [range.lowerBound, range.upperBound]
    let inner = testValues(in: range) + [value(at: 0.5, in: range), 0, 1]
    return Set(inner.filter { range.contains($0) && !ends.contains($0) }).sorted()
  }
}
