import CLV2
import CSiblingLibrary

/// The picture of an instance, on the thread of the host's user interface.
///
/// The library of the user interfaces draws it, because this library must not need cairo. The first call opens it.
package struct Picture {
  /// The URI for which extension_data() of an interface returns its `LV2Kit_Pictures`.
  package static var uri: StaticString { "urn:martlet:lv2kit#pictures" }

  private let interface: UnsafePointer<CChar>
  private let values: ControlValues
  /// Pixels in a point.
  private let scale: Double
  private let log: Log
  private var isOpened = false
  /// The functions of the other library, and its object; NULL if it cannot be used.
  private var functions: UnsafePointer<LV2Kit_Pictures>?
  private var drawing: UnsafeMutableRawPointer?

  init(_ interface: UnsafePointer<CChar>, _ values: ControlValues, _ features: Features, _ log: Log) {
    self.interface = interface
    self.values = values
    scale = Double(features.number("http://lv2plug.in/ns/extensions/ui#scaleFactor") ?? 1)
    self.log = log
  }

  /// Returns a picture of the present values, or nil if there is none.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - maximumHeight: the largest height in pixels.
  mutating func render(width: UInt32, maximumHeight: UInt32) -> UnsafePointer<LV2_Inline_Display_Image_Surface>? {
    if !isOpened { open() }
    guard let functions, let drawing else { return nil }
    return functions.pointee.draw(drawing, values.words, UInt32(truncatingIfNeeded: values.count), width, maximumHeight)
  }

  private mutating func open() {
    isOpened = true
    if let address = lv2kit_interface(interface) {
      let descriptor = address.assumingMemoryBound(to: LV2UI_Descriptor.self)
      let data = descriptor.pointee.extension_data?(cString(Self.uri))
      functions = data?.assumingMemoryBound(to: LV2Kit_Pictures.self)
      drawing = functions?.pointee.create(descriptor, scale)
    }
    if drawing == nil { log.warning("no inline display: a library is missing", 0) }
  }

  func destroy() {
    if let functions, let drawing { functions.pointee.destroy(drawing) }
  }
}

/// The function of the interface for the host.
///
/// SAFETY: as for `Callbacks`.
@_cdecl("martlet_render")
func render(
  _ handle: LV2_Handle?, _ width: UInt32, _ maximumHeight: UInt32
) -> UnsafePointer<LV2_Inline_Display_Image_Surface>? {
  handle?.assumingMemoryBound(to: Header.self).pointee.display?.pointee.picture
    .render(width: width, maximumHeight: maximumHeight)
}
