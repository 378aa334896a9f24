import Glibc
import LV2Host

/// Many equal blocks that run as fast as possible, with samples of their output, so that threads are in run() most of the
/// time.
///
/// The inputs are filled once, so that little except the plug-in's code runs.
package final class BlockSeries {
  /// In frames: long enough that the plug-in uses most of the time.
  private static let length = 4096
  /// The maximum size of the samples of one series, in bytes.
  private static let budget = 8 << 20
  /// One of this number of frames is kept, a different one in each block: interference changes many frames of a buffer.
  private static let step = 16

  private let instance: InstanceUnderTest
  private let ports: [Int]
  private let frames: Int
  private var output: [Float]
  private let blocks: Int

  /// - Parameters:
  ///   - seed: the seed of the noise.
  ///   - blocks: the maximum number of blocks; the limit on memory can reduce it.
  package init(_ context: PluginContext, seed: UInt32, blocks: Int) throws(HostError) {
    var setup = InstanceSetup(context)
    setup.blockLength = Self.length
    instance = try InstanceUnderTest(context, setup)
    frames = instance.configuration.maximumBlockLength
    ports = instance.audioOutputs.map(\.index)
    let samples = max(1, ports.count) * (frames / Self.step + 1)
    self.blocks = max(2, min(blocks, Self.budget / (samples * MemoryLayout<Float>.stride)))
    output = [Float](repeating: 0, count: self.blocks * samples)
    instance.activate()
    instance.fill(.noise(amplitude: 0.5, seed: seed), from: 0, count: frames)
  }

  package func run() {
    output.withUnsafeMutableBufferPointer { output in
      var place = 0
      for block in 0..<blocks {
        instance.prepareAtoms()
        instance.playNote(at: block * frames, until: .max, length: frames)
        instance.run(frames)
        for port in ports {
          guard let samples = instance.samples(port) else { continue }
          for frame in stride(from: block % Self.step, to: frames, by: Self.step) {
            output[place] = samples[frame]
            place += 1
          }
        }
      }
    }
  }

  /// The largest difference between samples of two series; a NaN equals itself.
  package func largestDifference(from other: BlockSeries) -> Float {
    let size = output.count * MemoryLayout<Float>.stride
    return memcmp(output, other.output, size) == 0 ? 0 : output.largestDifference(from: other.output)
  }

  /// The largest magnitude of all finite samples.
  package var peak: Float { output.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 } }
}
