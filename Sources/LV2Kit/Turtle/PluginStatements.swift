#if !hasFeature(Embedded)
  /// The Turtle statements about one plug-in.
  struct PluginStatements {
    typealias Statement = TurtleText.Statement

    private let plugin: PluginDocument

    init(_ plugin: PluginDocument) { self.plugin = plugin }

    var all: [Statement] {
      let layoutName = plugin.layout == .mono ? "Mono" : "Stereo"
      var statements: [Statement] = [
        (TurtleText.type, .term("lv2:Plugin")), (TurtleText.type, .term("lv2:" + plugin.effect.pluginClass)),
        ("doap:name", .text("\(plugin.effect.name) \(layoutName)")),
        ("doap:license", .uri(plugin.effect.project.license)), ("lv2:project", .uri(plugin.effect.project.uri)),
        ("lv2:minorVersion", .integer(plugin.effect.project.version.minor)),
        ("lv2:microVersion", .integer(plugin.effect.project.version.micro)),
        ("rdfs:comment", .text(plugin.effect.comment)), ("lv2:optionalFeature", .term("lv2:hardRTCapable")),
        ("lv2:optionalFeature", .term("log:log")), ("lv2:optionalFeature", .term("urid:map")),
      ]
      if plugin.layout == .stereo {
        statements += [
          ("pg:mainInput", .uri(plugin.uri + "#input")), ("pg:mainOutput", .uri(plugin.uri + "#output")),
        ]
      }
      let ports = plugin.controls.map(control) + [enabled] + audio(input: true) + audio(input: false)
      return statements
        + ports.enumerated().map { index, port in ("lv2:port", .node([("lv2:index", .integer(index))] + port)) }
    }

    private func control(_ port: ControlPort) -> [Statement] {
      var statements: [Statement] = [
        (TurtleText.type, .term(port.direction == .input ? "lv2:InputPort" : "lv2:OutputPort")),
        (TurtleText.type, .term("lv2:ControlPort")), ("lv2:symbol", .text(port.symbol.description)),
        ("lv2:name", .text(port.name.description)), ("rdfs:comment", .text(port.comment.description)),
      ]
      if port.direction == .input { statements.append(("lv2:default", .number(port.initial))) }
      statements += [
        ("lv2:minimum", .number(port.minimum)),
        ("lv2:maximum", .number(port.maximum)),
      ]
      if let unit = port.unit.term { statements.append(("units:unit", .term(unit))) }
      switch port.scale {
      case .linear: break
      case .logarithmic: statements.append(("lv2:portProperty", .term("pprops:logarithmic")))
      case .steps(let step):
        statements += [("lv2:portProperty", .term("lv2:enumeration")), ("lv2:portProperty", .term("lv2:integer"))]
        for value in stride(from: port.minimum, through: port.maximum, by: step) {
          let label = "\(Int(value))\(port.stepLabel)"
          statements.append(
            (
              "lv2:scalePoint",
              .node([("rdfs:label", .text(label)), ("rdf:value", .number(value))])
            ))
        }
      }
      return statements
    }

    private var enabled: [Statement] {
      [
        (TurtleText.type, .term("lv2:InputPort")), (TurtleText.type, .term("lv2:ControlPort")),
        ("lv2:symbol", .text("enabled")),
        ("lv2:name", .text("Enabled")),
        ("rdfs:comment", .text("Off crossfades to the unprocessed input.")),
        ("lv2:designation", .term("lv2:enabled")), ("lv2:default", .integer(1)), ("lv2:minimum", .integer(0)),
        ("lv2:maximum", .integer(1)), ("lv2:portProperty", .term("lv2:toggled")),
        ("lv2:portProperty", .term("lv2:integer")),
      ]
    }

    /// Returns the audio ports of one direction, left before right.
    private func audio(input: Bool) -> [[Statement]] {
      let (direction, short, name) = input ? ("Input", "in", "Input") : ("Output", "out", "Output")
      let kinds: [Statement] = [
        (TurtleText.type, .term("lv2:\(direction)Port")), (TurtleText.type, .term("lv2:AudioPort")),
      ]
      guard plugin.layout == .stereo else {
        return [kinds + [("lv2:symbol", .text(short)), ("lv2:name", .text(name))]]
      }
      return [("left", "Left"), ("right", "Right")].map { side, title in
        kinds + [
          ("lv2:symbol", .text("\(short)_\(side)")), ("lv2:name", .text("\(name) \(title)")),
          ("lv2:designation", .term("pg:\(side)")), ("pg:group", .uri("\(plugin.uri)#\(direction.lowercased())")),
        ]
      }
    }
  }

  extension Unit {
    /// The term in the LV2 Units vocabulary, or nil for a pure number.
    fileprivate var term: String? {
      switch self {
      case .none: nil
      case .hertz: "units:hz"
      case .decibels: "units:db"
      case .milliseconds: "units:ms"
      case .percent: "units:pc"
      }
    }
  }
#endif
