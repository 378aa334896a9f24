import LV2Host
import TestHost

/// The two channels of a plug-in with two audio inputs and two audio outputs, besides sidechains.
struct ChannelPair {
  /// The two inputs and the two outputs.
  let inputs: [PortDescription]
  let outputs: [PortDescription]
  /// The ranks of the inputs among all audio and CV inputs, and the number of these.
  private let ranks: [Int]
  private let count: Int

  private static let firstSideChannel = 8
  /// -80 dBFS: an output whose peak is smaller is silent.
  private static let silent: Float = 1e-4

  /// - Returns: nil if the plug-in has other audio inputs or outputs.
  init?(_ plugin: PluginDescription) {
    let all = plugin.ports.filter { $0.hasSamples && $0.isInput }
    ranks = all.indices.filter { all[$0].kind == .audio && !all[$0].isSideChain }
    count = all.count
    inputs = ranks.map { all[$0] }
    outputs = plugin.ports.filter { $0.hasSamples && $0.isOutput }
    guard inputs.count == 2, outputs.count == 2, outputs.allSatisfy({ $0.kind == .audio }) else { return nil }
  }

  /// What the two inputs receive: the channels of the noise.
  struct Stimulus: Equatable {
    private(set) var channels: [Int]

    static let usual = Stimulus(channels: [0, 1])
    /// Noises that no other stimulus contains.
    static let further = Stimulus(channels: [2, 3])
    private static let replacement = 4

    var exchanged: Stimulus { Stimulus(channels: channels.reversed()) }

    /// The same with another noise in one input.
    func replacing(_ input: Int) -> Stimulus {
      var other = self
      other.channels[input] = Self.replacement
      return other
    }
  }

  /// The output of a fresh instance.
  func play(
    _ stimulus: Stimulus, _ context: PluginContext, at setting: ControlSetting, frames: Int
  ) throws -> Recording {
    // Sidechains receive other noises.
    var channels = (0..<count).map { Self.firstSideChannel + $0 }
    for (rank, channel) in zip(ranks, stimulus.channels) { channels[rank] = channel }
    let setup = InstanceSetup(context, \.signalChannels, channels)
    return try context.activeInstance(setup, at: setting).play(context.noise, frames: frames)
  }

  /// Whether all samples are finite, and neither output is silent.
  static func isSound(_ recording: Recording) -> Bool {
    recording.firstAbsurd == nil && recording.ports.allSatisfy { recording.only([$0]).peak > silent }
  }
}

/// How much the two channels of two recordings differ.
struct ChannelChange {
  /// The largest difference of each channel, relative to its peak.
  let sizes: [Float]

  /// -40 dB: a difference that is reported.
  private static let considerable: Float = 0.01
  /// -120 dB: a smaller difference is due to rounding.
  private static let rounding: Float = 1e-6
  /// The least peak to which a difference is relative.
  private static let leastPeak: Float = 1e-6

  init(_ recording: Recording, from other: Recording) {
    sizes = zip(recording.ports, other.ports).map { port, otherPort in
      var channel = other.only([otherPort])
      channel.ports = [port]
      let own = recording.only([port])
      return own.largestDifference(from: channel) / max(own.peak, channel.peak, Self.leastPeak)
    }
  }

  func isConsiderable(_ channel: Int) -> Bool { sizes[channel].isFinite && sizes[channel] > Self.considerable }
  func isNone(_ channel: Int) -> Bool { sizes[channel] < Self.rounding }

  /// The channels that differ at all.
  var reached: Set<Int> { Set(sizes.indices.filter { !isNone($0) }) }

  /// The only channel that differs, and does so considerably; nil if there is none.
  var onlyChannel: Int? { (0..<2).first { isConsiderable($0) && isNone(1 - $0) } }
}
