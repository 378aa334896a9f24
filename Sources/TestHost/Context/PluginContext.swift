import Support
import LV2Host
import ValidationModel

/// What a check of a plug-in is given: the plug-in, and the settings of the run.
package struct PluginContext {
  package let plugin: PluginDescription
  /// What lilv knows, for checks that ask for more than the description holds.
  package let world: World
  /// What is written in the files of the plug-in's bundle.
  package let turtle: BundleTurtle
  /// The sample rate for checks that need only one, in hertz.
  package let rate: Double
  /// The length of a block for checks that need only one, in frames.
  package let blockLength: Int
  /// The seed of the run; printed in every report.
  package let seed: UInt32
  /// The directory of an older version of the bundle, to compare with; nil where none was named.
  package let baseline: String?
  /// How long each instance waits between its activation and its first block, in microseconds: at once to begin with.
  package var settlingTime: UInt32 = 0

  package init(
    plugin: PluginDescription, world: World, rate: Double, blockLength: Int, seed: UInt32, baseline: String? = nil
  ) {
    self.plugin = plugin
    self.world = world
    turtle = BundleTurtle(path: plugin.bundlePath)
    self.rate = rate
    self.blockLength = blockLength
    self.seed = seed
    self.baseline = baseline
  }

  /// The random numbers of one check: always the same for the same seed, whatever other checks are run.
  package func generator(for check: CheckID) -> SplitMix64 {
    SplitMix64(seed: seed, check: check)
  }

  /// `things` themselves, or `limit` of them drawn by the seed where they are more: a plug-in with a thousand controls is
  /// to be judged in the time of one with fifty.
  package func draw<Element>(_ things: [Element], atMost limit: Int, for check: CheckID) -> [Element] {
    guard things.count > limit else { return things }
    var generator = generator(for: check)
    return Array(things.shuffled(using: &generator).prefix(limit))
  }
}
