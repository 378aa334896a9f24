/// The control ports of an effect, in the order of their indices: an enumeration from 0, the inputs before the outputs and
/// the most useful first.
///
/// The kit adds lv2:enabled behind them, so no effect declares it.
public protocol ControlSet: RawRepresentable, Sendable where RawValue == Int {
  /// How many cases there are, at most `Limits.controls`.
  static var count: Int { get }
  /// The declaration of this port.
  var declaration: ControlPort { get }
}

extension ControlSet {
  /// How many of them are inputs. Folds to a constant.
  @inline(__always)
  static var inputs: Int {
    var count = 0
    while count < Self.count, let port = Self(rawValue: count), port.declaration.direction == .input { count &+= 1 }
    return count
  }

  /// Whether there are outputs. Folds to a constant.
  @inline(__always)
  static var hasOutputs: Bool { inputs < count }
}
