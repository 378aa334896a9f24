import LV2Host
import Model
import TestHost

extension ThreadIsolation {
  /// First recordings in processes without another recording, for static state that never returns to its start.
  struct FirstRecordings {
    private let copy: ForkedCopy
    private let threads = ForeignThread.all

    init(_ context: PluginContext) {
      let outputs = context.plugin.ports.count { $0.hasSamples && $0.isOutput }
      copy = ForkedCopy(capacity: blocks * context.blockLength * outputs) { number in
        guard let kind = Kind(rawValue: number) else { return nil }
        if kind == .alone { context.changeTimeOfDay() }
        let rate = kind == .alone ? nil : context.rate
        let recording = try? record(context, after: 0, besideOneAt: rate, playing: kind.companion)
        return recording?.channels.flatMap(\.self)
      }
    }

    private enum Kind: UInt8 {
      /// One instance alone, at another time of day.
      case alone
      /// Beside an instance at random settings.
      case together
      /// Beside an instance at the defaults, which plays more frames.
      case togetherAtDefaults
      /// The same beside instances that play other noise.
      case otherNoise, otherNoiseAtDefaults

      var companion: Companion {
        var companion = Companion()
        if self == .otherNoise || self == .otherNoiseAtDefaults { companion.noise = 7 }
        companion.isAtDefaults = self == .togetherAtDefaults || self == .otherNoiseAtDefaults
        if companion.isAtDefaults { companion.frames = longer }
        return companion
      }
    }

    /// In frames: what an instance at the defaults plays before each block. It replaces what short filters contain.
    private static let longer = 64
    /// -60 dB: a smaller difference that another sound makes is not audible.
    private static let audibleSound: Float = 1e-3

    /// Compares the first recordings of the processes.
    func compare(with first: Recording, _ context: PluginContext) throws -> CheckOutcome {
      let instance = try context.activeInstance()
      guard withExtendedLifetime(instance, { ForeignThread.all.isSubset(of: threads) }) else {
        return .skipped("the output can depend on the time that the plug-in's own threads need")
      }
      let own = first.channels.flatMap(\.self)
      guard let alone = copy.samples(Kind.alone.rawValue), alone.map(\.bitPattern) == own.map(\.bitPattern) else {
        return notRepeatable
      }
      var largest: Float = 0
      for (kind, otherNoise) in [(Kind.together, Kind.otherNoise), (.togetherAtDefaults, .otherNoiseAtDefaults)] {
        guard let together = repeated(kind) else {
          return .skipped("two recordings beside another instance differ, so the output is not repeatable")
        }
        let change = difference(alone, together)
        guard change > tolerance * max(first.peak, .leastNormalMagnitude) else { continue }
        largest = max(largest, change)
        guard let other = repeated(otherNoise) else { continue }
        let sound = difference(together, other)
        if sound > Self.audibleSound * first.peak { return sharedSound(sound, context) }
      }
      guard largest > 0 else { return .passed }
      return sharedStart(largest, isAudible: largest > audible * first.peak, context)
    }

    /// A difference that does not repeat proves nothing.
    private func repeated(_ kind: Kind) -> [Float]? {
      let recordings = (0..<2).compactMap { _ in copy.samples(kind.rawValue) }
      guard recordings.count == 2, recordings[0].map(\.bitPattern) == recordings[1].map(\.bitPattern) else {
        return nil
      }
      return recordings[0]
    }

    private func difference(_ samples: [Float], _ others: [Float]) -> Float {
      zip(samples, others).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    }

    private func sharedSound(_ difference: Float, _ context: PluginContext) -> CheckOutcome {
      runFinding(
        .sharedSound, context,
        "The output of the first instance of a process changes by up to \(difference.text) if another instance, which runs "
          + "between its blocks, plays other noise; expected independent instances.")
    }

    private func sharedStart(_ difference: Float, isAudible: Bool, _ context: PluginContext) -> CheckOutcome {
      runFinding(
        .sharedStart, severity: isAudible ? nil : .note, context,
        "The output of the first instance of a process differs by up to \(difference.text) if another instance runs "
          + "between its blocks; expected independent instances."
          + (isAudible ? "" : " This is a note because noise from a common generator differs like that."))
    }
  }
}
