import LV2Host
import Model
import Scenarios
import Support
import TestHost

/// A control that has its value again gives the same output after a reset as a control that never moved.
extension LifeReset {
  /// A control that moves to another value and back.
  private struct Excursion {
    let port: PortDescription
    /// The value before and after.
    let value: Float
    let other: Float

    var setting: ControlSetting { ControlSetting(values: [(port, value)]) }
  }

  /// What an instance played before a reset. Phases that run on are equal after pasts of the same duration.
  private struct Past {
    /// Nil for a control that never moves.
    var excursion: Excursion?
    /// Of the noise at the other value.
    var seed: UInt32
    /// In frames: how much longer the other value stays.
    var longer = 0
    /// In frames: of the noise after the excursion, and of the silence after it.
    var rest = stay
    var silence = 0
  }

  /// In frames: at each value.
  private static let stay = 4096
  /// In frames: not a multiple of the other durations.
  private static let further = 905
  /// In seconds: so long after an excursion, also slow smoothing of a control has ended.
  private static let longStay = 4.0
  /// In seconds: the silence in which the sound of a plug-in fades that does not clear it.
  private static let fade = 2.0
  /// -40 dB relative to the peak: more than what a smoother leaves that stops near its target.
  private static let considerable: Float = 0.01
  /// A difference that depends on the sound at the other value may vary by this share.
  private static let variation: Float = 0.1

  /// - Parameter clears: whether a reset clears what was played.
  static func earlierValueFindings(_ context: PluginContext, clears: Bool) throws -> [Finding] {
    let silence = clears ? 0 : Int(fade * context.rate)
    let seconds = Double(2 * (3 * stay + silence + frames)) / context.rate
    for excursion in excursions(context).prefix(context.settingCount(seconds: seconds)) {
      CrashRecord.note(activity: "a reset after another value of '\(excursion.port.symbol)'")
      let moving = Past(excursion: excursion, seed: context.seed, silence: silence)
      let steady = Past(seed: context.seed, silence: silence)
      let again = try noise(context, after: moving, at: excursion)
      let expected = try noise(context, after: steady, at: excursion)
      // The result of work arrives at another time.
      guard let again, let expected else { return [] }
      guard isConsiderable(again, expected),
        try isByValue(again, expected, moving, steady, excursion, context)
      else { continue }
      let finding = finding(again, expected, excursion, context)
      let outcome = try context.confirmed([finding]) { context in
        try noise(context, after: moving, at: excursion)?.isIdentical(to: again) == true
          && noise(context, after: steady, at: excursion)?.isIdentical(to: expected) == true
      }
      if !outcome.findings.isEmpty { return outcome.findings }
    }
    return []
  }

  /// For each control in turn: from 0 or the lower bound to the upper bound and back, the reverse, and from the default.
  private static func excursions(_ context: PluginContext) -> [Excursion] {
    var generator = context.generator(for: id)
    let ports = context.plugin.movableControls.filter { port in
      !port.isToggled && !port.properties.contains(URI.PortProps.trigger) && !port.isDesignated(URI.Core.enabled)
    }
    let shuffled = ports.shuffled(using: &generator)
    // A value of 0 is what an implementation is most likely to ignore.
    func holdsZero(_ port: PortDescription) -> Bool { port.range(rate: context.rate)?.contains(0) ?? false }
    let sorted = shuffled.filter(holdsZero) + shuffled.filter { !holdsZero($0) }
    let lists = sorted.compactMap { port -> [Excursion]? in
      guard let range = port.range(rate: context.rate), range.lowerBound < range.upperBound else { return nil }
      let (low, high) = (range.lowerBound, range.upperBound)
      let initial = port.initialValue(rate: context.rate)
      let pairs = [(low < 0 && high > 0 ? 0 : low, high), (high, low), (initial, high), (low, high), (initial, low)]
      return pairs.reduce(into: [Excursion]()) { list, pair in
        guard pair.0 != pair.1, !list.contains(where: { $0.value == pair.0 && $0.other == pair.1 }) else { return }
        list.append(Excursion(port: port, value: pair.0, other: pair.1))
      }
    }
    let all = lists.inTurn()
    guard let replayed = context.replayedSetting else { return all }
    return all.filter { excursion in
      replayed.values.contains { $0.port.index == excursion.port.index && $0.value == excursion.value }
    }
  }

  /// The output after a reset that follows a past; nil if the plug-in scheduled work.
  private static func noise(_ context: PluginContext, after past: Past, at excursion: Excursion) throws -> Recording? {
    let instance = try context.activeInstance(at: excursion.setting)
    let port = excursion.port.index
    instance.play(context.noise, frames: stay - past.longer)
    if let excursion = past.excursion { instance[control: port] = excursion.other }
    instance.play(.noise(amplitude: 0.25, seed: past.seed), frames: stay + past.longer)
    instance[control: port] = excursion.value
    instance.play(context.noise, frames: past.rest)
    if past.silence > 0 { instance.play(.silence, frames: past.silence) }
    instance.reset()
    let recording = instance.play(context.noise, frames: frames)
    return instance.hosted.features.worker.scheduleCount == 0 ? recording : nil
  }

  private static func isConsiderable(_ one: Recording, _ other: Recording) -> Bool {
    guard one.firstNonfinite == nil, other.firstNonfinite == nil else { return false }
    let peak = max(one.peak, other.peak)
    return peak > audible && one.largestDifference(from: other) > considerable * peak
  }

  /// Whether the difference depends neither on the sound at the other value nor on its duration, and remains after a long
  /// stay at the present value; and whether there is none without the other value.
  private static func isByValue(
    _ again: Recording, _ expected: Recording, _ moving: Past, _ steady: Past, _ excursion: Excursion,
    _ context: PluginContext
  ) throws -> Bool {
    let limit = variation * again.largestDifference(from: expected)
    var (other, alike) = (moving, steady)
    (other.seed, other.longer, alike.seed, alike.longer) = (~context.seed, further, ~context.seed, further)
    guard let one = try noise(context, after: alike, at: excursion), one.largestDifference(from: expected) < limit,
      let two = try noise(context, after: other, at: excursion), two.largestDifference(from: again) < limit
    else { return false }
    (other.rest, alike.rest) = (Int(longStay * context.rate), Int(longStay * context.rate))
    guard let late = try noise(context, after: other, at: excursion),
      let expected = try noise(context, after: alike, at: excursion)
    else { return false }
    return isConsiderable(late, expected)
  }

  private static func finding(
    _ again: Recording, _ expected: Recording, _ excursion: Excursion, _ context: PluginContext
  ) -> Finding {
    let level = DifferenceLevel(again.largestDifference(from: expected), peak: max(again.peak, expected.peak))
    let name = context.name(excursion.port.index)
    let value = excursion.value.text
    return runFinding(
      .earlierValue, about: excursion.port.symbol, context,
      "After a reset with \(name) at \(value), the output depends on its earlier values: after \(excursion.other.text), "
        + "it differs \(level.clause). It does not depend on what was played.",
      naming: [name, value], controls: excursion.setting.controls)
  }
}
