import LV2Host
import TestHost
import ValidationModel

extension Meter {
  /// Blocks of noise, and as many of silence.
  private static let blocks = 256
  /// Runs of which the least time of each block counts: what other processes take is not the plug-in's.
  private static let rounds = 3

  /// Times every call of `run()`.
  func blockTimes() throws(HostError) -> BlockTimes {
    let instance = try instance(.defaults)
    let length = instance.configuration.maximumBlockLength
    var least = [Double](repeating: .infinity, count: 2 * Meter.blocks)
    for round in 0..<Meter.rounds {
      if round > 0 { instance.reset() }
      var block = 0
      let timed = { (instance: InstanceUnderTest, frames: Int) in
        let start = ContinuousClock.now
        instance.run(frames)
        least[block] = min(least[block], (ContinuousClock.now - start) / .microseconds(1))
        block += 1
      }
      let noise = Signal.noise(amplitude: Meter.amplitude, seed: context.seed)
      _ = instance.capture(noise, frames: Meter.blocks * length, run: timed)
      _ = instance.capture(.silence, frames: Meter.blocks * length, run: timed)
    }
    return BlockTimes(
      rate: context.rate, block: length, silenceFrom: Meter.blocks, microseconds: least.map(\.compact))
  }
}
