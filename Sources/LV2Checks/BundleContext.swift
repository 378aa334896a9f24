/// What a bundle check is given.
public struct BundleContext: Sendable {
  /// The absolute path of the bundle, with a slash at its end.
  public var bundlePath: String

  public init(bundlePath: String) {
    self.bundlePath = bundlePath
  }
}
