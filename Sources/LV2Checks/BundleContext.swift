/// What a bundle check is given.
public struct BundleContext {
  /// The absolute path of the bundle, with a slash at its end.
  public let bundlePath: String
  /// What its files say.
  public let turtle: BundleTurtle

  public init(bundlePath: String) {
    self.bundlePath = bundlePath
    turtle = BundleTurtle(path: bundlePath)
  }
}
