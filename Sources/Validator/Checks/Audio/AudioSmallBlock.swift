import Model
import TestHost

enum AudioSmallBlock: PluginCheck {
  enum Message: MessageKind { case output }

  static let id: CheckID = "audio.small-block"
  static let text = CheckText(
    asserts: "The plug-in processes blocks of any length: 1, 2 and 3 frames, primes and powers of two.",
    rule: "The block allocated may only just be large enough, and its size is not guaranteed to remain constant "
      + "between run() calls; only required bufsz: features restrict sample_count",
    source: "lv2/core/lv2.h: connect_port(), run(); buf-size: bufsz:boundedBlockLength",
    method: "Plays noise in blocks of 1 to 251 frames, with lengths that are primes and powers of two in random order. "
      + "The output must be finite.",
    remedy: "Write loops and divisions that work for every block length, including 1.",
    level: CheckLevel(2, "Hosts divide blocks at automation points."),
    severities: [.error])

  private static let lengths = [1, 2, 3, 5, 7, 11, 13, 16, 17, 31, 32, 61, 64, 127, 128, 251]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard !instance.configuration.isFixedBlockLength else {
      return .skipped("the plug-in requires a fixed block length")
    }
    guard !context.plugin.prefersCoarseBlockLength else { return .skipped("the plug-in prefers coarse block lengths") }
    var generator = context.generator(for: id)
    let order = lengths + (0..<4).flatMap { _ in lengths.shuffled(using: &generator) }
    instance.activate()
    let recording = instance.play(context.noise, frames: 4096, blocks: order)
    guard let place = recording.firstNonfinite, try context.isFiniteAtDefaults() else { return .passed }
    var end = 0
    let length = order.first {
      end += $0
      return place.frame < end
    }
    return outputFinding(
      .output, .error, place.port, context,
      "is \(place.value.text) at frame \(place.frame) of noise in blocks of 1 to 251 frames"
        + (length.map { ", for the first time in a block of \($0) frame\($0 == 1 ? "" : "s")." } ?? "."))
  }
}
