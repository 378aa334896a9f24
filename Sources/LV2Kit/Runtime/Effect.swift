/// An audio effect, an instrument or an analyzer. Conform a type to it to get LV2 plug-ins in any number of layouts.
///
/// The kit supplies the C interface, the port storage, the bypass and the Turtle files.
public protocol Effect: ~Copyable, SendableMetatype, Documented {
  associatedtype Port: ControlSet = NoControls

  /// Creates an instance in the state after `reset()`. The host calls it outside the audio thread; it may allocate.
  ///
  /// - Parameter setup: the sample rate, the layout and what the host states about its blocks.
  /// - Returns: nil if there is not enough memory, or if the effect cannot run under these conditions.
  init?(_ setup: Setup)

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
  /// as the input with the same index, if the layout has as many outputs as inputs; other buffers do not overlap.
  mutating func run(_ block: Block<Port>)

  /// Writes the control outputs. Runs on the audio thread at the end of every cycle, during a bypass too.
  mutating func writeOutputs(to controls: Controls<Port>)

  /// Whether the effect has a latency, so that hosts can compensate it. The plug-in then has a port for it.
  static var reportsLatency: Bool { get }

  /// The number of frames by which the output lags behind the input. It is constant after `init`.
  ///
  /// A bypass delays the input by the same time.
  var latency: Int { get }

  /// The events that the effect receives and sends. Without events, a plug-in has no event ports.
  static var events: EventKinds { get }

  /// Receives an event. Runs on the audio thread between two calls of `run(_:)`: the kit divides the block at the frame.
  ///
  /// - Parameters:
  ///   - event: an event of a kind in `events`. Changes of time:Position are in ``Block/transport`` instead.
  ///   - frame: the frame in the host's block.
  ///   - output: sends events of the effect's own at `frame` or later.
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput)
}

extension Effect where Self: ~Copyable {
  /// Does nothing: for an effect without smoothed parameters.
  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {}
  /// Does nothing: for an effect without control outputs.
  @inline(__always) public mutating func writeOutputs(to controls: Controls<Port>) {}

  @inline(__always) public static var reportsLatency: Bool { false }
  @inline(__always) public var latency: Int { 0 }

  @inline(__always) public static var events: EventKinds { EventKinds() }
  @inline(__always) public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {}
}

extension Effect where Self: ~Copyable {
  @inline(__always) static var hasEvents: Bool { events.hasInput || events.hasOutput }
}
