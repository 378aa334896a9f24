#if !hasFeature(Embedded)
  import LV2Kit

  /// The Turtle of the panels, in the vocabularies of MOD.
  enum PanelDescription {
    private static let prefixes: [(name: String, uri: String)] = [
      ("lv2", "http://lv2plug.in/ns/lv2core#"), ("mod", "http://moddevices.com/ns/mod#"),
      ("modgui", "http://moddevices.com/ns/modgui#"), ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
      ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ]

    /// The content of modgui.ttl.
    static func text(_ panels: [ModPanel]) -> String {
      var turtle = TurtleText(prefixes: prefixes)
      for panel in panels {
        turtle.write(
          panel.plugin.uri,
          [
            ("mod:brand", .text(ModPanel.brand)), ("mod:label", .text(panel.label)),
            ("modgui:gui", .node(statements(panel))),
          ])
      }
      return turtle.text
    }

    private static func statements(_ panel: ModPanel) -> [TurtleStatement] {
      func file(_ name: String) -> TurtleObject { .uri("\(ModPanel.folder)/\(name)") }
      let description: [TurtleStatement] = [
        (TurtleText.type, .term("modgui:Gui")), ("modgui:resourcesDirectory", .uri(ModPanel.folder)),
        ("modgui:iconTemplate", file("\(panel.name).html")), ("modgui:stylesheet", file("panel.css")),
        ("modgui:javascript", file("panel.js")), ("modgui:screenshot", file("\(panel.name).png")),
        ("modgui:thumbnail", file("\(panel.name)-thumbnail.png")),
        ("modgui:brand", .text(ModPanel.brand)), ("modgui:label", .text(panel.label)),
      ]
      let knobs = panel.knobs.enumerated().map { index, port -> TurtleStatement in
        (
          "modgui:port",
          .node([
            ("lv2:index", .integer(index)), ("lv2:symbol", .text("\(port.symbol)")),
            ("lv2:name", .text("\(port.name)")),
          ])
        )
      }
      return description + knobs
        + panel.outputs.map { ("modgui:monitoredOutputs", .node([("lv2:symbol", .text("\($0.symbol)"))])) }
    }

    /// The content of mod-terms.ttl: the terms of MOD's vocabularies in modgui.ttl. Validators need them on systems without
    /// these vocabularies. Hosts do not read the file.
    static var terms: String {
      var turtle = TurtleText(prefixes: prefixes)
      func define(_ term: String, _ type: String, _ label: String) {
        let parts = term.split(separator: ":")
        let namespace = prefixes.first { $0.name == parts[0] }?.uri ?? ""
        turtle.write(namespace + parts[1], [(TurtleText.type, .term(type)), ("rdfs:label", .text(label))])
      }
      define("modgui:Gui", "rdfs:Class", "Graphical User Interface")
      for (term, label) in [
        ("mod:brand", "brand"), ("mod:label", "label"), ("modgui:gui", "graphical user interface"),
        ("modgui:resourcesDirectory", "resources directory"), ("modgui:iconTemplate", "icon template"),
        ("modgui:stylesheet", "stylesheet"), ("modgui:javascript", "javascript"), ("modgui:screenshot", "screenshot"),
        ("modgui:thumbnail", "thumbnail"), ("modgui:brand", "brand"), ("modgui:label", "label"),
        ("modgui:port", "port"), ("modgui:monitoredOutputs", "monitored outputs"),
      ] { define(term, "rdf:Property", label) }
      return turtle.text
    }
  }
#endif
