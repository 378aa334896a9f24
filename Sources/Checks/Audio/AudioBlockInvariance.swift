import Glibc
import LV2Host
import TestHost
import ValidationModel

enum AudioBlockInvariance: PluginCheck {
  static let id: CheckID = "audio.block-invariance"
  static let text = CheckText(
    asserts: "The output does not depend on how the time line is cut into blocks.",
    rule: "A block is a stretch of time of the host's choosing; ports have no period of their own",
    source: "lv2/core/lv2.h: run()",
    method:
      "Plays the same noise in blocks of one length and in blocks of many (powers of two, then others of 16 "
      + "frames and more, then from 1 to 13) and compares: nothing above -100 dB of the peak (note), or -60 dB (warning). "
      + "Where work is scheduled, when it is done.",
    remedy: "Advance oscillators, smoothers and envelopes by the sample, or in steps that do not follow the block.",
    severities: [.note, .warning])

  /// Rounding in another order makes 2^-24 of the peak a sample (-144 dB); a recursive filter may amplify it by 40 dB.
  private static let rounding = -100.0
  /// Below this nobody hears it, and above it a render differs from the playback.
  private static let audible = -60.0
  private static let frames = 16384

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let plugin = context.plugin
    guard !plugin.requiresOneBlockLength else { return .skipped("it requires blocks of one length") }
    guard !plugin.prefersCoarseBlockLength else { return .skipped("it asks for coarse block lengths") }
    let reference: Take
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped(reason)
    case .recording(let recording): reference = try warmedUp(context) ?? Take(recording: recording)
    }
    guard reference.recording.peak > 0 else { return .skipped("its output is silent on noise") }
    var worst: (level: Double, lengths: [Int], take: Take)?
    for (lengths, frames) in cuts(context.blockLength) {
      let other = try take(context, frames, blocks: .cycle(lengths), afterWork: reference.isAfterWork)
      guard !reference.hasScheduledWork, !other.hasScheduledWork else {
        return .skipped("it schedules work, and what that brings comes with the next block")
      }
      let difference = reference.recording.largestDifference(from: other.recording) / reference.recording.peak
      let level = 20 * log10(Double(difference))
      if level > worst?.level ?? rounding { worst = (level, lengths, other) }
    }
    guard let worst else { return .passed }
    let level = worst.level.isFinite ? "up to \(Int(worst.level.rounded())) dB of the peak" : "beyond all bounds"
    let difference = finding(
      worst.level > audible ? .warning : .note,
      "Noise in blocks of \(worst.lengths.map { "\(min($0, context.blockLength))" }.joined(separator: ", ")) frames comes "
        + "out differently from noise "
        + "in blocks of \(context.blockLength): \(level).",
      call: "run()", seed: context.seed)
    return try context.confirmed([difference]) { context in
      try take(context, afterWork: reference.isAfterWork).recording.isIdentical(to: reference.recording)
        && take(
          context, worst.take.recording.count, blocks: .cycle(worst.lengths), afterWork: reference.isAfterWork
        ).recording.isIdentical(to: worst.take.recording)
    }
  }

  /// The lengths of the blocks to compare with those of `length` frames, and how many frames are played in them.
  private static func cuts(_ length: Int) -> [(lengths: [Int], frames: Int)] {
    [
      ([length / 2, length, length / 4].map { max(16, $0) }, frames), ([61, 17, 128, 16, 251, 33, 97], frames),
      ([1, 2, 3, 5, 7, 11, 13], frames / 4),
    ]
  }

  private struct Take {
    var recording: Recording
    /// Whether it begins when work that was scheduled before is done.
    var isAfterWork = false
    /// Whether more was scheduled meanwhile.
    var hasScheduledWork = false
  }

  /// The usual take of a plug-in that schedules work; nil for one that schedules none.
  private static func warmedUp(_ context: PluginContext) throws -> Take? {
    guard context.plugin.features.contains(URI.Worker.schedule),
      try take(context, afterWork: false).hasScheduledWork
    else { return nil }
    return try take(context, afterWork: true)
  }

  private static func take(
    _ context: PluginContext, _ length: Int = frames, cut: InstanceUnderTest.BlockLengths = .longest, afterWork: Bool
  ) throws -> Take {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let worker = instance.hosted.features.worker
    instance.activate()
    if afterWork { instance.play(context.noise, frames: frames) }
    let count = worker.scheduleCount
    let start = afterWork ? frames : 0
    let recording = instance.play(context.noise, frames: length, from: start, blocks: blocks, noteEnd: frames / 2)
    return Take(recording: recording, isAfterWork: afterWork, hasScheduledWork: worker.scheduleCount > count)
  }
}
