import LV2Kit

/// The Turtle files of a bundle, generated from the declarations of its plug-ins.
public struct TurtleBundle {
  typealias Statement = TurtleSerializer.Statement

  /// The name and the content of each file.
  public let files: [(name: String, bytes: [UInt8])]

  private static let prefixes = [
    ("doap", "http://usefulinc.com/ns/doap#"),
    ("foaf", "http://xmlns.com/foaf/0.1/"), ("log", "http://lv2plug.in/ns/ext/log#"),
    ("lv2", "http://lv2plug.in/ns/lv2core#"), ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
    ("pprops", "http://lv2plug.in/ns/ext/port-props#"), ("pset", "http://lv2plug.in/ns/ext/presets#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"), ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("units", "http://lv2plug.in/ns/extensions/units#"), ("urid", "http://lv2plug.in/ns/ext/urid#"),
  ]

  /// Generates manifest.ttl, and for each effect a file of its plug-ins and a file of its presets.
  ///
  /// - Parameter plugins: the plug-ins in the order of the library's table. The layouts of an effect are adjacent.
  public init(_ plugins: [PluginDocument]) {
    var effects: [[PluginDocument]] = []
    for plugin in plugins {
      if effects.last?[0].effect.file == plugin.effect.file {
        effects[effects.count - 1].append(plugin)
      } else {
        effects.append([plugin])
      }
    }
    var files = [("manifest.ttl", Self.serialize { Self.writeManifest(plugins, effects, $0) })]
    for plugins in effects {
      let name = plugins[0].effect.file
      files.append((name + ".ttl", Self.serialize { Self.writePlugins(plugins, $0) }))
      files.append((name + "-presets.ttl", Self.serialize { Self.writePresets(plugins, $0) }))
    }
    self.files = files
  }

  private static func serialize(_ body: (TurtleSerializer) -> Void) -> [UInt8] {
    let serializer = TurtleSerializer(prefixes: prefixes)
    body(serializer)
    return serializer.finish()
  }

  private static func writeManifest(
    _ plugins: [PluginDocument], _ effects: [[PluginDocument]], _ serializer: TurtleSerializer
  ) {
    for plugin in plugins {
      serializer.write(
        plugin.uri,
        [
          (TurtleSerializer.type, .uri("lv2:Plugin")), ("lv2:binary", .uri("martlet.so")),
          ("rdfs:seeAlso", .uri(plugin.effect.file + ".ttl")),
        ])
    }
    for plugins in effects {
      for preset in plugins[0].effect.presets {
        serializer.write(
          uri(of: preset, plugins),
          header(of: preset, plugins) + [("rdfs:seeAlso", .uri(plugins[0].effect.file + "-presets.ttl"))])
      }
    }
  }

  private static func writePlugins(_ plugins: [PluginDocument], _ serializer: TurtleSerializer) {
    serializer.write(Project.uri, Project.statements)
    for plugin in plugins {
      if plugin.layout == .stereo { writePortGroups(of: plugin, serializer) }
      serializer.write(plugin.uri, PluginStatements(plugin).all)
    }
  }

  private static func writePortGroups(of plugin: PluginDocument, _ serializer: TurtleSerializer) {
    for (name, isOutput) in [("Input", false), ("Output", true)] {
      let source: [Statement] = isOutput ? [("pg:source", .uri(plugin.uri + "#input"))] : []
      serializer.write(
        plugin.uri + "#" + name.lowercased(),
        [
          (TurtleSerializer.type, .uri("pg:\(name)Group")), (TurtleSerializer.type, .uri("pg:StereoGroup")),
          ("lv2:symbol", .text(name.lowercased())), ("lv2:name", .text(name)),
        ] + source)
    }
  }

  private static func writePresets(_ plugins: [PluginDocument], _ serializer: TurtleSerializer) {
    let inputs = plugins[0].controls.filter { $0.direction == .input }
    for preset in plugins[0].effect.presets {
      let values: [Statement] = zip(inputs, preset.values).map { port, value in
        ("lv2:port", .node([("lv2:symbol", .text(port.symbol.description)), ("pset:value", .number(shortest(value)))]))
      }
      serializer.write(uri(of: preset, plugins), header(of: preset, plugins) + values)
    }
  }

  private static func uri(of preset: Preset, _ plugins: [PluginDocument]) -> String {
    let name = String(preset.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    return "\(Project.uri):\(plugins[0].effect.file):preset:\(name)"
  }

  /// Returns the statements that both the manifest and the file of presets contain.
  private static func header(of preset: Preset, _ plugins: [PluginDocument]) -> [Statement] {
    [(TurtleSerializer.type, .uri("pset:Preset"))] + plugins.map { ("lv2:appliesTo", .uri($0.uri)) }
      + [("rdfs:label", .text(preset.name))]
  }

  /// Returns the shortest decimal that rounds to `value`: 0.7071 and not 0.70709997.
  static func shortest(_ value: Float) -> Double { Double(value.description) ?? Double(value) }
}
