#if arch(wasm32)
  import LV2Kit
  import Views

  // The functions with which a web page shows a view on a canvas. A panel is the result of `lv2kit_panel`. The page implements the
  // functions of cairo.

  private func panel(_ handle: UnsafeMutableRawPointer) -> Panel {
    // SAFETY: the page passes what `makePanel` returned, until `releasePanel`.
    Unmanaged<Panel>.fromOpaque(handle).takeUnretainedValue()
  }

  private func modifiers(_ bits: Int32) -> Modifiers {
    Modifiers(isFine: bits & 1 != 0, isAlternate: bits & 2 != 0, isControl: bits & 4 != 0)
  }

  private func theme(_ isDark: Bool) -> Theme { isDark ? .dark : .light }

  /// Creates the panel of an interface, without fields.
  ///
  /// - Parameters:
  ///   - descriptor: a result of lv2ui_descriptor().
  ///   - rate: the sample rate in hertz.
  @_cdecl("lv2kit_panel")
  public func makePanel(_ descriptor: UnsafeRawPointer, _ rate: Double, _ isDark: Bool) -> UnsafeMutableRawPointer {
    // The address of a descriptor is the address of its interface.
    let interface = descriptor.assumingMemoryBound(to: UserInterface.self)
    let panel = Panel(interface.pointee.makeView(rate), theme: theme(isDark), hasFields: false)
    return Unmanaged.passRetained(panel).toOpaque()
  }

  @_cdecl("lv2kit_panel_release")
  public func releasePanel(_ handle: UnsafeMutableRawPointer) { Unmanaged<Panel>.fromOpaque(handle).release() }

  /// Draws the panel.
  ///
  /// - Parameter scale: pixels in a point.
  @_cdecl("lv2kit_panel_draw")
  public func drawPanel(_ handle: UnsafeMutableRawPointer, _ context: OpaquePointer, _ scale: Double) {
    panel(handle).draw(on: Canvas(context, scale: scale))
  }

  @_cdecl("lv2kit_panel_needs_drawing")
  public func panelNeedsDrawing(_ handle: UnsafeMutableRawPointer) -> Bool { panel(handle).needsDrawing }

  @_cdecl("lv2kit_panel_resize")
  public func resizePanel(_ handle: UnsafeMutableRawPointer, _ width: Double, _ height: Double) {
    panel(handle).resize(width: width, height: height)
  }

  @_cdecl("lv2kit_panel_theme")
  public func setPanelTheme(_ handle: UnsafeMutableRawPointer, _ isDark: Bool) { panel(handle).setTheme(theme(isDark)) }

  // MARK: Values

  @_cdecl("lv2kit_panel_receive")
  public func setPanelValue(_ handle: UnsafeMutableRawPointer, _ port: Int32, _ value: Float) {
    panel(handle).receive(Int(port), value)
  }

  @_cdecl("lv2kit_panel_value")
  public func panelValue(_ handle: UnsafeMutableRawPointer, _ port: Int32) -> Float {
    panel(handle).view.values[Int(port)]
  }

  /// Sets a text, or the path of a file.
  ///
  /// - Parameters:
  ///   - property: the index of the property.
  ///   - text: UTF-8 of `count` bytes.
  @_cdecl("lv2kit_panel_text")
  public func setPanelText(
    _ handle: UnsafeMutableRawPointer, _ property: Int32, _ text: UnsafePointer<UInt8>, _ count: Int32
  ) {
    panel(handle).receive(
      text: [UInt8](UnsafeBufferPointer(start: text, count: Int(count))), ofProperty: Int(property))
  }

  // MARK: Pointer and keyboard

  @_cdecl("lv2kit_panel_move")
  public func movePointer(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double, _ bits: Int32) {
    panel(handle).pointerMoved(x, y, modifiers(bits))
  }

  @_cdecl("lv2kit_panel_leave")
  public func leavePanel(_ handle: UnsafeMutableRawPointer) { panel(handle).pointerLeft() }

  /// - Parameter time: milliseconds from any origin.
  @_cdecl("lv2kit_panel_press")
  public func pressButton(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double, _ time: UInt32, _ bits: Int32) {
    panel(handle).pressed(x, y, time: time, modifiers(bits))
  }

  @_cdecl("lv2kit_panel_release_button")
  public func releaseButton(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) {
    panel(handle).released(x, y)
  }

  @_cdecl("lv2kit_panel_scroll")
  public func scrollPanel(
    _ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double, _ steps: Double, _ bits: Int32
  ) {
    panel(handle).scrolled(x, y, steps: steps, modifiers(bits))
  }

  /// Returns whether the panel uses the key.
  ///
  /// - Parameter symbol: the number of the key in X11/keysymdef.h.
  @_cdecl("lv2kit_panel_key")
  public func pressKey(_ handle: UnsafeMutableRawPointer, _ symbol: UInt32, _ bits: Int32) -> Bool {
    guard let key = Key(symbol: symbol, isShifted: bits & 1 != 0) else { return false }
    return panel(handle).pressed(key, modifiers(bits))
  }
#endif
