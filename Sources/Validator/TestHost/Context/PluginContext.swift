import LV2Host
import Model
import Support

/// The input of a check of one plug-in: the plug-in and the settings of the run.
package struct PluginContext {
  package let plugin: PluginDescription
  /// Access to lilv, for checks that need more than the description.
  package let world: World
  package let turtle: BundleTurtle
  /// The sample rate, in hertz, for checks that use only one.
  package var rate: Double
  /// The block length, in frames, for checks that use only one.
  package let blockLength: Int
  /// The seed of the run, which every report contains.
  package let seed: UInt32
  /// The directory of an older version of the bundle to compare with (`--baseline`); nil if there is none.
  package let baseline: String?
  /// The pause of each instance between activate() and the first block, in microseconds.
  package var settlingTime: UInt32 = 0
  /// The positions of new bytes that checks do not fill, because their content ends the process; sorted.
  package var sparedMemory: [FreshMemory.Positions] = []
  /// The share of the usual durations and numbers of settings that a check plays, for a slow plug-in.
  package let share: Double
  /// The part of `share` for the processor time that earlier checks used.
  package let furtherShare: Double
  /// The only setting that checks play besides the defaults; nil for all of them.
  package let replayed: [Finding.ControlValue]?
  /// The steps that a check plays in place of all that it usually plays; nil for that.
  package var replayedSteps: [String]?
  /// The processor time that the plug-in needs, divided by the duration of the sound; 0 if it is not known.
  package let load: Double
  /// Whether a check continues after an end, with the controls at their defaults that the end needs. It does not repeat what
  /// needs something else than controls.
  package var isContinuation = false
  /// The file that instances have loaded when a check begins; nil for none.
  package var file: LoadedFile?

  package init(
    plugin: PluginDescription, world: World, rate: Double, blockLength: Int, seed: UInt32, baseline: String? = nil,
    share: Double = 1, furtherShare: Double = 1, load: Double = 0, replayed: [Finding.ControlValue]? = nil,
    file: LoadedFile? = nil
  ) {
    self.plugin = plugin
    self.world = world
    turtle = BundleTurtle(path: plugin.bundlePath, plugin: plugin.uri)
    self.rate = rate
    self.blockLength = blockLength
    self.seed = seed
    self.baseline = baseline
    self.share = share
    self.furtherShare = furtherShare
    self.load = load
    self.replayed = replayed
    self.file = file
  }

  /// With what an instance begins. Checks of a process that share a result share it for one start.
  package struct Start: Hashable {
    let uri: String
    let file: LoadedFile?
  }

  package var start: Start { Start(uri: plugin.uri, file: file) }

  /// The duration in seconds that a check plays instead of the usual one.
  package func reduced(_ seconds: Double) -> Double { seconds * share }

  /// The number of settings that a check plays instead of the usual number; at least 1.
  package func reduced(_ count: Int) -> Int { max(1, Int((Double(count) * share).rounded(.up))) }

  /// The default state of the plug-in; nil if its bundle has none.
  package var defaultState: HostedPreset? {
    if Self.read?.uri != plugin.uri {
      Self.read = (plugin.uri, world.defaultState(of: plugin.uri, map: InstanceUnderTest.map))
    }
    return Self.read?.state
  }

  /// The default state that was read last, and its plug-in.
  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var read: (uri: String, state: HostedPreset?)?

  /// The random numbers of one check.
  ///
  /// They depend on the seed of the run and the id of the check only, and not on which other checks run.
  package func generator(for check: CheckID) -> SplitMix64 {
    SplitMix64(seed: FNV1a.hash(check.rawValue.utf8) ^ UInt64(seed))
  }

  /// All elements, or a random selection of `limit` elements if there are more.
  ///
  /// The limit bounds the time that a plug-in with hundreds of controls takes. It is lower for a slow plug-in.
  package func draw<Element>(_ elements: [Element], atMost limit: Int, for check: CheckID) -> [Element] {
    let limit = reduced(limit)
    guard elements.count > limit else { return elements }
    var generator = generator(for: check)
    return Array(elements.shuffled(using: &generator).prefix(limit))
  }
}
