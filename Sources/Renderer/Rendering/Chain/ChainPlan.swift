import FoundationEssentials
import LV2Host
import Performing

/// A chain of plug-ins with all decisions made: the message from the parent process to the child.
struct ChainPlan: Codable, Sendable {
  /// One plug-in of the chain, with one instance or one for each channel.
  struct Stage: Codable, Sendable {
    var plugin: PluginDescription
    /// For each instance, the input channel of each of `inputPorts`.
    var instances: [[Int]]
    /// Indices of the audio inputs that receive channels.
    var inputPorts: [Int]
    /// Indices of the audio outputs.
    var outputPorts: [Int]
    /// By port index, as `automation`.
    var controls: [Int: Float]
    var automation: [Int: Automation]
    /// The state to restore; nil for none.
    var state: SavedState?

    var channelCount: Int { instances.count * outputPorts.count }
  }

  struct SavedState: Codable, Sendable {
    enum Source: Codable, Sendable {
      /// The default state of the plug-in.
      case plugin
      /// The URI of a preset.
      case preset(String)
      /// The path of a state that a host saved.
      case file(String)
    }

    var source: Source
    /// The bundles that contain the state.
    var bundles: [String]
  }

  var stages: [Stage]
  /// In hertz.
  var rate: Int
  /// The number of frames of one call of run().
  var blockLength: Int
  /// The number of frames of one slot: a multiple of `blockLength`.
  var slotLength: Int
  var inputChannels: Int
  /// What is played to all plug-ins that receive it.
  var performance: Performance

  var outputChannels: Int { stages.last?.channelCount ?? inputChannels }
}

// The plan as JSON. A bundle may contain infinities and NaN, which JSON represents as strings.
extension ChainPlan {
  init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try decoder.decode(ChainPlan.self, from: json)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(self)
  }
}
