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
  /// The bits of every sample before each block.
  private let content: UInt32
  /// By port index.
  private(set) var holes: [Int: Set<Hole>] = [:]
  /// The samples to keep in `samples`, by port index and block.
  private var kept: [Int: [Int: [Hole]]] = [:]
  /// The bits of the samples to keep, after run().
  private var samples: [Int: [Hole: UInt32]] = [:]

  private init(_ instance: InstanceUnderTest, content: UInt32) {
    self.instance = instance
    self.content = content
  }

  /// Continues at `setting`, or at the present control values if it is nil.
  mutating func play(
    _ signal: Signal, frames: Int, blocks: [Int], at setting: ControlSetting? = nil
  ) {
    setting?.apply(to: instance)
    instance.play(
      signal, frames: frames, blocks: blocks,
      before: { _ in instance.fillOutputs(Float(bitPattern: content)) },
      after: { _, length in
        for port in instance.audioOutputs {
          guard let samples = instance.samples(port.index) else { continue }
          for hole in kept[port.index]?[instance.blockIndex - 1] ?? [] {
            self.samples[port.index, default: [:]][hole] = samples[hole.sample].bitPattern
          }
          for sample in 0..<length where samples[sample].bitPattern == content {
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
      var unwritten = UnwrittenSearch(try context.activeInstance(setup), content: payload)
      search(&unwritten)
      return unwritten.holes
    }
    return all[0].reduce(into: [:]) { both, port in
      let common = port.value.intersection(all[1][port.key] ?? [])
      if !common.isEmpty { both[port.key] = common }
    }
  }

  /// The number of samples of a port that are compared.
  private static let compared = 256

  /// The indices of the ports whose samples run() computed from what the buffer held before: a NaN in the buffer then
  /// remains NaN although run() writes the sample.
  ///
  /// With a finite content, such a sample changes, is the same for the same content, and differs for another. If run()
  /// multiplied the content by 0, all samples change.
  static func portsComputedFromContent(
    _ holes: [Int: Set<Hole>], _ context: PluginContext, _ search: (inout UnwrittenSearch) -> Void
  ) throws -> Set<Int> {
    guard !holes.isEmpty else { return [] }
    let kept = holes.mapValues { Dictionary(grouping: $0.sorted().prefix(compared), by: \.block) }
    let contents = ([0.2578125, 0.2578125, 0.3671875] as [Float]).map(\.bitPattern)
    let all = try contents.map { content in
      var unwritten = UnwrittenSearch(try context.activeInstance(), content: content)
      unwritten.kept = kept
      search(&unwritten)
      return unwritten.samples
    }
    return Set(
      holes.keys.filter { port in
        let samples = all.map { $0[port] ?? [:] }
        let depends = samples[0].contains { hole, bits in
          bits != contents[0] && bits == samples[1][hole] && bits != samples[2][hole]
        }
        return depends || zip(samples, contents).allSatisfy { samples, content in !samples.values.contains(content) }
      })
  }
}
