import Model
import Support
import TestHost

enum AudioMaxBlock: PluginCheck {
  enum Message: MessageKind {
    case nonfinite, silentEnd, unwritten

    var text: MessageText {
      switch self {
      case .nonfinite:
        MessageText(
          .error, rule: nominalLength,
          remedy:
            "Allocate every buffer for bufsz:maxBlockLength, here {8192 frames}, not for bufsz:nominalBlockLength, or "
            + "process a long block in parts of the length of the buffers.")
      case .silentEnd:
        MessageText(
          .error,
          rule: Rule(
            "sample_count is \"the block size (in samples) for which the plugin instance must run\"",
            source: "lv2/core/lv2.h: run(), sample_count"),
          remedy:
            "Process all {8192 frames} of the block to {the output}: if an internal buffer is shorter, process the "
            + "block in parts instead of limiting sample_count.")
      case .unwritten:
        MessageText(
          .error, rule: AudioUnwritten.writtenOutputs,
          remedy: "Write all {8192 frames} of the block to {the output}: if an internal buffer is shorter, process the "
            + "block in parts instead of limiting sample_count.")
      }
    }
  }

  private static let nominalLength = Rule(
    "Plug-ins \"MUST NOT assume the host will always process blocks of\" bufsz:nominalBlockLength; \"the host MAY "
      + "process longer blocks\", up to bufsz:maxBlockLength",
    source: "buf-size: bufsz:nominalBlockLength, bufsz:maxBlockLength")

  static let id: CheckID = "audio.max-block"
  static let text = CheckText(
    asserts: "The plug-in processes every frame of a block of maximum length, and of 8192 frames.",
    method: "Plays noise in blocks of 8192 and of 1000 frames, with that maximum and a quarter of it as nominal "
      + "length. Every sample must be finite and written, and the last 64 samples of the blocks must not be zeros.",
    details:
      "Samples that are also unwritten in blocks of the run's length do not count. Zeros at the ends count only if "
      + "every block begins with sound, and if the same samples are not zero in blocks of the run's length. Unwritten "
      + "samples of plug-ins with atom outputs do not count, because their sequence may be too short for a long block.",
    level: CheckLevel(2, "Hosts export with long blocks."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: nominalLength,
      remedy:
        "Allocate every buffer for bufsz:maxBlockLength, not for a constant or bufsz:nominalBlockLength, or process a "
        + "long block in parts of the length of the buffers. Use the feature bufsz:boundedBlockLength to receive the "
        + "maximum."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    for length in [8192, 1000] {
      CrashRecord.note(activity: "blocks of up to \(length) frames")
      var setup = InstanceSetup(rate: context.rate, blockLength: length)
      setup.nominalBlockLength = length / 4
      let recording = try context.record(context.noise, frames: 3 * length, setup)
      if let place = recording.firstNonfinite, try context.isFiniteAtDefaults() {
        return outputFinding(
          .nonfinite, place.port, context,
          "is \(place.value.text) at frame \(place.frame) of noise in blocks of \(length) frames, with a nominal block "
            + "length of \(length / 4); expected finite samples.", naming: ["\(length) frames"])
      }
      if let port = try firstSilentEnd(recording, context, length) {
        return outputFinding(
          .silentEnd, port, context,
          "ends in \(endFrames) zeros in every block of \(length) frames, but not in blocks of "
            + "\(context.blockLength.counted("frame")); expected all frames to be processed.",
          naming: ["\(length) frames", "output \(context.name(port))"], block: .init(index: 0, frames: length))
      }
      let holes = try unwritten(context, setup)
      guard let (port, hole) = holes.min(by: { $0.key < $1.key }) else { continue }
      let others = holes.count > 1 ? " and of \((holes.count - 1).counted("other output"))" : ""
      return runFinding(
        .unwritten, about: context.symbol(port), context,
        "run() did not write sample \(hole.sample) of output \(context.name(port))\(others) in a block of "
          + "\(hole.length.counted("frame")); expected all samples to be written.",
        naming: ["\(length) frames", "output \(context.name(port))\(others)"], count: holes.count,
        block: .init(index: hole.block, frames: hole.length))
    }
    return .passed
  }

  /// This number of zeros at the end of every block is not a coincidence.
  private static let endFrames = 64

  /// The first output whose blocks all end in zeros, but not in blocks of the run's length.
  private static func firstSilentEnd(_ long: Recording, _ context: PluginContext, _ length: Int) throws -> Int? {
    func ends(_ channel: [Float]) -> [ArraySlice<Float>] {
      stride(from: length, through: channel.count, by: length).map { channel[$0 - endFrames..<$0] }
    }
    func sounds(_ samples: ArraySlice<Float>) -> Bool { samples.allSatisfy { $0 != 0 && $0.isFinite } }
    // A block that is silent from its start may come from a plug-in that still loads a resource.
    let suspects = long.channels.indices.filter { index in
      let channel = long.channels[index]
      return ends(channel).allSatisfy { end in
        end.allSatisfy { $0 == 0 } && sounds(channel[(end.endIndex - length)...].prefix(endFrames))
      }
    }
    guard !suspects.isEmpty else { return nil }
    let usual = try context.record(context.noise, frames: long.count, InstanceSetup(context))
    return suspects.first { ends(usual.channels[$0]).allSatisfy(sounds) }.map { long.ports[$0] }
  }

  /// The first unwritten sample of each output that is written completely in blocks of the run's length.
  private static func unwritten(_ context: PluginContext, _ setup: InstanceSetup) throws -> [Int: UnwrittenSearch.Hole]
  {
    guard !context.plugin.ports.contains(where: { $0.kind == .atom && $0.isOutput }) else { return [:] }
    let frames = 2 * setup.blockLength
    let long = try UnwrittenSearch.holes(context, setup) { $0.play(context.noise, frames: frames, blocks: [.max]) }
    guard !long.isEmpty else { return [:] }
    let usual = try UnwrittenSearch.holes(context) { $0.play(context.noise, frames: frames, blocks: [.max]) }
    return long.compactMapValues { $0.min() }.filter { usual[$0.key] == nil }
  }
}
