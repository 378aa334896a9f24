/// How a host opens an interface.
package struct InterfaceSetup {
  /// The window of the host; nil for none.
  package var parent: Desktop.Window?
  /// The features that the host does not have this time.
  package var withheld: Set<String> = []
  /// `ui:scaleFactor`: the size of a point, in pixels of a screen with 96 dots per inch.
  package var scale: Float = 1
  /// Whether the handle of ui:resize is not NULL. It is opaque: the host knows the interface without it.
  package var hasResizeHandle = true
  /// The number of the interface in its process, from 1.
  package var number = 1
  /// In hertz.
  package var rate: Double

  package init(rate: Double) { self.rate = rate }
}
