/// The control ports of an effect: an enumeration whose raw values are the port indices, from 0. It has at most
/// ``Limits/controlCount`` cases.
///
/// Declare the inputs before the outputs, and the most useful inputs first: simple hosts show only those. Do not
/// declare lv2:enabled: the kit adds it after the last case.
public protocol ControlSet: RawRepresentable, Sendable where RawValue == Int {
  /// The declaration of this port.
  var declaration: ControlPort { get }
}

extension ControlSet {
  /// The number of ports. The optimizer folds it to a constant.
  @inline(__always)
  static var count: Int {
    var count = 0
    while Self(rawValue: count) != nil { count &+= 1 }
    return count
  }

  /// The number of inputs. The optimizer folds it to a constant.
  @inline(__always)
  static var inputCount: Int {
    var count = 0
    while let port = Self(rawValue: count), port.declaration.direction == .input { count &+= 1 }
    return count
  }

  /// Whether there are control outputs. The optimizer folds it to a constant.
  @inline(__always)
  static var hasOutputs: Bool { inputCount < count }
}
