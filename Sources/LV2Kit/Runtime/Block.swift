/// One block of audio: the samples to read and to write, and the controls.
///
/// SAFETY: the pointers refer to buffers of `frames` samples, which are valid until `run` returns.
public struct Block<Port: ControlSet> {
  /// The number of frames, at least 1.
  public let frames: Int
  /// The number of channels, 1 or 2.
  public let channels: Int
  public let controls: Controls<Port>
  /// The input of each channel: `frames` finite samples. With one channel both pointers are equal.
  public let inputs: (UnsafePointer<Float>, UnsafePointer<Float>)
  /// The output of each channel: room for `frames` samples. It may be the same memory as the input of the channel.
  public let outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  /// The value of a control input: within the port's range, never NaN.
  @inline(__always)
  public subscript(port: Port) -> Float { controls[port] }
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

  /// Writes `value` to a control output, limited to the port's range.
  @inline(__always)
  public func set(_ port: Port, to value: Float) {
    ports[port.rawValue].pointee = port.declaration.sanitized(value)
  }
}
