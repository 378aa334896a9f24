import CDrawing
import CLV2
import LV2Kit

/// The picture of an effect in the mixer of a host: its response over the grid, without numbers and handles, or its own picture.
///
/// The thread of the host's user interface uses it.
public final class InlinePicture {
  private let makeView: (_ rate: Double) -> EffectView
  private var view: EffectView
  private let scale: Double
  private var surface: OpaquePointer?
  /// Whether the image shows the present values.
  private var isCurrent = false
  /// The image for the host, at the same address as long as this object exists.
  private let image: UnsafeMutablePointer<LV2_Inline_Display_Image_Surface>

  /// The largest width in pixels. A host that asks for more gets this one.
  public static var largestWidth: Int { 4096 }
  /// The height in relation to the width.
  private static var heightRatio: Double { 0.625 }

  /// - Parameters:
  ///   - scale: pixels in a point; other values than 0.25 to 16 count as 1.
  ///   - makeView: returns a new view for a sample rate in hertz.
  public init(scale: Double, makeView: @escaping (_ rate: Double) -> EffectView) {
    self.scale = (0.25...16).contains(scale) ? scale : 1
    self.makeView = makeView
    view = makeView(EffectView.usualRate)
    image = .allocate(capacity: 1)
    image.initialize(to: LV2_Inline_Display_Image_Surface())
  }

  deinit {
    cairo_surface_destroy(surface)
    image.deallocate()
  }

  /// Sets the value of an input. An output has no effect: the audio thread records inputs only, and the view has a value for
  /// outputs that are not known.
  public func set(_ port: Int, to value: Float) {
    guard view.ports.indices.contains(port), view.ports[port].kind == .input else { return }
    if view.set(port, to: value) { isCurrent = false }
  }

  /// Sets the sample rate in hertz. A rate beyond `Limits.sampleRates` has no effect.
  public func set(rate: Double) {
    guard rate != view.rate, Limits.sampleRates.contains(rate) else { return }
    let old = view
    view = makeView(rate)
    for (port, value) in old.values.enumerated() { view.set(port, to: value) }
    isCurrent = false
  }

  /// Returns the picture, and draws it if it differs from the previous one.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - maximumHeight: the largest height in pixels.
  /// - Returns: an image that is valid until the next call; nil for a size of 0 and without memory.
  public func draw(width: Int, maximumHeight: Int) -> UnsafePointer<LV2_Inline_Display_Image_Surface>? {
    let width = min(width, Self.largestWidth)
    let height = min(maximumHeight, max(1, Int((Double(width) * Self.heightRatio).rounded())))
    guard width > 0, height > 0 else { return nil }
    if !isCurrent || width != image.pointee.width || height != image.pointee.height {
      isCurrent = makeImage(width, height)
    }
    return isCurrent ? UnsafePointer(image) : nil
  }

  private func draw(on canvas: Canvas, in area: Rectangle) {
    if view.hasOwnPicture {
      canvas.fill(area, Theme.dark.plot)
      return view.draw(on: canvas, in: area, .dark)
    }
    let picture = ResponsePicture(view, .dark, in: area)
    picture.drawGrid(on: canvas)
    picture.drawCurve(on: canvas)
  }

  private func makeImage(_ width: Int, _ height: Int) -> Bool {
    if surface == nil || width != image.pointee.width || height != image.pointee.height {
      cairo_surface_destroy(surface)
      surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    }
    guard let context = cairo_create(surface) else { return false }
    draw(
      on: Canvas(context, scale: scale),
      in: Rectangle(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale))
    let status = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      surface = nil
      return false
    }
    image.pointee = LV2_Inline_Display_Image_Surface(
      data: data, width: Int32(width), height: Int32(height), stride: cairo_image_surface_get_stride(surface))
    return true
  }
}
