import Model
import Support
import TestHost

enum AudioAlignment: PluginCheck {
  enum Message: MessageKind {
    case output

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .warning, rule: anyAlignment,
          remedy: "Use unaligned vector loads and stores for port buffers. Do not round the address of a buffer to a "
            + "multiple of the vector size.")
      }
    }
  }

  private static let anyAlignment = Rule(
    "The location of an audio port is an \"array of float\"; nothing promises a larger alignment than that of float",
    source: "lv2/core/lv2.h: connect_port(), data_location")

  static let id: CheckID = "audio.alignment"
  static let text = CheckText(
    asserts: "The output does not depend on the alignment of the buffers, which may be 4 bytes.",
    method: "Plays noise with buffers that begin 4 bytes after a 64-byte boundary, and compares with aligned buffers. "
      + "A crash, and a difference above -60 dB relative to the peak, is a warning.",
    details: "Vector loops that process their first frames separately may round differently, by about -140 dB.",
    level: CheckLevel(8, "Most hosts align their buffers."))

  static let provocation = Provocation(
    MessageText(
      .warning, rule: anyAlignment,
      remedy:
        "Use unaligned vector loads and stores for port buffers, such as _mm_loadu_ps() instead of _mm_load_ps(): "
        + "an aligned one crashes at an address that is not a multiple of its size. End each loop over the frames before "
        + "the first aligned address at sample_count."), exercise: .stimulus)

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
      .output, context,
      "The output with buffers aligned to 4 bytes differs by up to \(difference.text) from that with aligned buffers, "
        + "whose peak is \(reference.peak.text); expected equal output.")
    return try context.confirmed([found]) { context in
      try context.record(context.noise, frames: frames).isIdentical(to: reference)
        && misaligned(context).isIdentical(to: other)
    }
  }

  private static func misaligned(_ context: PluginContext) throws -> Recording {
    try context.record(context.noise, frames: frames, InstanceSetup(context, \.memory, .misaligned))
  }
}
