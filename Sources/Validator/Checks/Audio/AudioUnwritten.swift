import LV2Host
import Model
import Support
import TestHost

enum AudioUnwritten: PluginCheck {
  enum Message: MessageKind {
    case output, previousContent

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .error, rule: writtenOutputs,
          remedy:
            "Write all sample_count samples of {the output} in each run(): {look for early returns, and for loops that "
            + "end before sample_count}.")
      case .previousContent:
        MessageText(
          .error,
          rule: Rule(
            "An output is \"written during run()\"; data present when a port is connected \"MUST NOT be considered "
              + "meaningful\"",
            source: "lv2core: lv2:OutputPort; lv2/core/lv2.h: connect_port(), data_location"),
          remedy:
            "Store the result in the samples of {the output} instead of adding it to them: write each sample before "
            + "it is read.")
      }
    }
  }

  static let writtenOutputs = Rule(
    "An output is \"a port connected to data which is written during run()\": sample_count samples of an audio or CV "
      + "port",
    source: "lv2core: lv2:OutputPort, lv2:AudioPort")

  static let id: CheckID = "audio.unwritten"
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "Each run() writes every sample of every audio and CV output.",
    method: "Fills the outputs with a NaN of a known payload before each block, and searches for that payload after "
      + "run(). A sample counts if a second instance leaves another payload in the same position. Finite numbers then "
      + "show whether the plug-in read the buffer instead.",
    details: "The signals are noise and silence in blocks of 64, 61, 17, 62 and 59 frames and of the run's length, and "
      + "2 s of silence. Then each control is set to both ends of its range, and a switch to each position, a toggled one for "
      + "2048 frames, in at most 64 settings drawn by the seed. In 8 further settings all controls are at an end. Outputs with the same "
      + "unwritten samples are one finding.",
    level: CheckLevel(3, "Users hear old content of buffers that are not written."))

  /// A vector loop over 4 frames leaves every possible remainder.
  private static let lengths = [64, 61, 17, 62, 59]
  /// In seconds: the silence after which many plug-ins stop computing.
  private static let silence = 2.0
  /// In frames: the noise after a toggled control moved.
  private static let toggled = 2048

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let settings = context.settings(for: id)
    /// The first block of each setting.
    var beginnings: [Int] = []
    func play(_ search: inout UnwrittenSearch) {
      beginnings = []
      search.play(context.noise, frames: 4096, blocks: lengths + [context.blockLength])
      search.play(.silence, frames: 4096, blocks: lengths + [context.blockLength])
      search.play(
        .silence, frames: Int(context.reduced(silence) * context.rate), blocks: [context.blockLength])
      for setting in settings {
        beginnings.append(search.instance.blockIndex)
        // A bypass can fade for a while before it skips parts of run().
        let isToggled = setting.values.count == 1 && setting.values[0].port.isToggled
        search.play(context.noise, frames: isToggled ? toggled : 126, blocks: [64, 62], at: setting)
      }
    }
    let holes = try UnwrittenSearch.holes(context, nil, play)
    let computed = try UnwrittenSearch.portsComputedFromContent(holes, context, play)
    // Outputs with the same unwritten samples are one finding: a plug-in may have dozens of unused outputs.
    let alike = Dictionary(grouping: context.plugin.ports.filter { holes[$0.index] != nil }) { port in
      Fault(holes: holes[port.index] ?? [], isComputed: computed.contains(port.index))
    }
    return .findings(
      alike.sorted { $0.value[0].index < $1.value[0].index }.compactMap { fault, ports in
        guard let earliest = fault.holes.min() else { return nil }
        let setting = beginnings.lastIndex { $0 <= earliest.block }.map { settings[$0] }
        return finding(about: fault, earliest, ports, at: setting, context)
      })
  }

  /// The samples of an output that hold the payload after run().
  private struct Fault: Hashable {
    let holes: Set<UnwrittenSearch.Hole>
    /// Whether run() computed them from what the buffer held before, so that a NaN remained.
    let isComputed: Bool
  }

  private static func finding(
    about fault: Fault, _ earliest: UnwrittenSearch.Hole, _ ports: [PortDescription], at setting: ControlSetting?,
    _ context: PluginContext
  ) -> Finding {
    let others = ports.count > 1 ? " and of \((ports.count - 1).counted("other output"))" : ""
    let output = "output \(context.name(ports[0].index))\(others)"
    let place =
      "sample \(earliest.sample) of a block of \(earliest.length.counted("frame")) on "
      + (earliest.silent ? "silence" : "noise") + (setting.map { ", with \($0.description)" } ?? "")
    let cause =
      earliest.silent
      ? "write zeros in silence instead of returning early"
      : earliest.sample == 0
        ? "look for a channel or a path through run() that writes nothing"
        : "look for a loop that ends before sample_count"
    return runFinding(
      fault.isComputed ? .previousContent : .output, about: ports[0].symbol, context,
      fault.isComputed
        ? "run() computes \(fault.holes.count.counted("sample")) of \(output) from what the buffer held before; "
          + "expected no read of an output. The first is \(place)."
        : "run() did not write \(fault.holes.count.counted("sample")) of \(output); expected all samples to be "
          + "written. The first is \(place).",
      naming: fault.isComputed ? [output] : [output, cause], count: fault.holes.count * ports.count,
      block: .init(index: earliest.block, frames: earliest.length), controls: setting?.controls)
  }
}
