import Model
import TestHost

enum AudioUnwritten: PluginCheck {
  enum Message: MessageKind { case output }

  static let id: CheckID = "audio.unwritten"
  static let text = CheckText(
    asserts: "Each run() writes every sample of every audio and CV output.",
    rule: "run() writes sample_count samples to each connected output port; the host does not clear the buffers before",
    source: "lv2/core/lv2.h: run(), sample_count; lv2core: lv2:AudioPort",
    method: "Fills the outputs with a NaN of a known payload before each block, and searches for that payload after "
      + "run(). A sample counts if a second instance leaves another payload in the same position.",
    details: "The signals are noise and silence in blocks of 64, 61, 17, 62 and 59 frames and of the run's length, and "
      + "2 s of silence. Then each control is set to both ends of its range, and a switch to each position, in at most "
      + "64 settings drawn by the seed. In 8 further settings all controls are at an end. Outputs with the same "
      + "unwritten samples are one finding.",
    remedy:
      "Write every sample of the block, zeros for silence: look for loops that end early or whose index changes inside, "
      + "remainders of vector loops, and early returns.",
    level: CheckLevel(3, "Users hear old content of buffers that are not written."),
    severities: [.error])

  /// A vector loop over 4 frames leaves every possible remainder.
  private static let lengths = [64, 61, 17, 62, 59]
  /// In seconds: the silence after which many plug-ins stop computing.
  private static let silence = 2.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let settings = context.settings(for: id)
    /// The first block of each setting.
    var beginnings: [Int] = []
    let holes = try UnwrittenSearch.holes(context) { search in
      beginnings = []
      search.play(context.noise, frames: 4096, blocks: lengths + [context.blockLength])
      search.play(.silence, frames: 4096, blocks: lengths + [context.blockLength])
      search.play(
        .silence, frames: Int(context.reduced(silence) * context.rate), blocks: [context.blockLength])
      for setting in settings {
        beginnings.append(search.instance.blockIndex)
        search.play(context.noise, frames: 126, blocks: [64, 62], at: setting)
      }
    }
    // Outputs with the same unwritten samples are one finding: a plug-in may have dozens of unused outputs.
    let alike = Dictionary(grouping: context.plugin.ports.filter { holes[$0.index] != nil }) { holes[$0.index] ?? [] }
    return .findings(
      alike.sorted { $0.value[0].index < $1.value[0].index }.compactMap { holes, ports -> Finding? in
        guard let earliest = holes.min() else { return nil }
        let others = ports.count > 1 ? " and \(ports.count - 1) more" : ""
        let setting = beginnings.lastIndex { $0 <= earliest.block }.map { settings[$0] }
        return runFinding(
          .output, .error, about: ports[0].symbol, context,
          "run() did not write \(holes.count) samples of output \(context.name(ports[0].index))\(others). The first is "
            + "sample \(earliest.sample) of a block of \(earliest.length) frames on "
            + (earliest.silent ? "silence" : "noise") + (setting.map { ", with \($0.description)." } ?? "."),
          count: holes.count * ports.count, block: .init(index: earliest.block, frames: earliest.length),
          controls: setting?.controls)
      })
  }
}
