/// An audio effect, an instrument or an analyzer. Conform a type to it to get LV2 plug-ins in any number of layouts.
///
/// The kit supplies the C interface, the port storage, the bypass and the Turtle files.
public protocol Effect: ~Copyable, SendableMetatype, Documented {
  associatedtype Port: ControlSet = NoControls
  associatedtype Property: PropertySet = NoProperties
  /// What the effect asks the worker thread to do: a plain value of at least one byte.
  associatedtype Job: BitwiseCopyable = NoJob
  /// What the worker thread makes for the effect: a plain value that can refer to memory.
  associatedtype Resource: BitwiseCopyable = NoResource

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

  /// The number of frames by which the output lags behind the input, 0 to ``maximumLatency``. It may change at any time.
  ///
  /// A bypass delays the input by the same time. Hosts read the latency after each cycle, and shift the sound if it has changed.
  var latency: Int { get }

  /// The largest latency in frames, which is constant after `init`: that of a latency that never changes, unless the effect states it.
  var maximumLatency: Int { get }

  /// The events that the effect receives and sends. Without events, a plug-in has no event ports.
  static var events: EventKinds { get }

  /// Receives an event. Runs on the audio thread between two calls of `run(_:)`: the kit divides the block at the frame.
  ///
  /// - Parameters:
  ///   - event: an event of a kind in `events`. Changes of time:Position are in ``Block/transport`` instead.
  ///   - frame: the frame in the host's block.
  ///   - output: sends events of the effect's own at `frame` or later.
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput)

  // MARK: Properties

  /// Receives the value of a property of the kind ``Property/Kind/control``, valid as its declaration demands.
  ///
  /// Runs on the audio thread between two calls of `run(_:)`: once for each property before the first one, and after
  /// each change.
  mutating func set(_ property: Property, to value: Float)

  /// Makes the resource for a text or a file. The host calls it on the worker thread or while it restores a session, in
  /// both cases possibly during `run(_:)`; it may allocate and read files.
  ///
  /// - Parameters:
  ///   - property: the property whose value has changed.
  ///   - text: the text, or the absolute path of the file; empty if there is none.
  ///   - setup: the conditions under which the instance runs. Report a file that cannot be read in its log.
  /// - Returns: the resource for ``exchange(_:)``, or nil if the effect keeps the present one.
  static func load(_ property: Property, _ text: UnsafePointer<CChar>, _ setup: Setup) -> Resource?

  // MARK: Worker

  /// Returns a job for the worker thread, or nil. Runs on the audio thread at the end of each cycle.
  ///
  /// A job that the host refuses is offered to it again in the next cycle, and this function is not called until then.
  mutating func nextJob() -> Job?

  /// Does a job on the worker thread, where it may allocate and block.
  ///
  /// - Returns: a resource for ``exchange(_:)``, or nil.
  static func perform(_ job: Job, _ setup: Setup) -> Resource?

  /// Takes a resource on the audio thread before `run(_:)`.
  ///
  /// - Returns: the resource that is not needed any more, for ``free(_:)``: the replaced one or `resource`.
  mutating func exchange(_ resource: Resource) -> Resource?

  /// Frees a resource, outside the audio thread. The resource that the effect still has at its end is freed by its own
  /// `deinit`.
  static func free(_ resource: Resource)

  /// Whether the kit creates the effect anew when the host changes the block length or the sample rate.
  ///
  /// Hosts do this between two cycles. Without it, the effect must accept any block length.
  static var followsOptions: Bool { get }

  // MARK: Interface

  /// The URI of the user interface in the library NAMEUI of the package, or nil. One without a scheme begins with the prefix of
  /// `lv2-bundle --url`.
  ///
  /// Its window can show the spectra of the input and the output, if the host permits it. Its picture is also the inline
  /// display in the mixer of the host.
  static var interface: StaticString? { get }
}

/// The job of an effect without jobs.
public struct NoJob: BitwiseCopyable {}
/// The resource of an effect without resources.
public struct NoResource: BitwiseCopyable {}

extension Effect where Self: ~Copyable {
  /// Does nothing: for an effect without smoothed parameters.
  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {}
  /// Does nothing: for an effect without control outputs.
  @inline(__always) public mutating func writeOutputs(to controls: Controls<Port>) {}

  @inline(__always) public static var reportsLatency: Bool { false }
  @inline(__always) public var latency: Int { 0 }
  @inline(__always) public var maximumLatency: Int { latency }

  @inline(__always) public static var events: EventKinds { EventKinds() }
  @inline(__always) public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {}

  @inline(__always) public mutating func set(_ property: Property, to value: Float) {}
  @inline(__always)
  public static func load(_ property: Property, _ text: UnsafePointer<CChar>, _ setup: Setup) -> Resource? { nil }

  @inline(__always) public mutating func nextJob() -> Job? { nil }
  @inline(__always) public static func perform(_ job: Job, _ setup: Setup) -> Resource? { nil }
  @inline(__always) public mutating func exchange(_ resource: Resource) -> Resource? { resource }
  @inline(__always) public static func free(_ resource: Resource) {}

  @inline(__always) public static var followsOptions: Bool { false }

  @inline(__always) public static var interface: StaticString? { nil }
}

extension Effect where Self: ~Copyable {
  @inline(__always) package static var hasProperties: Bool { !Property.isEmpty }
  /// Whether the plug-in has an event input: for events of the effect or for messages about properties.
  @inline(__always) package static var hasEventInput: Bool { events.hasInput || hasProperties }
  @inline(__always) package static var hasEventOutput: Bool { events.hasOutput || hasProperties }
  @inline(__always) static var hasEvents: Bool { hasEventInput || hasEventOutput }
  @inline(__always) static var hasJobs: Bool { MemoryLayout<Job>.size > 0 }
  @inline(__always) static var hasWorker: Bool { hasProperties || hasJobs }
  @inline(__always) static var hasInterface: Bool { interface != nil }
}
