import LV2Kit

/// The picture of a panel in memory. It is drawn in layers, and only what has changed is drawn anew:
///
/// 1. the back: background, grid and numbers, which depend on the size, the colors and the levels;
/// 2. the spectra;
/// 3. the front: curves, handles, fields and texts.
///
/// For the spectra, the back exists in a shade for each of their parts. A pixel of a spectrum is that of the shade below the pixel of
/// the front. If only the spectra have changed, a picture costs as much as the pixels between their old and their new places. If controls
/// on a scale have moved, the part above the fields and their fields are drawn anew.
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
    /// The height of the picture, which depends on the page of the fields.
    let height: Double
  }

  /// What the fields and the selectors show, except for the values of the fields.
  private struct FieldState: Equatable {
    let isEnabled: Bool
    let fields: [Int]
    let used: [Bool]
    let states: [HandleState]

    init(_ panel: Panel) {
      isEnabled = panel.view.isEnabled
      fields = panel.fields
      used = fields.map { panel.view.isUsed($0) }
      states = (0..<panel.layout.selectorCount).map { panel.view.state($0) }
    }
  }

  private let panel: Panel
  private let scale: Double
  public let width, height: Int
  private let image, back, front: Surface
  private var backState: BackState?
  private var fieldState: FieldState?
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
    if panel.needsDrawing { return draw() }
    guard hasMoved, let analyzer = panel.analyzer else { return nil }
    return shades?.update(analyzer, panel.picture.axis, front, image)
  }

  private func draw() -> Area {
    let hasSpectra = panel.analyzer.map { $0.selection != .off } ?? false
    let theme = panel.theme
    let state = BackState(
      levels: panel.picture.levels.range, isDark: theme.isDark, luminance: theme.background.luminance,
      hasSpectra: hasSpectra, hasPiano: panel.showsPiano, height: panel.layout.response.height)
    let fieldState = FieldState(panel)
    let isComplete = state != backState || fieldState != self.fieldState || panel.needsCompleteDrawing
    self.fieldState = fieldState
    if state != backState {
      backState = state
      back.draw(scale: scale) { panel.drawBack(on: $0) }
      shades = hasSpectra ? SpectrumShades(back, panel.picture, scale: scale) : nil
    }
    let areas = isComplete ? [area] : panel.movedAreas.map { pixels(of: $0) }
    for area in areas { front.clear(area) }
    front.draw(scale: scale) { canvas in
      if isComplete { panel.drawFront(on: canvas) } else { panel.drawMovedFront(on: canvas) }
    }
    for area in areas {
      image.copy(back, area)
      image.add(front, area)
    }
    if let analyzer = panel.analyzer { shades?.draw(analyzer, panel.picture.axis, front, image) }
    let bottom = areas.reduce(0) { max($0, $1.y + $1.height) }
    return Area(x: 0, y: 0, width: width, height: bottom)
  }

  /// All pixels of which a rectangle covers a part.
  private func pixels(of rectangle: Rectangle) -> Area {
    let (x, y) = (max(0, Int(rectangle.x * scale)), max(0, Int(rectangle.y * scale)))
    let right = min(width, Int((rectangle.right * scale).rounded(.up)))
    let bottom = min(height, Int((rectangle.bottom * scale).rounded(.up)))
    return Area(x: min(x, width), y: min(y, height), width: max(0, right - x), height: max(0, bottom - y))
  }
}
