import Glibc
import LV2Host

enum AudioBlockInvariance: PluginCheck {
  static let id = CheckID.audioBlockInvariance
  static let text = CheckText(
    asserts: "The output does not depend on how the time line is cut into blocks.",
    rule: "A block is a stretch of time of the host's choosing; ports have no period of their own",
    source: "lv2/core/lv2.h: run()",
    method:
      "Plays the same noise in blocks of one length and in blocks of many (16 frames and more; powers of two first, "
      + "then others) and compares: nothing above -100 dB of the peak (note), or -60 dB (warning).",
    remedy: "Advance oscillators, smoothers and envelopes by the sample, or in steps that do not follow the block.",
    severities: [.note, .warning])

  /// Rounding in another order makes 2^-24 of the peak a sample (-144 dB); a recursive filter may amplify it by 40 dB.
  private static let rounding = -100.0
  /// Below this nobody hears it, and above it a render differs from the playback.
  private static let audible = -60.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let plugin = context.plugin
    guard !plugin.requiresFixedBlockLength && !plugin.requiresPowerOf2BlockLength else {
      return .skipped("it requires blocks of one length")
    }
    guard !plugin.prefersCoarseBlockLength else { return .skipped("it asks for coarse block lengths") }
    let frames = 16384
    let reference: Recording
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped(reason)
    case .recording(let recording): reference = recording
    }
    guard reference.peak > 0 else { return .skipped("its output is silent on noise") }
    let length = context.blockLength
    var worst = (level: -Double.infinity, lengths: [Int]())
    for lengths in [[length / 2, length, length / 4], [61, 17, 128, 16, 251, 33, 97]] {
      let other = try context.record(context.noise, frames: frames, cut: .cycle(lengths.map { max(16, $0) }))
      let level = 20 * log10(Double(reference.largestDifference(from: other) / reference.peak))
      if level > worst.level { worst = (level, lengths) }
    }
    guard worst.level > rounding else { return .passed }
    let difference = finding(
      worst.level > audible ? .warning : .note,
      "Noise in blocks of \(worst.lengths.map(String.init).joined(separator: ", ")) frames comes out differently from noise "
        + "in blocks of \(length): up to \(Int(worst.level.rounded())) dB of the peak.",
      call: "run()", seed: context.seed)
    return try context.confirmed([difference]) {
      try context.record(context.noise, frames: frames).isIdentical(to: reference)
    }
  }
}
