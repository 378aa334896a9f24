import LV2Host
import TestHost
import ValidationModel

enum AudioUnwritten: PluginCheck {
  static let id: CheckID = "audio.unwritten"
  static let text = CheckText(
    asserts: "Every sample of every audio and CV output is written in every run.",
    rule: "run() writes sample_count samples to each connected output port; the host does not clear them before",
    source: "lv2/core/lv2.h: run()",
    method: """
      Fills the outputs with a NaN of a certain payload before each block, plays noise and then silence in blocks of \
      64, 61, 17, 62 and 59 frames and of the run's length, then noise with each control at either end of its range \
      (at each position of a switch; 64 settings at most, drawn by the seed) and with 8 sets of ends, and looks for \
      that payload; a sample counts where a second instance leaves another payload in the same place.
      """,
    remedy: "Write zeros where there is nothing to say, in remainders of vector loops and on early returns too.",
    severities: [.error])

  /// A vector loop that takes 4 frames at once leaves every remainder.
  private static let lengths = [64, 61, 17, 62, 59]
  private static let settings = 64
  private static let sets = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let settings = context.settings(atMost: settings, sets: sets, for: id)
    /// The first block of each setting.
    var beginnings: [Int] = []
    let holes = try UnwrittenSearch.holes(context) { search in
      beginnings = []
      search.play(context.noise, frames: 4096, blocks: .cycle(lengths + [context.blockLength]))
      search.play(.silence, frames: 4096, blocks: .cycle(lengths + [context.blockLength]))
      for setting in settings {
        CrashRecord.note(activity: setting.description)
        beginnings.append(search.blocks)
        search.play(context.noise, frames: 126, blocks: .cycle([64, 62]), at: setting)
      }
    }
    // Outputs with the same samples left out are one finding: a plug-in may have dozens that it does not use.
    let alike = Dictionary(grouping: context.plugin.ports.filter { holes[$0.index] != nil }) { holes[$0.index] ?? [] }
    let findings = alike.compactMap { holes, ports -> (port: Int, Finding)? in
      guard let earliest = holes.min(), let port = ports.first else { return nil }
      let others = ports.count > 1 ? " and \(ports.count - 1) others" : ""
      let setting = beginnings.lastIndex { $0 <= earliest.block }.map { settings[$0] }
      return (
        port.index,
        finding(
          .error,
          "Output \(context.name(port.index))\(others): \(holes.count) samples were not written, the first of them sample "
            + "\(earliest.sample) of a block of \(earliest.length) frames on \(earliest.silent ? "silence" : "noise")"
            + (setting.map { ", with \($0.description)." } ?? "."),
          count: holes.count * ports.count, call: "run()",
          block: .init(index: earliest.block, frames: earliest.length), seed: context.seed,
          controls: setting?.controls)
      )
    }
    return .findings(findings.sorted { $0.port < $1.port }.map(\.1))
  }
}
