import Model
import Support
import TestHost

extension LifeInPlace {
  /// A fraction of the power: -40 dB.
  private static let powerTolerance: Float = 1e-4
  /// The power of a difference must exceed that of a difference due to rounding by this factor. At extreme settings,
  /// feedback, gates and quantizers amplify rounding errors.
  private static let roundingFactor: Float = 10
  /// The gain of an input whose output shows how the plug-in amplifies rounding errors.
  private static let nearlyOne: Float = 1 + 1e-5
  /// The duration of each setting, in frames.
  private static let settingFrames = 512

  /// Compares a layout with separate buffers at other settings than the defaults.
  static func compareSettings(_ layout: BufferLayout, _ context: PluginContext) throws -> CheckOutcome {
    let settings = context.settings(for: id)
    let separate = try play(settings, context, separate(layout, context))
    let shared = try play(settings, context, setup(layout, context))
    for (setting, (shared, separate)) in zip(settings, zip(shared, separate)) where differs(shared, from: separate) {
      // A difference after other settings may be a remainder of these, so the setting is repeated in fresh instances.
      guard let dependence = try Dependence(setting, layout, context).reduced(), let finding = dependence.finding()
      else { continue }
      return try context.confirmed([finding]) { try dependence.isRepeated(in: $0) }
    }
    return .passed
  }

  /// The output of fresh instances at a setting, with a layout and with separate buffers.
  private struct Dependence {
    let setting: ControlSetting
    let layout: BufferLayout
    let context: PluginContext
    private let separate: Recording
    private let shared: Recording

    init(_ setting: ControlSetting, _ layout: BufferLayout, _ context: PluginContext) throws {
      self.setting = setting
      self.layout = layout
      self.context = context
      let usual = LifeInPlace.separate(layout, context)
      let separate = try play([setting], context, usual)[0]
      let shared = try play([setting], context, setup(layout, context))[0]
      let unwritten =
        differs(shared, from: separate)
        ? try play([setting], context, usual, content: otherContent)[0].portsThatDiffer(from: separate) : []
      self.separate = separate.without(unwritten)
      self.shared = shared.without(unwritten)
    }

    /// Whether there is a difference that neither rounding nor buffers of the same rank explain.
    private var isCertain: Bool {
      get throws {
        guard differs(shared, from: separate) else { return false }
        let usual = LifeInPlace.separate(layout, context)
        if layout != .sameRank {
          var sameRank = usual
          sameRank.layout = .sameRank
          if try differs(play([setting], context, sameRank)[0].only(separate.ports), from: separate) { return false }
        }
        let rounded = try play([setting], context, usual, gain: nearlyOne)[0].only(separate.ports)
        return zip(zip(shared.channels, separate.channels), rounded.channels).contains { channels, rounded in
          let difference = difference(channels.0, channels.1)
          return isConsiderable(difference)
            && difference.power > roundingFactor * LifeInPlace.difference(rounded, channels.1).power
        }
      }
    }

    /// The dependence at the fewest controls; nil if there is none.
    func reduced() throws -> Dependence? {
      guard try isCertain else { return nil }
      var values = setting.values
      try values.reduce { try Dependence(ControlSetting(values: $0), layout, context).isCertain }
      return try Dependence(ControlSetting(values: values), layout, context)
    }

    func isRepeated(in context: PluginContext) throws -> Bool {
      let again = try Dependence(setting, layout, context)
      return again.separate.isIdentical(to: separate) && again.shared.isIdentical(to: shared)
    }

    func finding() -> Finding? {
      guard let place = shared.firstDifference(from: separate), let last = shared.lastDifference(from: separate)
      else { return nil }
      let frames = last < settingFrames - 1 ? "in frames \(place.frame) to \(last)" : "from frame \(place.frame) on"
      return outputFinding(
        .outputAtSetting, place.port, context,
        "depends on whether \(layout.condition), \(frames), with \(setting.description).",
        naming: [name(place.port, context)], controls: setting.controls)
    }
  }

  /// The output of a fresh instance at the settings, one after another.
  ///
  /// - Parameter content: every sample of the outputs before each block; nil for what the block before left there.
  private static func play(
    _ settings: [ControlSetting], _ context: PluginContext, _ setup: InstanceSetup, gain: Float = 1,
    content: Float? = nil
  ) throws -> [Recording] {
    let instance = try context.activeInstance(setup)
    let signal = Signal.noise(amplitude: 0.25 * gain, seed: context.seed)
    return settings.enumerated().map { index, setting in
      CrashRecord.note(activity: setup.layout == .separate ? "" : "in place")
      setting.apply(to: instance)
      return instance.play(signal, frames: settingFrames, from: index * settingFrames) { _ in
        content.map(instance.fillOutputs)
      }
    }
  }

  /// Whether two recordings differ considerably; false if one is not finite, which param.bounds reports.
  private static func differs(_ recording: Recording, from other: Recording) -> Bool {
    guard recording.peak.isFinite, other.peak.isFinite else { return false }
    return zip(recording.channels, other.channels).contains { isConsiderable(difference($0, $1)) }
  }

  private static func isConsiderable(_ difference: (power: Float, signal: Float)) -> Bool {
    difference.power > powerTolerance * difference.signal
  }

  /// The power of a difference, and the larger power of the two signals.
  private static func difference(_ left: [Float], _ right: [Float]) -> (power: Float, signal: Float) {
    func power(_ values: some Sequence<Float>) -> Float { values.reduce(0) { $0 + $1 * $1 } }
    return (power(zip(left, right).lazy.map { $0 - $1 }), max(power(left), power(right)))
  }
}
