import LV2Kit

/// The Turtle of the bundle: the content of each file, from the declarations in Swift.
struct Bundle {
  /// Names of the files, and what stands in them.
  let files: [(name: String, bytes: [UInt8])]

  private static let prefixes = [
    ("doap", "http://usefulinc.com/ns/doap#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"), ("log", "http://lv2plug.in/ns/ext/log#"),
    ("lv2", "http://lv2plug.in/ns/lv2core#"), ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
    ("pprops", "http://lv2plug.in/ns/ext/port-props#"), ("pset", "http://lv2plug.in/ns/ext/presets#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"), ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("units", "http://lv2plug.in/ns/extensions/units#"), ("urid", "http://lv2plug.in/ns/ext/urid#"),
  ]

  /// - Parameter plugins: in the order of the library's table; those of one effect share a file.
  init(_ plugins: [PluginDocument]) {
    var effects: [(file: String, plugins: [PluginDocument])] = []
    for plugin in plugins {
      if effects.last?.file == plugin.effect.file {
        effects[effects.count - 1].plugins.append(plugin)
      } else {
        effects.append((plugin.effect.file, [plugin]))
      }
    }
    var files = [("manifest.ttl", Self.write { Self.manifest(plugins, $0) })]
    for effect in effects {
      files.append((effect.file + ".ttl", Self.write { Self.describe(effect.plugins, $0) }))
      files.append((effect.file + "-presets.ttl", Self.write { Self.presets(effect.plugins, $0) }))
    }
    self.files = files
  }

  private static func write(_ body: (TurtleWriter) -> Void) -> [UInt8] {
    let writer = TurtleWriter(prefixes: prefixes)
    body(writer)
    return writer.finish()
  }

  // MARK: manifest.ttl

  private static func manifest(_ plugins: [PluginDocument], _ writer: TurtleWriter) {
    for plugin in plugins {
      writer.say(
        of: plugin.uri,
        [
          (TurtleWriter.type, .uri("lv2:Plugin")), ("lv2:binary", .uri("martlet.so")),
          ("rdfs:seeAlso", .uri(plugin.effect.file + ".ttl")),
        ])
    }
    forEachPreset(of: plugins) { uri, plugins, preset in
      writer.say(
        of: uri,
        [(TurtleWriter.type, .uri("pset:Preset"))] + plugins.map { ("lv2:appliesTo", .uri($0.uri)) } + [
          ("rdfs:label", .text(preset.name)), ("rdfs:seeAlso", .uri(plugins[0].effect.file + "-presets.ttl")),
        ])
    }
  }

  // MARK: one file an effect

  private static func describe(_ plugins: [PluginDocument], _ writer: TurtleWriter) {
    writer.say(of: Project.uri, Project.statements)
    for plugin in plugins {
      if plugin.layout == .stereo { describeGroups(plugin, writer) }
      writer.say(of: plugin.uri, PluginStatements(plugin).all)
    }
  }

  private static func describeGroups(_ plugin: PluginDocument, _ writer: TurtleWriter) {
    writer.say(
      of: plugin.uri + "#input",
      [
        (TurtleWriter.type, .uri("pg:InputGroup")), (TurtleWriter.type, .uri("pg:StereoGroup")),
        ("lv2:symbol", .text("input")),
        ("lv2:name", .text("Input")),
      ])
    writer.say(
      of: plugin.uri + "#output",
      [
        (TurtleWriter.type, .uri("pg:OutputGroup")), (TurtleWriter.type, .uri("pg:StereoGroup")),
        ("lv2:symbol", .text("output")),
        ("lv2:name", .text("Output")), ("pg:source", .uri(plugin.uri + "#input")),
      ])
  }

  // MARK: presets

  private static func presets(_ plugins: [PluginDocument], _ writer: TurtleWriter) {
    forEachPreset(of: plugins) { uri, plugins, preset in
      let inputs = plugins[0].controls.filter { $0.direction == .input }
      writer.say(
        of: uri,
        [(TurtleWriter.type, .uri("pset:Preset"))] + plugins.map { ("lv2:appliesTo", .uri($0.uri)) } + [
          ("rdfs:label", .text(preset.name))
        ]
          + zip(inputs, preset.values).map { port, value in
            let symbol = port.symbol.description
            return (
              "lv2:port", .node([("lv2:symbol", .text(symbol)), ("pset:value", .number(shortest(value)))])
            )
          })
    }
  }

  /// Calls `body` with the URI, the plug-ins and the content of each preset.
  private static func forEachPreset(
    of plugins: [PluginDocument], _ body: (String, [PluginDocument], Preset) -> Void
  ) {
    var seen: Set<String> = []
    for plugin in plugins where seen.insert(plugin.effect.file).inserted {
      let siblings = plugins.filter { $0.effect.file == plugin.effect.file }
      for preset in plugin.effect.presets {
        let name = String(preset.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
        body("urn:martlet:\(plugin.effect.file):preset:\(name)", siblings, preset)
      }
    }
  }

  /// The decimal that a person would write for `value`: 0.7071, not 0.70709997.
  static func shortest(_ value: Float) -> Double { Double(value.description) ?? Double(value) }
}
