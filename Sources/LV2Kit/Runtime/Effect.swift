/// What an effect must offer. Everything else, the C interface, bypass, port storage and the Turtle, is the kit's.
///
/// One type serves the mono and the stereo plug-in; channels share controls and never differ in treatment.
public protocol Effect: ~Copyable, SendableMetatype, Documented {
  associatedtype Port: ControlSet

  /// The URI of the plug-in with this layout.
  static func uri(_ layout: Layout) -> StaticString

  /// Makes an instance, in state as after `reset()`. Runs outside the audio thread and may allocate.
  ///
  /// - Parameters:
  ///   - rate: frames a second, `Limits.rates`.
  ///   - channels: 1 or 2.
  /// - Returns: nil where memory cannot be had.
  init?(rate: Double, channels: Int)

  /// Forgets all sound, and ends every glide, in bounded time. Runs in `activate`, and on the audio thread when a bypass
  /// has faded out.
  mutating func reset()

  /// Heads for the controls' values. Runs on the audio thread, before `run`, where a control input has another value
  /// than in the last call, in the first cycle after `activate`, and where a bypass ends. Where nothing is taken at once,
  /// there are at least `Limits.controlInterval` frames between two calls, or none, and a block may be run in parts for it.
  ///
  /// - Parameters:
  ///   - controls: where the values are read.
  ///   - atOnce: the values are to be taken as they are, without gliding to them: nothing is heard of the effect.
  mutating func head(for controls: Controls<Port>, atOnce: Bool)

  /// Processes `block`: reads every input, writes every output. On the audio thread: no allocation, no lock, no
  /// system call. An output may be the same buffer as the input of the same channel, and no other.
  mutating func run(_ block: Block<Port>)

  /// Writes the control outputs, where there are any. Runs at the end of every cycle, after `run` and also while
  /// bypassed, on the audio thread.
  mutating func report(to controls: Controls<Port>)
}

extension Effect where Self: ~Copyable {
  public mutating func head(for controls: Controls<Port>, atOnce: Bool) {}
  @inline(__always) public mutating func report(to controls: Controls<Port>) {}
}
