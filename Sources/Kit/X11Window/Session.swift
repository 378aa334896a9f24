import CDrawing
import LV2Kit
import Views

/// One open interface: a window, and the values that the host knows.
final class Session {
  let window: Window
  private let host: HostInterface
  private let panel: Panel
  /// The values that the host has.
  private var known: [Float]
  /// The ports of which the host knows that the user is changing them.
  private var touched: [Bool]
  /// The time of the last update of the spectra.
  private var lastUpdate = Session.seconds()
  /// The least time between two pictures of the spectra, in seconds. A host may call `idle()` more often.
  private static var pause: Double { 1 / 32.0 }

  init?(_ view: EffectView, _ host: HostInterface) {
    panel = Panel(view, theme: host.theme)
    self.host = host
    known = view.values
    touched = [Bool](repeating: false, count: view.values.count)
    if let tap = host.tap { panel.analyzer = Analyzer(memory: tap, rate: view.rate) }
    guard let window = Window(panel, parent: host.parent, scale: host.scale) else { return nil }
    self.window = window
  }

  deinit {
    // A host that records automation must not wait for the end of a movement.
    for port in touched.indices where touched[port] { host.touch(port, false) }
  }

  var ports: [ControlPort] { panel.view.ports }

  func setPresets(_ presets: [PanelPreset]) { panel.presets = presets }

  func announceSize() { host.requestSize(window.width, window.height) }

  /// Processes the events of the user.
  ///
  /// - Returns: false if the window is closed.
  func idle() -> Bool {
    let now = Self.seconds()
    if window.isVisible && now - lastUpdate >= Self.pause {
      panel.updateSpectra(seconds: now - lastUpdate)
      lastUpdate = now
    }
    return window.processEvents { informHost() }
  }

  /// The time of a clock that is never set.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  func setVisible(_ isVisible: Bool) { if isVisible { window.show() } else { window.hide() } }

  /// The host has changed a port. While the user changes it, the host only repeats older values.
  func receive(_ port: Int, _ value: Float) {
    guard known.indices.contains(port), value == value, !panel.isTouched(port) else { return }
    known[port] = panel.view.ports[port].sanitized(value)
    panel.receive(port, value)
  }

  /// Sends the changes of the user to the host. A change outside a movement is a movement of its own.
  private func informHost() {
    for port in known.indices {
      let isTouched = panel.isTouched(port)
      if isTouched && !touched[port] { host.touch(port, true) }
      let value = panel.view.values[port]
      if value != known[port] {
        known[port] = value
        if !isTouched && !touched[port] { host.touch(port, true) }
        host.set(port, to: value)
        if !isTouched && !touched[port] { host.touch(port, false) }
      }
      if !isTouched && touched[port] { host.touch(port, false) }
      touched[port] = isTouched
    }
  }
}
