#if !hasFeature(Embedded)
  /// The Turtle files of a bundle, generated from the declarations of its plug-ins.
  public struct TurtleBundle {
    public let files: [BundleFile]

    private static let prefixes = [
      (name: "atom", uri: "http://lv2plug.in/ns/ext/atom#"), ("doap", "http://usefulinc.com/ns/doap#"),
      ("foaf", "http://xmlns.com/foaf/0.1/"), ("idisp", "http://harrisonconsoles.com/lv2/inlinedisplay#"),
      ("log", "http://lv2plug.in/ns/ext/log#"), ("lv2", "http://lv2plug.in/ns/lv2core#"),
      ("midi", "http://lv2plug.in/ns/ext/midi#"), ("opts", "http://lv2plug.in/ns/ext/options#"),
      ("bufsz", "http://lv2plug.in/ns/ext/buf-size#"), ("param", "http://lv2plug.in/ns/ext/parameters#"),
      ("patch", "http://lv2plug.in/ns/ext/patch#"), ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
      ("pprops", "http://lv2plug.in/ns/ext/port-props#"),
      ("pset", "http://lv2plug.in/ns/ext/presets#"), ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
      ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"), ("rsz", "http://lv2plug.in/ns/ext/resize-port#"),
      ("state", "http://lv2plug.in/ns/ext/state#"), ("time", "http://lv2plug.in/ns/ext/time#"),
      ("ui", "http://lv2plug.in/ns/extensions/ui#"),
      ("units", "http://lv2plug.in/ns/extensions/units#"),
      ("urid", "http://lv2plug.in/ns/ext/urid#"), ("work", "http://lv2plug.in/ns/ext/worker#"),
    ]

    /// Generates manifest.ttl, for each effect a file of its plug-ins and a file of its presets, if it has presets, and the
    /// additional files of the projects.
    ///
    /// - Parameters:
    ///   - plugins: the plug-ins in the order of the library's table. The layouts of an effect are adjacent.
    ///   - binary: the name of the library in the bundle.
    ///   - interfaceBinary: the name of the library with the user interfaces, or nil: then the files name no interface.
    public init(_ plugins: [PluginDocument], binary: String, interfaceBinary: String? = nil) {
      let plugins = plugins.complete()
      var effects: [[PluginDocument]] = []
      for plugin in plugins {
        if effects.last?[0].effect.file == plugin.effect.file {
          effects[effects.count - 1].append(plugin)
        } else {
          effects.append([plugin])
        }
      }
      let additional = Dictionary(grouping: plugins, by: \.effect.project.uri).mapValues { plugins in
        plugins[0].effect.project.additionalFiles(plugins)
      }
      var manifest = TurtleText(prefixes: Self.prefixes)
      for plugin in plugins {
        let descriptions = additional[plugin.effect.project.uri, default: []].filter(\.isDescription).map(\.name)
        manifest.write(
          plugin.uri,
          [(TurtleText.type, .term("lv2:Plugin")), ("lv2:binary", .uri(binary))]
            + ([plugin.effect.file + ".ttl"] + descriptions).map { ("rdfs:seeAlso", .uri($0)) })
      }
      if let interfaceBinary {
        for plugins in effects { Self.write(interfaceOf: plugins, interfaceBinary, to: &manifest) }
      }
      for plugins in effects { Self.write(presetsOf: plugins, to: &manifest, inManifest: true) }
      files =
        [BundleFile(name: "manifest.ttl", text: manifest.text)]
        + effects.flatMap { plugins in
          var description = TurtleText(prefixes: Self.prefixes)
          Self.write(plugins, hasInterfaces: interfaceBinary != nil, to: &description)
          let file = BundleFile(name: plugins[0].effect.file + ".ttl", text: description.text)
          if plugins[0].effect.presets.isEmpty { return [file] }
          var presets = TurtleText(prefixes: Self.prefixes)
          Self.write(presetsOf: plugins, to: &presets, inManifest: false)
          return [file, BundleFile(name: plugins[0].effect.file + "-presets.ttl", text: presets.text)]
        } + additional.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    private static func write(_ plugins: [PluginDocument], hasInterfaces: Bool, to turtle: inout TurtleText) {
      let project = plugins[0].effect.project
      turtle.write(
        project.uri,
        [
          (TurtleText.type, .term("doap:Project")), ("doap:name", .text(project.name)),
          ("doap:shortdesc", .text(project.summary)), ("doap:license", .uri(project.license)),
          (
            "doap:maintainer",
            .node([(TurtleText.type, .term("foaf:Person")), ("foaf:name", .text(project.maintainer))])
          ),
        ])
      if hasInterfaces && plugins.contains(where: { $0.interface != nil }) {
        // The extension is not part of LV2, and no package installs its vocabulary.
        turtle.write(
          "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw", [(TurtleText.type, .term("lv2:Feature"))])
        turtle.write(
          "http://harrisonconsoles.com/lv2/inlinedisplay#interface", [(TurtleText.type, .term("lv2:ExtensionData"))])
      }
      for plugin in plugins {
        for group in PortGroup.all(of: plugin) { turtle.write(group.uri, group.statements) }
        for property in PropertyResource.all(of: plugin) { turtle.write(property.uri, property.statements) }
        turtle.write(plugin.uri, PluginStatements(plugin).all + (hasInterfaces ? interface(of: plugin) : []))
      }
    }

    /// The user interface of a plug-in, whose picture is also its inline display.
    private static func interface(of plugin: PluginDocument) -> [TurtleStatement] {
      guard let uri = plugin.interface else { return [] }
      return [
        ("ui:ui", .uri(uri)), ("lv2:optionalFeature", .term("idisp:queue_draw")),
        ("lv2:extensionData", .term("idisp:interface")),
      ]
    }

    /// Writes the description of the user interface of an effect.
    private static func write(interfaceOf plugins: [PluginDocument], _ binary: String, to turtle: inout TurtleText) {
      guard let uri = plugins[0].interface else { return }
      let ports = EventPort.all(of: plugins[0])
      let features =
        (["opts:options", "ui:parent", "ui:touch", "log:log", "urid:map"] + (ports.isEmpty ? [] : ["ui:portMap"])).map {
          TurtleObject.term($0)
        }
        + ["instance-access", "data-access"].map { .uri("http://lv2plug.in/ns/ext/" + $0) }
      turtle.write(
        uri,
        [
          (TurtleText.type, .term("ui:X11UI")), ("lv2:binary", .uri(binary)),
          ("lv2:requiredFeature", .term("ui:idleInterface")),
        ]
          + features.map { ("lv2:optionalFeature", $0) }
          + ["ui:idleInterface", "ui:showInterface"].map { ("lv2:extensionData", .term($0)) }
          + plugins.filter { !$0.properties.isEmpty }.map { notification(of: $0) })
    }

    /// The messages about properties that the host passes on to the user interface.
    private static func notification(of plugin: PluginDocument) -> TurtleStatement {
      let port: [TurtleStatement] = [
        ("ui:plugin", .uri(plugin.uri)), ("lv2:symbol", .text(EventPort.outputSymbol)),
        ("ui:notifyType", .term("atom:Object")),
      ]
      return ("ui:portNotification", .node(port))
    }

    /// Writes the presets of an effect: the manifest has no values, but refers to the file that has them.
    private static func write(presetsOf plugins: [PluginDocument], to turtle: inout TurtleText, inManifest: Bool) {
      let effect = plugins[0].effect
      let inputs = plugins[0].controls.filter { $0.kind == .input }
      for preset in effect.presets {
        let values: [TurtleStatement] =
          inManifest
          ? [("rdfs:seeAlso", .uri(effect.file + "-presets.ttl"))]
          : zip(inputs, preset.values).map { port, value in
            ("lv2:port", .node([("lv2:symbol", .text(port.symbol.description)), ("pset:value", .number(value))]))
          }
        turtle.write(
          uri(of: preset, effect),
          [(TurtleText.type, .term("pset:Preset"))] + plugins.map { ("lv2:appliesTo", .uri($0.uri)) }
            + [("rdfs:label", .text(preset.name))] + values)
      }
    }

    /// The URI of a preset: letters in lower case and digits of its name, and hyphens for all else.
    static func uri(of preset: Preset, _ effect: EffectDocument) -> String {
      let name = String(preset.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
      return effect.project.uri.hasPrefix("urn:")
        ? "\(effect.project.uri):\(effect.file):preset:\(name)" : "\(effect.project.uri)/\(effect.file)/preset/\(name)"
    }
  }
#endif
