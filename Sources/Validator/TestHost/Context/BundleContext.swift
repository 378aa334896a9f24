/// The input of a check of the files of a bundle.
package struct BundleContext {
  /// The absolute path of the bundle, with a trailing slash.
  package let bundlePath: String
  package let turtle: BundleTurtle

  package init(bundlePath: String) {
    self.bundlePath = bundlePath
    turtle = BundleTurtle(path: bundlePath)
  }
}
