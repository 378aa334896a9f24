/// An audio effect. Conform a type to it to get a mono and a stereo LV2 plug-in.
///
/// The kit supplies the C interface, the port storage, the bypass and the Turtle files. The channels of an effect share
/// its controls and get the same treatment.
public protocol Effect: ~Copyable, SendableMetatype, Documented {
  associatedtype Port: ControlSet

  /// Creates an instance in the state after `reset()`. The host calls it outside the audio thread; it may allocate.
  ///
  /// - Parameters:
  ///   - rate: the sample rate in hertz, within ``Limits/sampleRates``.
  ///   - channels: 1 or 2.
  /// - Returns: nil if there is not enough memory.
  init?(rate: Double, channels: Int)

  /// Clears all stored audio and ends every parameter ramp.
  ///
  /// It runs in activate(), and on the audio thread when a fade-out to bypass ends. Its run time must be bounded.
  mutating func reset()

  /// Sets the targets of all smoothed parameters to the present control values. Runs on the audio thread.
  ///
  /// The kit calls it before `run(_:)` in the first cycle after activate(), at the end of a bypass, and when a control
  /// input has changed. Between two calls that are not immediate, the effect processes either no frame or at least
  /// ``Limits/controlInterval(rate:)`` frames. The kit divides a host's block if necessary.
  ///
  /// - Parameters:
  ///   - controls: the control values.
  ///   - immediately: true if the output of the effect is not audible, so that parameters must change without a ramp.
  mutating func setTargets(from controls: Controls<Port>, immediately: Bool)

  /// Processes one block: reads every input sample and writes every output sample.
  ///
  /// It runs on the audio thread, and must not allocate, lock or make a system call. An output may be the same buffer
  /// as the input of its channel; other buffers do not overlap.
  mutating func run(_ block: Block<Port>)

  /// Writes the control outputs. Runs on the audio thread at the end of every cycle, during a bypass too.
  mutating func writeOutputs(to controls: Controls<Port>)
}

extension Effect where Self: ~Copyable {
  /// Does nothing: for an effect without smoothed parameters.
  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {}
  /// Does nothing: for an effect without control outputs.
  @inline(__always) public mutating func writeOutputs(to controls: Controls<Port>) {}
}

/// The channel layouts of every effect.
public enum Layout: Int, Sendable, CaseIterable {
  case mono = 1
  case stereo = 2

  /// The number of audio inputs, which is also the number of audio outputs.
  @inline(__always) public var channels: Int { rawValue }
}
