import LV2Host

enum AudioUnwritten: PluginCheck {
  static let id = CheckID.audioUnwritten
  static let text = CheckText(
    asserts: "Every sample of every audio and CV output is written in every run.",
    rule: "run() writes sample_count samples to each connected output port; the host does not clear them before",
    source: "lv2/core/lv2.h: run()",
    method:
      "Fills the outputs with a NaN of a certain payload before each block, plays noise and then silence in blocks of "
      + "64, 61 and 17 frames, and looks for that payload; a sample counts where a second instance leaves another "
      + "payload in the same place.",
    remedy: "Write zeros where there is nothing to say, in remainders of vector loops and on early returns too.",
    severities: [.error])

  /// Quiet NaNs that no arithmetic produces.
  private static let payloads: [UInt32] = [0x7fc0_dead, 0x7fd1_beef]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let holes = try payloads.map { try unwritten(context, payload: $0) }
    // Outputs with the same samples left out are one finding: a plug-in may have dozens that it does not use.
    var ports: [Set<Hole>: [PortDescription]] = [:]
    for port in context.plugin.ports {
      guard let first = holes[0][port.index], let second = holes[1][port.index] else { continue }
      ports[first.intersection(second), default: []].append(port)
    }
    let findings = ports.compactMap { both, ports -> (port: Int, Finding)? in
      guard let earliest = both.min(), let port = ports.first else { return nil }
      let others = ports.count > 1 ? " and \(ports.count - 1) others" : ""
      return (
        port.index,
        finding(
          .error,
          "Output \(context.name(port.index))\(others): \(both.count) samples were not written, the first of them sample "
            + "\(earliest.sample) of a block of \(earliest.length) frames on \(earliest.silent ? "silence" : "noise").",
          count: both.count * ports.count, call: "run()",
          block: .init(index: earliest.block, frames: earliest.length), seed: context.seed)
      )
    }
    return .findings(findings.sorted { $0.port < $1.port }.map(\.1))
  }

  private struct Hole: Hashable, Comparable {
    var block: Int
    var sample: Int
    var length: Int
    var silent: Bool

    static func < (left: Hole, right: Hole) -> Bool { (left.block, left.sample) < (right.block, right.sample) }
  }

  /// The samples of each output port that still hold the payload after a run.
  private static func unwritten(_ context: PluginContext, payload: UInt32) throws -> [Int: Set<Hole>] {
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    var holes: [Int: Set<Hole>] = [:]
    for (signal, silent) in [(context.noise, false), (.silence, true)] {
      rig.play(
        signal, frames: 4096, cut: .cycle([64, 61, 17]),
        before: { _ in
          for port in rig.audioOutputs {
            rig.samples(port.index)?.update(
              repeating: Float(bitPattern: payload), count: rig.configuration.maximumBlockLength)
          }
        },
        after: { _, length in
          for port in rig.audioOutputs {
            guard let samples = rig.samples(port.index) else { continue }
            for sample in 0..<length where samples[sample].bitPattern == payload {
              holes[port.index, default: []].insert(
                Hole(block: rig.blockIndex - 1, sample: sample, length: length, silent: silent))
            }
          }
        })
    }
    return holes
  }
}
