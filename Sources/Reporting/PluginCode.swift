import LV2Checks

/// The files whose code is a plug-in's own: all of its bundle, and the library that a link leads to out of it.
public struct PluginCode: Sendable {
  private let bundle: String
  private let binary: String?

  /// - Parameters:
  ///   - bundle: its absolute path, without links and with a slash at its end.
  ///   - binary: the library, where it lies elsewhere; absolute and without links, as the system names it.
  public init(bundle: String, binary: String?) {
    self.bundle = bundle
    self.binary = binary
  }

  /// Whether a frame is there.
  public func holds(_ frame: StackFrame) -> Bool {
    frame.image.map { $0.hasPrefix(bundle) || $0 == binary } ?? false
  }
}
