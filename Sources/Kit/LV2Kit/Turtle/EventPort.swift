#if !hasFeature(Embedded)
  /// An event port in the Turtle.
  package struct EventPort {
    package static let inputSymbol = "events_in"
    static let outputSymbol = "events_out"
    private let isInput: Bool
    private let supported: [String]

    /// The event ports of a plug-in in the order of their indices.
    static func all(of plugin: PluginDocument) -> [EventPort] {
      var inputs: [String] = []
      if plugin.events.midiInput { inputs.append("midi:MidiEvent") }
      if plugin.events.time { inputs.append("time:Position") }
      var outputs = plugin.events.midiOutput ? ["midi:MidiEvent"] : []
      if !plugin.properties.isEmpty {
        inputs.append("patch:Message")
        outputs.append("patch:Message")
      }
      let hasOutput = plugin.events.hasOutput || !plugin.properties.isEmpty
      let hasInput = plugin.events.hasInput || !plugin.properties.isEmpty
      return (hasInput ? [EventPort(isInput: true, inputs)] : [])
        + (hasOutput ? [EventPort(isInput: false, outputs)] : [])
    }

    private init(isInput: Bool, _ supported: [String]) {
      self.isInput = isInput
      self.supported = supported
    }

    var statements: [TurtleStatement] {
      [
        (TurtleText.type, .term(isInput ? "lv2:InputPort" : "lv2:OutputPort")),
        (TurtleText.type, .term("atom:AtomPort")),
        ("lv2:symbol", .text(isInput ? Self.inputSymbol : Self.outputSymbol)),
        ("lv2:name", .text(isInput ? "Events In" : "Events Out")), ("atom:bufferType", .term("atom:Sequence")),
      ] + supported.map { ("atom:supports", .term($0)) }
        + [
          ("lv2:designation", .term("lv2:control")), ("lv2:portProperty", .term("lv2:connectionOptional")),
          ("rsz:minimumSize", .integer(8192)),
        ]
    }
  }
#endif
