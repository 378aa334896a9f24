/// One block of audio: the samples to read and to write, and the controls.
///
/// SAFETY: the pointers refer to buffers of `frames` samples, which are valid until `run` returns.
public struct Block<Port: ControlSet> {
  /// The number of frames, at least 1.
  public let frames: Int
  public let layout: Layout
  public let controls: Controls<Port>
  let audio: AudioBuffers
  let cvOffsets: PortMap.Offsets
  let ramps: UnsafePointer<Ramps.Motion>
  /// The first frame of the block in the lines of the ramps.
  let rampStart: Int
  let events: UnsafeMutablePointer<EventState>?

  /// The samples of a main input: `frames` finite samples.
  ///
  /// - Parameters:
  ///   - index: 0 to `layout.inputs` - 1.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public func input(_ index: Int, file: StaticString = #file, line: UInt = #line) -> InputSamples {
    check(index, of: layout.inputs, "input", file, line)
    return InputSamples(start: audio.input(index), count: frames)
  }

  /// The samples of a sidechain input: `frames` finite samples.
  ///
  /// - Parameters:
  ///   - index: 0 to `layout.sidechains` - 1.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public func sidechain(_ index: Int, file: StaticString = #file, line: UInt = #line) -> InputSamples {
    check(index, of: layout.sidechains, "sidechain", file, line)
    return InputSamples(start: audio.input(layout.inputs &+ index), count: frames)
  }

  /// The buffer of an output: room for `frames` samples. It may be the same memory as the input with this index if the
  /// layout has as many outputs as inputs.
  ///
  /// - Parameters:
  ///   - index: 0 to `layout.outputs` - 1.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public func output(_ index: Int, file: StaticString = #file, line: UInt = #line) -> OutputSamples {
    check(index, of: layout.outputs, "output", file, line)
    return OutputSamples(start: audio.output(index), count: frames)
  }

  /// The value of a control input: within the port's range, never NaN.
  @inline(__always)
  public subscript(port: Port) -> Float { controls[port] }

  /// The choice that a control input selects.
  @inline(__always)
  public func choice<Options: Choice>(_ port: Port, as _: Options.Type) -> Options {
    controls.choice(port, as: Options.self)
  }

  /// The values of a smoothed control input: a straight line from the first frame of the block on.
  ///
  /// - Parameter port: a control input. One that is declared without ``Smoothing`` has its present value in the whole block.
  @inline(__always)
  public func ramp(_ port: Port) -> Ramp {
    guard port.declaration.smoothing.seconds > 0 else { return Ramp(start: self[port], step: 0) }
    let motion = ramps[port.rawValue]
    return Ramp(start: motion.value + motion.step * Float(rampStart), step: motion.step)
  }

  /// The samples of a CV input: `frames` finite values.
  @inline(__always)
  public func cv(_ port: Port) -> CVInput {
    CVInput(
      samples: InputSamples(start: audio.input(port.rawValue &+ cvOffsets.input), count: frames),
      declaration: port.declaration)
  }

  /// The buffer of a CV output: room for `frames` samples.
  @inline(__always)
  public func cvOutput(_ port: Port) -> OutputSamples {
    OutputSamples(start: audio.output(port.rawValue &+ cvOffsets.output), count: frames)
  }

  /// The host's transport at the first frame. The effect must declare ``EventKinds/time``.
  @inline(__always)
  public var transport: Transport { events?.pointee.transport ?? Transport() }

  /// Sends a MIDI message. The effect must declare ``EventKinds/midiOutput``.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - frame: the frame in this block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(_ message: MIDIMessage, at frame: Int) -> Bool {
    guard let events else { return false }
    return EventOutput(state: events).send(message, at: events.pointee.cycleFrame + frame)
  }
}

/// The samples of a CV input.
///
/// SAFETY: the samples are valid until `run` returns.
public struct CVInput {
  let samples: InputSamples
  let declaration: ControlPort

  /// The value at a frame of the block: within the port's range.
  @inline(__always)
  public subscript(frame: Int, file: StaticString = #file, line: UInt = #line) -> Float {
    declaration.sanitized(samples[frame, file, line])
  }
}

/// The present values of the control ports.
///
/// SAFETY: `ports` refers to one pointer for each control port, to memory of the host or of the instance.
public struct Controls<Port: ControlSet> {
  let ports: UnsafePointer<UnsafeMutablePointer<Float>>

  /// The value of a control input: within the port's range, never NaN.
  @inline(__always)
  public subscript(port: Port) -> Float {
    port.declaration.sanitized(ports[port.rawValue].pointee)
  }

  /// The value of a control input that `limit` limits instead of its declaration, for ports that compute their declarations.
  @inline(__always)
  package func value(_ port: Port, _ limit: (Float) -> Float) -> Float { limit(ports[port.rawValue].pointee) }

  /// The choice that a control input selects.
  @inline(__always)
  public func choice<Options: Choice>(_ port: Port, as _: Options.Type) -> Options {
    // The kit limits the value to the raw values of the options.
    Options(rawValue: Int(self[port])).unsafelyUnwrapped
  }

  /// Writes a value within the port's range to a control output.
  @inline(__always)
  package func setWithoutLimit(_ port: Port, to value: Float) { ports[port.rawValue].pointee = value }

  /// Writes `value` to a control output, limited to the port's range.
  @inline(__always)
  public func set(_ port: Port, to value: Float) {
    ports[port.rawValue].pointee = port.declaration.sanitized(value)
  }
}
