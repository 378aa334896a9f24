#if !hasFeature(Embedded)
  /// The description of a library's plug-ins for a web page, in JSON. The module in Embedded Swift does not contain the documents of
  /// the effects.
  struct WebDescription {
    let plugins: [PluginDocument]
    let hasInterfaces: Bool

    var text: String {
      let project = plugins[0].effect.project
      let description = JSONValue.object([
        ("name", .text(project.name)), ("summary", .text(project.summary)), ("license", .text(project.license)),
        ("plugins", .list(plugins.enumerated().map { plugin($1, $0) })),
      ])
      return description.text + "\n"
    }

    private func plugin(_ plugin: PluginDocument, _ index: Int) -> JSONValue {
      let (layout, declared) = (plugin.layout, plugin.controls.count)
      let latency = plugin.reportsLatency ? declared + 1 : nil
      let hasEvents = !plugin.properties.isEmpty
      return .object([
        ("index", .number(Double(index))), ("uri", .text(plugin.uri)), ("name", .text(plugin.name)),
        ("comment", .text(plugin.effect.comment)),
        ("interface", plugin.interface.flatMap { hasInterfaces ? .text($0) : nil } ?? .null),
        ("controls", .list(plugin.controls.map(control) + [enabled])),
        ("latency", latency.map { .number(Double($0)) } ?? .null),
        ("firstAudioPort", .number(Double(latency.map { $0 + 1 } ?? declared + 1))),
        ("inputs", .number(Double(layout.inputs))), ("sidechains", .number(Double(layout.sidechains))),
        ("outputs", .number(Double(layout.outputs))),
        ("receivesMIDI", .boolean(plugin.events.midiInput)),
        ("receivesTime", .boolean(plugin.events.time)),
        ("hasEventInput", .boolean(plugin.events.hasInput || hasEvents)),
        ("hasEventOutput", .boolean(plugin.events.hasOutput || hasEvents)),
        ("presets", .list(plugin.effect.presets.map(preset))),
        ("properties", .list(plugin.properties.map { property($0, of: plugin) })),
      ])
    }

    private func property(_ property: Property, of plugin: PluginDocument) -> JSONValue {
      let port = property.control
      return .object(
        [
          ("uri", .text("\(plugin.uri)#\(port.symbol)")), ("type", .text(property.valueType.name)),
        ] + members(of: port))
    }

    private func preset(_ preset: Preset) -> JSONValue {
      .object([("name", .text(preset.name)), ("values", .list(preset.values.map { .number(Double($0)) }))])
    }

    private var enabled: JSONValue {
      control(.toggle("enabled", "Enabled", initial: true, comment: "Off crossfades to the unprocessed input."))
    }

    private func control(_ port: ControlPort) -> JSONValue { .object(members(of: port)) }

    private func members(of port: ControlPort) -> [(String, JSONValue)] {
      [
        ("kind", .text("\(port.kind)")), ("symbol", .text("\(port.symbol)")), ("name", .text("\(port.name)")),
        ("comment", .text("\(port.comment)")), ("group", .text("\(port.group)")),
        ("minimum", .number(Double(port.minimum))), ("maximum", .number(Double(port.maximum))),
        ("initial", .number(Double(port.initial))), ("scale", .text(scale(of: port))),
        ("unit", .number(Double(port.unit.rawValue))), ("isHidden", .boolean(port.properties.isHidden)),
        (
          "points",
          .list(port.scalePoints.map { .object([("label", .text($0.label)), ("value", .number(Double($0.value)))]) })
        ),
      ]
    }

    private func scale(of port: ControlPort) -> String {
      switch port.scale {
      case .linear: "linear"
      case .logarithmic: "logarithmic"
      case .steps, .choice: "choice"
      case .integers: "integers"
      case .toggle: "toggle"
      }
    }
  }

  /// A value of JSON.
  private enum JSONValue {
    case null
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    case text(String)
    case list([JSONValue])
    /// Names and values, in this order.
    case object([(String, JSONValue)])

    var text: String {
      switch self {
      case .null: "null"
      case .boolean(let value): "\(value)"
      case .number(let value): value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
      case .text(let text): Self.quoted(text)
      case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
      case .object(let members):
        "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
      }
    }

    /// A text in quotation marks. A page can contain it, because "<" is escaped.
    private static func quoted(_ text: String) -> String {
      let escaped = text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "<": "\\u003c"
        case "\n": "\\n"
        case "\t": "\\t"
        default: scalar.value < 32 ? " " : String(scalar)
        }
      }
      return "\"\(escaped.joined())\""
    }
  }
#endif
