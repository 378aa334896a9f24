import CLV2
import LV2Kit
import Views

/// What the host offers to an interface.
///
/// SAFETY: the host keeps the data of features valid until cleanup().
struct HostInterface {
  let features: Features
  /// The window of the host, or nil.
  let parent: UInt32?
  /// The memory of the tap of the running instance, or nil if the host gives no access to it.
  let tap: UnsafeMutableRawPointer?
  private let write: LV2UI_Write_Function?
  private let controller: LV2UI_Controller?
  private let touch: UnsafeMutablePointer<LV2UI_Touch>?
  private let resize: UnsafeMutablePointer<LV2UI_Resize>?
  private let ports: UnsafeMutablePointer<LV2UI_Port_Map>?

  init(
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?, _ write: LV2UI_Write_Function?,
    _ controller: LV2UI_Controller?
  ) {
    self.features = Features(features)
    self.write = write
    self.controller = controller
    let window = feature("http://lv2plug.in/ns/extensions/ui#parent", in: features)
    parent = window.map { UInt32(truncatingIfNeeded: UInt(bitPattern: $0)) }
    tap = Self.openTap(features)
    touch = feature("http://lv2plug.in/ns/extensions/ui#touch", in: features)?
      .assumingMemoryBound(to: LV2UI_Touch.self)
    resize = feature("http://lv2plug.in/ns/extensions/ui#resize", in: features)?
      .assumingMemoryBound(to: LV2UI_Resize.self)
    ports = feature("http://lv2plug.in/ns/extensions/ui#portMap", in: features)?
      .assumingMemoryBound(to: LV2UI_Port_Map.self)
  }

  private static func openTap(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) -> UnsafeMutableRawPointer? {
    guard let instance = feature("http://lv2plug.in/ns/ext/instance-access", in: features),
      let access = feature("http://lv2plug.in/ns/ext/data-access", in: features)?
        .assumingMemoryBound(to: LV2_Extension_Data_Feature.self),
      let function = access.pointee.data_access?(cString(Tap.uri))
    else { return nil }
    return unsafeBitCast(function, to: Tap.Open.self)(instance)
  }

  // MARK: Options

  /// The sample rate in hertz.
  var rate: Double {
    let rate = features.number("http://lv2plug.in/ns/ext/parameters#sampleRate").map(Double.init)
    return rate.flatMap { Limits.sampleRates.contains($0) ? $0 : nil } ?? EffectView.usualRate
  }

  /// Pixels in a point, or nil.
  var scale: Double? {
    let scale = features.number("http://lv2plug.in/ns/extensions/ui#scaleFactor").map(Double.init)
    return scale.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
  }

  /// The title of a window on its own in UTF-8, or nil.
  var title: [UInt8]? { features.text("http://lv2plug.in/ns/extensions/ui#windowTitle") }

  /// The colors that fit those of the host. The host states them as 0xRRGGBBAA.
  var theme: Theme {
    guard let color = features.integer("http://lv2plug.in/ns/extensions/ui#backgroundColor") else { return .dark }
    return Theme(hostBackground: Color(UInt32(truncatingIfNeeded: color) >> 8))
  }

  // MARK: Ports

  /// The events between a view and its plug-in; nil if the view has none, or if the host does not support them.
  func events(of view: EffectView, plugin: UnsafePointer<CChar>?) -> HostEvents? {
    guard !view.properties.isEmpty || view.keyboard != nil else { return nil }
    return HostEvents(features, ports, write, controller, plugin: plugin, view.properties)
  }

  /// Sets the value of a port of the plug-in.
  func set(_ port: Int, to value: Float) {
    var value = value
    write?(controller, UInt32(port), 4, 0, &value)
  }

  /// Reports that the user begins or ends to change a port.
  func touch(_ port: Int, _ isTouched: Bool) {
    guard let touch else { return }
    touch.pointee.touch?(touch.pointee.handle, UInt32(port), isTouched)
  }

  /// Requests a size in pixels. The feature is deprecated, but some hosts do not read the size hints of the window.
  func requestSize(_ width: Int, _ height: Int) {
    guard let resize else { return }
    _ = resize.pointee.ui_resize?(resize.pointee.handle, Int32(width), Int32(height))
  }
}
