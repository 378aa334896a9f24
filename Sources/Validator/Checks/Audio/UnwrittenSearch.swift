import LV2Host
import TestHost

/// Fills outputs with a NaN of a known payload before each block, and collects the samples that still hold it afterwards.
///
/// A sample counts as unwritten if two searches with different payloads find it.
struct UnwrittenSearch {
  struct Hole: Hashable, Comparable {
    var block: Int
    var sample: Int
    /// The length of the block, in frames.
    var length: Int
    /// Whether the input was silent.
    var silent: Bool

    static func < (left: Hole, right: Hole) -> Bool { (left.block, left.sample) < (right.block, right.sample) }
  }

  let instance: InstanceUnderTest
  private let payload: UInt32
  /// By port index.
  private(set) var holes: [Int: Set<Hole>] = [:]

  /// Continues at `setting`, or at the present control values if it is nil.
  mutating func play(
    _ signal: Signal, frames: Int, blocks: [Int], at setting: ControlSetting? = nil
  ) {
    setting?.apply(to: instance)
    instance.play(
      signal, frames: frames, blocks: blocks,
      before: { _ in instance.fillOutputs(Float(bitPattern: payload)) },
      after: { _, length in
        for port in instance.audioOutputs {
          guard let samples = instance.samples(port.index) else { continue }
          for sample in 0..<length where samples[sample].bitPattern == payload {
            holes[port.index, default: []].insert(
              Hole(block: instance.blockIndex - 1, sample: sample, length: length, silent: signal == .silence))
          }
        }
      })
  }

  /// The unwritten samples by port index. `search` plays the signals, once for each payload.
  static func holes(
    _ context: PluginContext, _ setup: InstanceSetup? = nil, _ search: (inout UnwrittenSearch) -> Void
  ) throws -> [Int: Set<Hole>] {
    // Quiet NaNs that no arithmetic produces.
    let all = try ([0x7fc0_dead, 0x7fd1_beef] as [UInt32]).map { payload in
      var unwritten = UnwrittenSearch(instance: try context.activeInstance(setup), payload: payload)
      search(&unwritten)
      return unwritten.holes
    }
    return all[0].reduce(into: [:]) { both, port in
      let common = port.value.intersection(all[1][port.key] ?? [])
      if !common.isEmpty { both[port.key] = common }
    }
  }
}
