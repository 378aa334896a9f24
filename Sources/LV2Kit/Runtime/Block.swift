/// All that one `run` may touch: the controls, and for each channel the samples to read and to write.
///
/// SAFETY: the pointers are the host's buffers, `frames` long, and valid until `run` returns.
public struct Block<Port: ControlSet> {
  /// How many frames there are, from 1.
  public let frames: Int
  public let channels: Int
  public let controls: Controls<Port>
  /// For each channel `frames` samples to read, all of them finite. With one channel both are the same.
  public let inputs: (UnsafePointer<Float>, UnsafePointer<Float>)
  /// For each channel `frames` samples to write: the memory of the channel's input, or other memory.
  public let outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  /// The value of a control input: within its range, never NaN.
  @inline(__always)
  public subscript(port: Port) -> Float { controls[port] }
}
