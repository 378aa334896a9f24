import LV2Host

enum AudioMaxBlock: PluginCheck {
  static let id = CheckID.audioMaxBlock
  static let text = CheckText(
    asserts: "A block of exactly the longest length works, and one of 8192 frames where no bound was asked for.",
    rule:
      "sample_count has no bound of its own; a plug-in that needs one requires bufsz:boundedBlockLength and then gets "
      + "blocks of up to bufsz:maxBlockLength, that length included",
    source: "buf-size: bufsz:boundedBlockLength, bufsz:maxBlockLength",
    method: "Plays noise in blocks of 8192 frames, and in blocks of 1000 in an instance that was told 1000.",
    remedy: "Size buffers by bufsz:maxBlockLength (not nominalBlockLength), or work in pieces of a length of your own.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    for length in [8192, 1000] {
      BlackBox.note(stage: "blocks of at most \(length)")
      let recording = try context.record(
        context.noise, frames: 3 * length, RigSetup(rate: context.rate, blockLength: length))
      guard let place = recording.firstNonfinite, try context.isFiniteAtDefaults() else { continue }
      return .findings([
        finding(
          .error,
          "Output \(context.name(place.port)) is \(place.value) at frame \(place.frame) of noise in blocks of \(length).",
          call: "run()", seed: context.seed)
      ])
    }
    return .passed
  }
}
