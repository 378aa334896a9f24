import LV2Kit

/// The picture of a panel in memory. It is drawn in layers, and only what has changed is drawn anew:
///
/// 1. the back: background, grid and numbers, which depend on the size, the colors and the levels;
/// 2. the spectra;
/// 3. the front: curves, handles, fields and texts.
///
/// For the spectra, the back exists in a shade for each of their parts. A pixel of a spectrum is that of the shade below the pixel of
/// the front. If only the spectra have changed, a picture costs as much as the pixels between their old and their new places.
public final class PanelImage {
  /// A part of the picture in pixels.
  public struct Area: Equatable {
    public let x, y, width, height: Int
  }

  /// What the back depends on.
  private struct BackState: Equatable {
    let levels: ClosedRange<Double>
    let isDark: Bool
    let luminance: Double
    let hasSpectra, hasPiano: Bool
  }

  private let panel: Panel
  private let scale: Double
  public let width, height: Int
  private let image, back, front: Surface
  private var backState: BackState?
  private var shades: SpectrumShades?

  /// - Parameters:
  ///   - width: the width in pixels, above 0.
  ///   - height: the height in pixels, above 0.
  ///   - scale: pixels in a point.
  /// - Returns: nil without memory.
  public init?(_ panel: Panel, width: Int, height: Int, scale: Double) {
    guard let image = Surface(width: width, height: height, isOpaque: true),
      let back = Surface(width: width, height: height, isOpaque: true),
      let front = Surface(width: width, height: height, isOpaque: false)
    else { return nil }
    self.panel = panel
    self.width = width
    self.height = height
    self.scale = scale
    self.image = image
    self.back = back
    self.front = front
    panel.needsDrawing = true
  }

  /// The `cairo_surface_t` of the picture.
  public var surface: OpaquePointer { image.surface }

  /// The whole picture.
  public var area: Area { Area(x: 0, y: 0, width: width, height: height) }

  /// The pixels of a row, 0xRRGGBB. The next row follows it.
  public func row(_ y: Int) -> UnsafePointer<UInt32> { UnsafePointer(image.row(y)) }

  /// Draws what has changed since the last call.
  ///
  /// - Returns: the part of the picture that differs, or nil.
  public func update() -> Area? {
    let hasMoved = panel.spectraHaveChanged
    panel.spectraHaveChanged = false
    if panel.needsDrawing {
      draw()
      return area
    }
    guard hasMoved, let analyzer = panel.analyzer else { return nil }
    return shades?.update(analyzer, panel.picture.axis, front, image)
  }

  private func draw() {
    let hasSpectra = panel.analyzer.map { $0.selection != .off } ?? false
    let theme = panel.theme
    let state = BackState(
      levels: panel.picture.levels.range, isDark: theme.isDark, luminance: theme.background.luminance,
      hasSpectra: hasSpectra, hasPiano: panel.showsPiano)
    if state != backState {
      backState = state
      back.draw(scale: scale) { panel.drawBack(on: $0) }
      shades = hasSpectra ? SpectrumShades(back, panel.picture, scale: scale) : nil
    }
    front.clear()
    front.draw(scale: scale) { panel.drawFront(on: $0) }
    image.copy(back)
    image.add(front)
    if let analyzer = panel.analyzer { shades?.draw(analyzer, panel.picture.axis, front, image) }
  }
}
