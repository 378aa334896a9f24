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
  /// The texts of properties that the host has.
  private var knownTexts: [[UInt8]]
  /// The notes of the keyboard and the values of properties, or nil.
  private let events: HostEvents?
  private var hasAskedForProperties = false
  /// The number of the note that sounds, or nil.
  private var soundingNote: Int?
  /// The ports of which the host knows that the user is changing them.
  private var touched: [Bool]
  /// The time of the last update of the spectra.
  private var lastUpdate = Session.seconds()
  /// The least time between two pictures of the spectra, in seconds. A host may call `idle()` more often.
  private static var pause: Double { 1 / 32.0 }

  /// - Parameter plugin: the URI of the plug-in.
  init?(_ view: EffectView, _ host: HostInterface, plugin: UnsafePointer<CChar>?) {
    panel = Panel(view, theme: host.theme)
    self.host = host
    known = view.values
    knownTexts = view.texts
    touched = [Bool](repeating: false, count: view.values.count)
    events = host.events(of: view, plugin: plugin)
    panel.hasEvents = events != nil
    // The analyzer owns the memory, also that of a picture without spectra.
    let analyzer = host.tap.map { Analyzer(memory: $0, rate: view.rate) }
    if !view.hasOwnPicture { panel.analyzer = analyzer }
    guard let window = Window(panel, parent: host.parent, scale: host.scale, title: host.title) else { return nil }
    self.window = window
  }

  deinit {
    // A host that records automation must not wait for the end of a movement.
    for port in touched.indices where touched[port] { host.touch(port, false) }
    if let soundingNote { events?.play(soundingNote, velocity: 0) }
  }

  var ports: [ControlPort] { panel.view.ports }

  func setPresets(_ presets: [PanelPreset]) { panel.presets = presets }

  func addPreset(_ preset: PanelPreset) { panel.presets.append(preset) }

  func announceSize() { host.requestSize(window.width, window.height) }

  /// Processes the events of the user.
  ///
  /// - Returns: false if the window is closed.
  func idle() -> Bool {
    if !hasAskedForProperties && !panel.view.properties.isEmpty { events?.askForAll() }
    hasAskedForProperties = true
    let now = Self.seconds()
    if window.isVisible && now - lastUpdate >= Self.pause {
      panel.updateSpectra(seconds: now - lastUpdate)
      lastUpdate = now
    }
    if panel.endTrigger() { informHost() }
    return window.processEvents { informHost() }
  }

  /// The time of a clock that is never set.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  func setVisible(_ isVisible: Bool) { if isVisible { window.show() } else { window.hide() } }

  /// The host has changed a port.
  func receive(_ port: Int, _ value: Float) {
    if port <= panel.view.enabledPort { take(port, value) }
  }

  /// Takes over a value of the host or the plug-in. While the user changes it, they only repeat older values.
  private func take(_ port: Int, _ value: Float) {
    guard known.indices.contains(port), value == value, !panel.isTouched(port) else { return }
    known[port] = panel.view.ports[port].sanitized(value)
    panel.receive(port, value)
  }

  /// The plug-in has sent a message, which can state values of properties.
  func receive(_ buffer: UnsafeRawPointer, size: Int, format: UInt32) {
    events?.read(buffer, size: size, format: format) { property, value in
      switch value {
      case .number(let number): take(panel.view.enabledPort + 1 + property, number)
      case .text(let text):
        panel.receive(text: text, ofProperty: property)
        knownTexts[property] = panel.view.texts[property]
      }
    }
  }

  /// Sends the changes of the user to the host.
  private func informHost() {
    sendControls()
    guard let events else { return }
    for (property, text) in panel.view.texts.enumerated() where text != knownTexts[property] {
      knownTexts[property] = text
      events.set(property, to: text)
    }
    let first = panel.view.enabledPort + 1
    for port in first..<known.count where panel.view.values[port] != known[port] {
      known[port] = panel.view.values[port]
      events.set(port - first, to: known[port])
    }
    guard panel.heldNote?.number != soundingNote else { return }
    if let soundingNote { events.play(soundingNote, velocity: 0) }
    if let note = panel.heldNote { events.play(note.number, velocity: note.velocity) }
    soundingNote = panel.heldNote?.number
  }

  /// A change outside a movement is a movement of its own.
  private func sendControls() {
    for port in 0...panel.view.enabledPort {
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
