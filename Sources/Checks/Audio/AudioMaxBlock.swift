import LV2Host
import TestHost
import ValidationModel

enum AudioMaxBlock: PluginCheck {
  static let id: CheckID = "audio.max-block"
  static let text = CheckText(
    asserts: """
      A block of exactly the longest length works to its end, and one of 8192 frames where no bound was asked for.
      """,
    rule:
      "sample_count has no bound of its own; a plug-in that needs one requires bufsz:boundedBlockLength and then gets "
      + "blocks of up to bufsz:maxBlockLength, that length included",
    source: "buf-size: bufsz:boundedBlockLength, bufsz:maxBlockLength",
    method: """
      Plays noise in blocks of 8192 frames, and in blocks of 1000 in an instance that was told 1000, with a quarter of it \
      as the usual length. Every sample has to be finite, written where it is so in usual blocks, and the last 64 of a \
      block must not be zeros in each block that begins with sound, and sound in usual ones.
      """,
    remedy: "Size buffers by bufsz:maxBlockLength (not nominalBlockLength), or work in pieces of a length of your own.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    for length in [8192, 1000] {
      CrashRecord.note(activity: "blocks of at most \(length)")
      var setup = InstanceSetup(rate: context.rate, blockLength: length)
      setup.nominalBlockLength = length / 4
      let recording = try context.record(context.noise, frames: 3 * length, setup)
      if let place = recording.firstNonfinite, try context.isFiniteAtDefaults() {
        return .findings([
          finding(
            .error,
            "Output \(context.name(place.port)) is \(place.value) at frame \(place.frame) of noise in blocks of \(length).",
            call: "run()", seed: context.seed)
        ])
      }
      if let port = try firstMuteTail(recording, context, length) {
        return .findings([
          finding(
            .error,
            "Output \(context.name(port)): the last \(tail) samples of each block of \(length) frames are zeros; in usual "
              + "blocks they sound.", call: "run()", block: .init(index: 0, frames: length), seed: context.seed)
        ])
      }
      let holes = try unwritten(context, setup)
      guard let (port, hole) = holes.min(by: { $0.key < $1.key }) else { continue }
      let others = holes.count > 1 ? " and \(holes.count - 1) more" : ""
      return .findings([
        finding(
          .error,
          "Output \(context.name(port))\(others): sample \(hole.sample) of a block of \(hole.length) frames is the first "
            + "that is not written.", count: holes.count, call: "run()",
          block: .init(index: hole.block, frames: hole.length), seed: context.seed)
      ])
    }
    return .passed
  }

  /// So many samples at a block's end are zeros by no chance, where the same are none in other blocks.
  private static let tail = 64

  /// The first output whose blocks all end in zeros where it sounds in blocks of the usual length.
  private static func firstMuteTail(_ long: Recording, _ context: PluginContext, _ length: Int) throws -> Int? {
    func ends(_ channel: [Float]) -> [ArraySlice<Float>] {
      stride(from: length, through: channel.count, by: length).map { channel[$0 - tail..<$0] }
    }
    func sounds(_ samples: ArraySlice<Float>) -> Bool { samples.allSatisfy { $0 != 0 && $0.isFinite } }
    // One that is silent as a whole may be loading something.
    let suspects = long.channels.indices.filter { index in
      let channel = long.channels[index]
      return ends(channel).allSatisfy { end in
        end.allSatisfy { $0 == 0 } && sounds(channel[(end.endIndex - length)...].prefix(tail))
      }
    }
    guard !suspects.isEmpty else { return nil }
    let usual = try context.record(context.noise, frames: long.count, InstanceSetup(context))
    return suspects.first { index in
      ends(usual.channels[index]).allSatisfy(sounds)
    }.map { long.ports[$0] }
  }

  /// The first sample left out of each output that has none left out in blocks of the usual length.
  ///
  /// A plug-in that sends atoms may give up where the sequence is too short for what a long block has to tell.
  private static func unwritten(_ context: PluginContext, _ setup: InstanceSetup) throws -> [Int: UnwrittenSearch.Hole] {
    guard !context.plugin.ports.contains(where: { $0.kind == .atom && $0.isOutput }) else { return [:] }
    let frames = 2 * setup.blockLength
    let long = try UnwrittenSearch.holes(context, setup) { $0.play(context.noise, frames: frames, blocks: .longest) }
    guard !long.isEmpty else { return [:] }
    let usual = try UnwrittenSearch.holes(context) { $0.play(context.noise, frames: frames, blocks: .longest) }
    return long.compactMapValues { $0.min() }.filter { usual[$0.key] == nil }
  }
}
