/// The control ports of an effect: an enumeration whose raw values are the port indices, from 0.
///
/// Declare the inputs before the outputs and CV ports after both, CV inputs first. Declare the most useful inputs first:
/// simple hosts show only those. Do not declare lv2:enabled: the kit adds it after the last case.
public protocol ControlSet: RawRepresentable, Sendable where RawValue == Int {
  /// The declaration of this port.
  var declaration: ControlPort { get }
}

/// The ports of an effect without controls.
public struct NoControls: ControlSet {
  public let rawValue: Int
  @inline(__always) public init?(rawValue: Int) { return nil }
  public var declaration: ControlPort { .toggle("none", "None", initial: false, comment: "Does not exist.") }
}

// The optimizer folds these numbers to constants only for small declarations. Code on the audio thread therefore reads
// them from a `PortMap`.
extension ControlSet {
  /// The number of ports.
  @inline(__always)
  static var count: Int {
    var count = 0
    while Self(rawValue: count) != nil { count &+= 1 }
    return count
  }

  /// The number of control inputs.
  @inline(__always) static var inputCount: Int { count(of: .input, from: 0) }
  /// The number of control inputs and outputs.
  @inline(__always) static var controlCount: Int { inputCount &+ count(of: .output, from: inputCount) }
  /// The number of CV inputs.
  @inline(__always) static var cvInputCount: Int { count(of: .cvInput, from: controlCount) }

  /// Whether a control input is smoothed.
  @inline(__always)
  static var hasSmoothing: Bool {
    var index = 0
    while let port = Self(rawValue: index) {
      if port.declaration.smoothing.seconds > 0 { return true }
      index &+= 1
    }
    return false
  }

  /// The number of successive ports of one kind from an index on.
  @inline(__always)
  private static func count(of kind: ControlPort.Kind, from start: Int) -> Int {
    var index = start
    while let port = Self(rawValue: index), port.declaration.kind == kind { index &+= 1 }
    return index &- start
  }
}
