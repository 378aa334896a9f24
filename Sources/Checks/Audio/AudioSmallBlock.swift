import LV2Host
import TestHost
import ValidationModel

enum AudioSmallBlock: PluginCheck {
  static let id: CheckID = "audio.small-block"
  static let text = CheckText(
    asserts: "Blocks of 1, 2 and 3 frames, of prime lengths and of powers of two are processed like any other.",
    rule: "sample_count is any number, within the bounds that the plug-in requires of the host",
    source: "lv2/core/lv2.h: run(); buf-size: bufsz:boundedBlockLength",
    method: "Plays noise in blocks of 1 to 251 frames, primes and powers of two, in a seeded order.",
    remedy: "Let no loop or division take a least length for granted.",
    severities: [.error])

  private static let lengths = [1, 2, 3, 5, 7, 11, 13, 16, 17, 31, 32, 61, 64, 127, 128, 251]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard !instance.configuration.isFixedBlockLength else { return .skipped("it requires a fixed block length") }
    guard !context.plugin.prefersCoarseBlockLength else { return .skipped("it asks for coarse block lengths") }
    var generator = context.generator(for: id)
    let order = lengths + (0..<4).flatMap { _ in lengths.shuffled(using: &generator) }
    instance.activate()
    let recording = instance.play(context.noise, frames: 4096, blocks: .cycle(order))
    guard let place = recording.firstNonfinite, try context.isFiniteAtDefaults() else { return .passed }
    return .findings([
      finding(
        .error,
        "Output \(context.name(place.port)) is \(place.value) at frame \(place.frame) of noise in small blocks.",
        call: "run()", seed: context.seed)
    ])
  }
}
