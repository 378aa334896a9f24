#if !hasFeature(Embedded)
  /// The Turtle statements about one plug-in.
  struct PluginStatements {
    private let plugin: PluginDocument

    init(_ plugin: PluginDocument) { self.plugin = plugin }

    var all: [TurtleStatement] {
      var statements: [TurtleStatement] = [
        (TurtleText.type, .term("lv2:Plugin")), (TurtleText.type, .term("lv2:" + plugin.effect.pluginClass.rawValue)),
        ("doap:name", .text(plugin.name)),
        ("doap:license", .uri(plugin.effect.project.license)), ("lv2:project", .uri(plugin.effect.project.uri)),
        ("lv2:minorVersion", .integer(plugin.effect.project.version.minor)),
        ("lv2:microVersion", .integer(plugin.effect.project.version.micro)),
        ("rdfs:comment", .text(plugin.effect.comment)),
      ]
      statements += features + PropertyResource.all(of: plugin).map { ("patch:writable", .uri($0.uri)) }
      for group in PortGroup.all(of: plugin) {
        if let main = group.main { statements.append((main, .uri(group.uri))) }
      }
      return statements
        + ports.enumerated().map { index, port in ("lv2:port", .node([("lv2:index", .integer(index))] + port)) }
    }

    /// The features that the plug-in uses, and the interfaces that extension_data() returns.
    private var features: [TurtleStatement] {
      let hasProperties = !plugin.properties.isEmpty
      let hasWorker = hasProperties || plugin.hasJobs
      // Without URIDs, the values of properties have no type.
      let optional =
        ["lv2:hardRTCapable", "log:log"] + (hasProperties ? ["state:threadSafeRestore"] : ["urid:map"])
        + (hasWorker ? ["work:schedule"] : []) + (plugin.followsOptions ? ["opts:options"] : [])
      let interfaces = [(hasProperties, "state"), (hasWorker, "work"), (plugin.followsOptions, "opts")]
      var statements: [TurtleStatement] = optional.map { ("lv2:optionalFeature", .term($0)) }
      if hasProperties { statements.append(("lv2:requiredFeature", .term("urid:map"))) }
      statements += interfaces.filter(\.0).map { ("lv2:extensionData", .term("\($0.1):interface")) }
      if plugin.followsOptions {
        statements += ["bufsz:maxBlockLength", "bufsz:nominalBlockLength", "param:sampleRate"].map {
          ("opts:supportedOption", .term($0))
        }
      }
      return statements
    }

    /// The symbols of the ports that the kit adds, in this layout, in mono and in stereo.
    var reservedSymbols: Set<String> {
      let audio = [plugin.layout, .mono, .stereo].flatMap { AudioPort.all(of: $0) }
      return Set(["enabled", "latency", "events_in", "events_out"] + audio.map(\.symbol))
    }

    /// The ports in the order of their indices, as in `PortMap`.
    private var ports: [[TurtleStatement]] {
      plugin.controls.map { control($0) } + [enabled] + (plugin.reportsLatency ? [latency] : [])
        + AudioPort.all(of: plugin.layout).map { $0.statements(of: plugin) }
        + EventPort.all(of: plugin).map(\.statements)
    }

    // MARK: Control ports

    private func control(_ port: ControlPort) -> [TurtleStatement] {
      let isInput = port.kind == .input || port.kind == .cvInput
      let isCV = port.kind == .cvInput || port.kind == .cvOutput
      var statements: [TurtleStatement] = [
        (TurtleText.type, .term(isInput ? "lv2:InputPort" : "lv2:OutputPort")),
        (TurtleText.type, .term(isCV ? "lv2:CVPort" : "lv2:ControlPort")),
        ("lv2:symbol", .text(port.symbol.description)),
        ("lv2:name", .text(port.name.description)), ("rdfs:comment", .text(port.comment.description)),
      ]
      if isInput { statements.append(("lv2:default", .number(port.initial))) }
      statements += [("lv2:minimum", .number(port.minimum)), ("lv2:maximum", .number(port.maximum))]
      statements += Self.unit(of: port)
      if let group = PortGroup(controlsOf: plugin, named: port.group.description) {
        statements.append(("pg:group", .uri(group.uri)))
      }
      if isCV { statements.append(("lv2:portProperty", .term("lv2:connectionOptional"))) }
      return statements + Self.scale(of: port) + port.properties.terms.map { ("lv2:portProperty", .term($0)) }
    }

    static func unit(of port: ControlPort) -> [TurtleStatement] {
      port.unit.term.map { [("units:unit", .term($0))] } ?? []
    }

    static func scale(of port: ControlPort) -> [TurtleStatement] {
      let integer: TurtleStatement = ("lv2:portProperty", .term("lv2:integer"))
      let enumeration: TurtleStatement = ("lv2:portProperty", .term("lv2:enumeration"))
      let points: [TurtleStatement] = port.scalePoints.map {
        ("lv2:scalePoint", .node([("rdfs:label", .text($0.label)), ("rdf:value", .number($0.value))]))
      }
      switch port.scale {
      case .linear: return []
      case .logarithmic: return [("lv2:portProperty", .term("pprops:logarithmic"))]
      case .integers: return [integer]
      case .toggle: return [("lv2:portProperty", .term("lv2:toggled")), integer]
      case .choice, .steps: return [enumeration, integer] + points
      }
    }

    private var enabled: [TurtleStatement] {
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

    private var latency: [TurtleStatement] {
      [
        (TurtleText.type, .term("lv2:OutputPort")), (TurtleText.type, .term("lv2:ControlPort")),
        ("lv2:symbol", .text("latency")), ("lv2:name", .text("Latency")),
        ("rdfs:comment", .text("The time by which the output lags behind the input.")),
        ("lv2:designation", .term("lv2:latency")), ("lv2:minimum", .integer(0)),
        ("lv2:maximum", .integer(1 << 24)), ("units:unit", .term("units:frame")),
        ("lv2:portProperty", .term("lv2:integer")),
        ("lv2:portProperty", .term("pprops:notOnGUI")),
      ]
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
      case .seconds: "units:s"
      case .percent: "units:pc"
      case .beatsPerMinute: "units:bpm"
      case .beats: "units:beat"
      case .bars: "units:bar"
      case .frames: "units:frame"
      case .semitones: "units:semitone12TET"
      case .cents: "units:cent"
      case .octaves: "units:oct"
      case .degrees: "units:degree"
      case .midiNote: "units:midiNote"
      }
    }
  }

  extension PortProperties {
    fileprivate var terms: [String] {
      let all = [
        (causesArtifacts, "pprops:causesArtifacts"), (isExpensive, "pprops:expensive"), (isHidden, "pprops:notOnGUI"),
        (hasStrictBounds, "pprops:hasStrictBounds"), (isTrigger, "pprops:trigger"),
      ]
      return all.filter(\.0).map(\.1)
    }
  }

  extension ControlPort {
    /// The values with labels: those of choices and steps.
    var scalePoints: [(label: String, value: Float)] {
      switch scale {
      case .choice: choices.enumerated().map { ($1, Float($0)) }
      case .steps(let step):
        stride(from: minimum, through: maximum, by: step).map { ("\(Int($0))\(stepLabel)", $0) }
      case .linear, .logarithmic, .integers, .toggle: []
      }
    }
  }
#endif
