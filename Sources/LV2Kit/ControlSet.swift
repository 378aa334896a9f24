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
