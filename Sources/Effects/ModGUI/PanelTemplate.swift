#if !hasFeature(Embedded)
  import LV2Kit

  /// The icon template of a panel: HTML that MOD's software completes.
  ///
  /// It replaces `{{{cns}}}` by the end of a class name that is unique in the page, and finds its widgets by the attributes
  /// `mod-role` and `mod-port-symbol`. The script draws the response and the values of control outputs.
  struct PanelTemplate {
    /// In pixels, as in the stylesheet.
    private static let columnWidth = 96
    private static let curveHeight = 120
    /// More knobs are in two rows.
    private static let mostInRow = 4

    private let panel: ModPanel

    init(_ panel: ModPanel) { self.panel = panel }

    private var columns: Int {
      let count = panel.knobs.count
      return count <= Self.mostInRow ? count : (count + 1) / 2
    }

    var text: String {
      """
      <div class="mod-pedal martlet{{{cns}}} martlet-\(panel.effect) martlet-columns-\(columns)">
        <div mod-role="drag-handle" class="mod-drag-handle"></div>
        <div class="martlet-title"><span>\(ModPanel.brand)</span> <h1>\(Self.escape(panel.title))</h1></div>
        <svg class="martlet-curve" data-response="\(panel.effect)" \
      viewBox="0 0 \(columns * Self.columnWidth) \(Self.curveHeight)"></svg>
      \(panel.readouts.map(readout).joined())\
        <div class="martlet-knobs">
      \(panel.knobs.map(knob).joined())\
        </div>
        <div class="martlet-light on" mod-role="bypass-light"></div>
        <div class="martlet-footswitch" mod-role="bypass" title="Bypass"></div>
        <div class="mod-pedal-input">
      \(jacks(.input, "input"))\(jacks(.sidechain, "input"))\(midiJack)\
        </div>
        <div class="mod-pedal-output">
      \(jacks(.output, "output"))\
        </div>
      </div>

      """
    }

    private func readout(_ port: ControlPort) -> String {
      """
        <div class="martlet-readout" title="\(Self.escape("\(port.comment)"))">
          \(Self.escape("\(port.name)")) <span data-output="\(port.symbol)" data-unit="\(port.unit.symbol)"></span>
        </div>

      """
    }

    private func knob(_ port: ControlPort) -> String {
      func field(_ role: String) -> String {
        "<span class=\"martlet-\(role)\" mod-role=\"input-control-\(role)\" mod-port-symbol=\"\(port.symbol)\"></span>"
      }
      // MOD shows the limits of a note as "MIDI note 127", which is too long.
      let range =
        port.unit == .midiNote
        ? "" : "<span class=\"martlet-range\">\(field("minimum")) \(field("maximum"))</span>"
      return """
            <div class="martlet-knob" title="\(Self.escape("\(port.comment)"))">
              <span class="martlet-name">\(Self.escape("\(port.name)"))</span>
              <div class="martlet-dial" mod-role="input-control-port" mod-port-symbol="\(port.symbol)"></div>
              \(field("value"))
              \(range)
            </div>

        """
    }

    private func jacks(_ side: AudioPort.Side, _ name: String) -> String {
      AudioPort.all(of: panel.plugin.layout).filter { $0.side == side }
        .map { jack(name, title: "\($0.name)", role: "audio", symbol: "\($0.symbol)") }.joined()
    }

    private var midiJack: String {
      panel.plugin.events.midiInput
        ? jack("input", title: "MIDI", role: "midi", symbol: EventPort.inputSymbol) : ""
    }

    private func jack(_ side: String, title: String, role: String, symbol: String) -> String {
      """
          <div class="mod-\(side) mod-\(side)-disconnected" title="\(title)" mod-role="\(side)-\(role)-port" \
      mod-port-symbol="\(symbol)"><div class="mod-pedal-\(side)-image"></div></div>

      """
    }

    private static func escape(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
  }

  extension Unit {
    /// The symbol of the units that control outputs of the effects have.
    fileprivate var symbol: String { self == .hertz ? "Hz" : "" }
  }
#endif
