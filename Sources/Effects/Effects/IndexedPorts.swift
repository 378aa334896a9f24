import LV2Kit

/// Ports that are numbered, and whose number depends on the layout of the plug-in.
public protocol IndexedPorts: ControlSet {
  static var isStereo: Bool { get }
  static var portCount: Int { get }
  /// - Parameter index: 0 to `portCount` - 1.
  init(index: Int)
}

extension IndexedPorts {
  @inline(__always)
  public init?(rawValue: Int) {
    guard rawValue >= 0 && rawValue < Self.portCount else { return nil }
    self.init(index: rawValue)
  }
}
