import LV2Host

/// What a check of a plug-in is given: the plug-in, and the settings of the run.
public struct PluginContext {
  public let plugin: PluginDescription
  /// What lilv knows, for checks that ask for more than the description holds.
  public let world: World
  /// What is written in the files of the plug-in's bundle.
  public let turtle: BundleTurtle
  /// The sample rate for checks that need only one, in hertz.
  public let rate: Double
  /// The length of a block for checks that need only one, in frames.
  public let blockLength: Int
  /// The seed of the run; printed in every report.
  public let seed: UInt32
  /// The directory of an older version of the bundle, to compare with; nil where none was named.
  public let baseline: String?
  /// How long each rig waits between its activation and its first block, in microseconds: at once to begin with.
  var settlingTime: UInt32 = 0

  public init(
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
  public func generator(for check: CheckID) -> SeededGenerator {
    SeededGenerator(seed: seed, check: check)
  }

  /// `things` themselves, or `limit` of them drawn by the seed where they are more: a plug-in with a thousand controls is
  /// to be judged in the time of one with fifty.
  public func draw<Element>(_ things: [Element], atMost limit: Int, for check: CheckID) -> [Element] {
    guard things.count > limit else { return things }
    var generator = generator(for: check)
    return Array(things.shuffled(using: &generator).prefix(limit))
  }
}
