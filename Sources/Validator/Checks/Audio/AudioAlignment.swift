import Model
import TestHost

enum AudioAlignment: PluginCheck {
  enum Message: MessageKind { case output }

  static let id: CheckID = "audio.alignment"
  static let text = CheckText(
    asserts: "The output does not depend on the alignment of the buffers, which may be 4 bytes.",
    rule: "Audio ports are connected to a buffer of float; no alignment beyond that of float is guaranteed",
    source: "lv2core: lv2:AudioPort; lv2/core/lv2.h: connect_port()",
    method: "Plays noise with buffers that begin 4 bytes after a 64-byte boundary, and compares with aligned buffers. "
      + "A crash, and a difference above -60 dB relative to the peak, is a warning.",
    details: "Vector loops that process their first frames separately may round differently, by about -140 dB.",
    remedy: "Use unaligned loads and stores; on processors of the last ten years they cost nothing on aligned data.",
    level: CheckLevel(8, "Most hosts align their buffers."),
    severities: [.warning])

  /// -60 dB: far above the rounding of another order of vectors (-140 dB), far below the effect of a wrong read.
  private static let tolerance: Float = 1e-3
  private static let frames = 8192

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput || context.plugin.hasAudioInput else {
      return .skipped("the plug-in has no audio or CV port")
    }
    let other = try misaligned(context)
    guard case .recording(let reference) = try context.reference(context.noise, frames: frames) else { return .passed }
    let difference = reference.largestDifference(from: other)
    guard difference > tolerance * reference.peak else { return .passed }
    let found: Finding = runFinding(
      .output, .warning, context,
      "Output differs by up to \(difference) (peak \(reference.peak)) if buffers are aligned to 4 bytes only.")
    return try context.confirmed([found]) { context in
      try context.record(context.noise, frames: frames).isIdentical(to: reference)
        && misaligned(context).isIdentical(to: other)
    }
  }

  private static func misaligned(_ context: PluginContext) throws -> Recording {
    try context.record(context.noise, frames: frames, InstanceSetup(context, \.memory, .misaligned))
  }
}
