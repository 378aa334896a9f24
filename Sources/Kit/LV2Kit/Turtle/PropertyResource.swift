#if !hasFeature(Embedded)
  /// A property in the Turtle: an lv2:Parameter.
  struct PropertyResource {
    let uri: String
    private let property: Property

    static func all(of plugin: PluginDocument) -> [PropertyResource] {
      plugin.properties.map { PropertyResource(uri: "\(plugin.uri)#\($0.control.symbol)", property: $0) }
    }

    var statements: [TurtleStatement] {
      let control = property.control
      let common: [TurtleStatement] = [
        (TurtleText.type, .term("lv2:Parameter")), ("rdfs:label", .text(control.name.description)),
        ("rdfs:comment", .text(control.comment.description)), ("rdfs:range", .term("atom:\(property.valueType.name)")),
      ]
      guard property.kind == .control else { return common }
      return common + [
        ("lv2:default", value(control.initial)), ("lv2:minimum", value(control.minimum)),
        ("lv2:maximum", value(control.maximum)),
      ] + PluginStatements.unit(of: control) + points
    }

    private func value(_ number: Float) -> TurtleObject {
      property.valueType == .float ? .number(number) : .integer(Int(number))
    }

    private var points: [TurtleStatement] {
      PluginStatements.scale(of: property.control).filter { $0.predicate == "lv2:scalePoint" }
    }
  }
#endif
