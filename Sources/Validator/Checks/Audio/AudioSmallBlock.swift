import Model
import Support
import TestHost

enum AudioSmallBlock: PluginCheck {
  enum Message: MessageKind {
    case output

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .error, rule: anyLength,
          remedy:
            "Fix the operation that depends on sample_count for {short blocks}: look for {a division by 0, and a "
            + "filter or feedback loop that is unstable}.")
      }
    }
  }

  private static let anyLength = Rule(
    "\"The plugin must pay careful attention to the block size passed to run()\", which \"is not guaranteed to remain "
      + "constant\"; only required features of buf-size restrict it",
    source: "lv2/core/lv2.h: connect_port()")

  static let id: CheckID = "audio.small-block"
  static let answersFor: Set<EndSubject> = [.shortBlock]
  static let text = CheckText(
    asserts: "The plug-in processes blocks of any length: 1, 2 and 3 frames, primes and powers of two.",
    method: "Plays noise in blocks of 1 to 251 frames, with lengths that are primes and powers of two in random order. "
      + "The output must be finite.",
    level: CheckLevel(2, "Hosts divide blocks at automation points."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: anyLength,
      remedy:
        "Check the loops, divisions and differences with sample_count at the place of the backtrace for blocks of 1 to "
        + "16 frames: sample_count - 1 can be 0, and sample_count minus the length of a vector wraps around below 0."))

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
      .output, place.port, context,
      "is \(place.value.text) at frame \(place.frame) of noise in blocks of 1 to 251 frames"
        + (length.map { ", for the first time in a block of \($0.counted("frame"))" } ?? "")
        + "; expected finite samples.",
      naming: [length.map { "a block of \($0.counted("frame"))" } ?? "blocks of 1 to 251 frames", place.value.origins])
  }
}
