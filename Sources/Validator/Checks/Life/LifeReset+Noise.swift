import LV2Host
import Model
import Scenarios
import Support
import TestHost

extension LifeReset {
  /// -100 dB relative to the peak: far below audibility, far above the rounding of single precision.
  private static let tolerance: Float = 1e-5
  /// -20 dB relative to the peak: fewer controls may reduce a difference to this level, or to half.
  private static let considerable: Float = 0.1
  /// In seconds of processor time: for the search of the controls that a difference needs.
  private static let reductionTime = 1.0

  /// Outputs on noise that differ after two histories.
  private struct Dependence {
    let again: Recording
    let expected: Recording
    let place: Difference

    var peak: Float { max(expected.peak, again.peak) }
    /// Relative to the peak: a control that only amplifies the output is not a cause.
    var level: Float { place.difference / peak }
  }

  /// Compares the output on noise after two histories; the second is none for a fresh instance.
  static func compareNoise(
    _ context: PluginContext, _ usual: History, _ other: History?, _ setting: ControlSetting? = nil
  ) throws -> CheckOutcome {
    func compare(_ setting: ControlSetting?) throws -> Dependence? {
      let again = try noise(context, after: usual, setting)
      let expected = try noise(context, after: other, setting)
      let place = largestDifference(again, expected, above: tolerance * max(expected.peak, again.peak))
      return place.map { Dependence(again: again, expected: expected, place: $0) }
    }
    guard var found = try compare(setting) else { return .passed }
    var setting = setting
    if let controls = setting {
      let reduced = try self.reduced(controls, found, compare)
      setting = reduced
      found = try compare(reduced) ?? found
    }
    var isOfDuration = false
    if let other, other.frames != usual.frames {
      let asLong = try noise(context, after: (other.signal, usual.frames), setting)
      isOfDuration = largestDifference(found.again, asLong, above: tolerance * found.peak) == nil
    }
    let difference = try finding(about: found, context, isFresh: other == nil, isOfDuration: isOfDuration, setting)
    return try context.confirmed([difference]) { context in
      try noise(context, after: other, setting).isIdentical(to: found.expected)
        && noise(context, after: usual, setting).isIdentical(to: found.again)
    }
  }

  /// In seconds: of the noise before a reset at other settings. It fills a delay line of that length.
  private static let longHistory = 2.0

  /// The finding at the first setting of the sweep at which an audible difference remains after a reset; nil without one.
  static func audibleDifferenceAtSettings(_ context: PluginContext) throws -> CheckOutcome? {
    let long = (signal: context.noise, frames: Int(longHistory * context.rate))
    let silent = (signal: Signal.silence, frames: frames)
    for setting in [nil] + context.sweep(seconds: longHistory, for: id).map(Optional.some) {
      let (again, expected) = try (noise(context, after: long, setting), noise(context, after: silent, setting))
      let peak = max(again.peak, expected.peak)
      guard expected.firstNonfinite == nil, again.firstNonfinite == nil, peak > audible,
        DifferenceLevel(again.largestDifference(from: expected), peak: peak).isAudible
      else { continue }
      let outcome = try compareNoise(context, long, silent, setting)
      if !outcome.findings.isEmpty, !isNote(outcome) { return outcome }
    }
    return nil
  }

  /// The controls of a setting that a difference needs.
  private static func reduced(
    _ setting: ControlSetting, _ found: Dependence, _ compare: (ControlSetting?) throws -> Dependence?
  ) rethrows -> ControlSetting {
    var values = setting.values
    let (start, least) = (ProcessSnapshot.threadTime, min(found.level / 2, considerable))
    try values.reduce { values in
      guard ProcessSnapshot.threadTime - start < reductionTime else { return false }
      return try compare(ControlSetting(values: values)).map { $0.level > least } ?? false
    }
    return ControlSetting(values: values)
  }

  private static func finding(
    about found: Dependence, _ context: PluginContext, isFresh: Bool, isOfDuration: Bool,
    _ setting: ControlSetting?
  ) throws -> Finding {
    let place = found.place
    let level = DifferenceLevel(place.difference, peak: found.peak)
    let hasActivate = try hasActivate(context)
    let output = "output \(context.name(place.port))"
    let message: Message = isFresh ? .firstActivation : setting == nil ? .output : .outputAtSetting
    let past = isOfDuration ? "how long the plug-in played" : "what was played"
    let event = isFresh ? "differs from a fresh instance" : "depends on \(past) before"
    let condition = setting.map { ", with \($0.description)" } ?? ""
    let addition =
      isFresh ? " It does not depend on what was played before." : hasActivate ? "" : " The plug-in has no activate()."
    return runFinding(
      message, severity: isFresh ? .note : level.severity, about: context.symbol(place.port), context,
      "After a reset, \(output) \(event) in \(interval(place.frames, of: found.expected.count)), "
        + "\(level.clause)\(condition).\(addition)",
      naming: isFresh ? [output] : [start(hasActivate), output], controls: setting?.controls ?? [])
  }

  static func hasActivate(_ context: PluginContext) throws -> Bool {
    try context.activeInstance().hosted.descriptor.pointee.activate != nil
  }

  /// The beginning of a remedy.
  static func start(_ hasActivate: Bool) -> String {
    hasActivate ? "In activate(), clear" : "Implement activate(), and clear there"
  }

  /// From the first to the last frame of an output that differ, with the largest difference.
  private typealias Difference = (port: Int, frames: ClosedRange<Int>, difference: Float)

  /// The output with the largest difference; nil if no difference exceeds the tolerance.
  private static func largestDifference(
    _ recording: Recording, _ other: Recording, above tolerance: Float
  ) -> Difference? {
    let outputs = recording.ports.indices.compactMap { index -> Difference? in
      let differences = Array(recording.channels[index].differences(from: other.channels[index]))
      guard let first = differences.firstIndex(where: { $0 > tolerance }),
        let last = differences.lastIndex(where: { $0 > tolerance }), let largest = differences.max()
      else { return nil }
      return (recording.ports[index], first...last, largest)
    }
    return outputs.max { $0.difference < $1.difference }
  }

  private static func interval(_ differing: ClosedRange<Int>, of count: Int) -> String {
    if differing.count == 1 { return "frame \(differing.lowerBound)" }
    return differing == 0...count - 1
      ? "all \(count) frames" : "frames \(differing.lowerBound) to \(differing.upperBound)"
  }
}
