import LV2Host

/// A chain of plug-ins, worked out in full: what the process that runs it is told.
struct ChainPlan: Codable, Sendable {
  /// One plug-in of the chain, as one instance or one a channel.
  struct Stage: Codable, Sendable {
    var plugin: PluginDescription
    /// For each instance, the incoming channel of each of `inputPorts`.
    var instances: [[Int]]
    /// The indexes of the audio inputs that carry the signal.
    var inputPorts: [Int]
    /// The indexes of the audio outputs that carry the signal.
    var outputPorts: [Int]
    /// By port index.
    var controls: [Int: Float]
    /// By port index.
    var automation: [Int: Automation]
    /// The preset or default state whose properties the instances are given, and the bundles to find it in.
    var state: SavedState?

    var channelCount: Int { instances.count * outputPorts.count }
  }

  struct SavedState: Codable, Sendable {
    /// nil for the plug-in's default state.
    var uri: String?
    var bundles: [String]
  }

  var stages: [Stage]
  /// In hertz.
  var rate: Int
  /// The frames of one call of `run`.
  var blockLength: Int
  /// The frames that travel between the processes at once: a multiple of `blockLength`.
  var slotLength: Int
  var inputChannels: Int

  var outputChannels: Int { stages.last?.channelCount ?? inputChannels }
}
