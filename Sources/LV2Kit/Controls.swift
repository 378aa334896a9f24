/// The controls' values now.
///
/// SAFETY: points to one pointer a control port, each to the host's memory or to the instance's own.
public struct Controls<Port: ControlSet> {
  let ports: UnsafePointer<UnsafeMutablePointer<Float>>

  /// The value of a control input: within its range, never NaN.
  @inline(__always)
  public subscript(port: Port) -> Float {
    port.declaration.sanitised(ports[port.rawValue].pointee)
  }

  /// Shows `value` at a control output, limited to the port's range.
  @inline(__always)
  public func set(_ port: Port, to value: Float) {
    ports[port.rawValue].pointee = port.declaration.sanitised(value)
  }
}
