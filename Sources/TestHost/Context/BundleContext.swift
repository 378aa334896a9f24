/// What a bundle check is given.
package struct BundleContext {
  /// The absolute path of the bundle, with a slash at its end.
  package let bundlePath: String
  /// What its files say.
  package let turtle: BundleTurtle

  package init(bundlePath: String) {
    self.bundlePath = bundlePath
    turtle = BundleTurtle(path: bundlePath)
  }
}
