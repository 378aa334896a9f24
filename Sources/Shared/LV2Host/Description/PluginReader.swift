import CLilv

/// Converts lilv's data of one plug-in to plain values.
struct PluginReader {
  let world: World
  let plugin: OpaquePointer

  func description() -> PluginDescription {
    let uri = text(lilv_plugin_get_uri(plugin)) ?? ""
    let name = lilv_plugin_get_name(plugin)
    defer { lilv_node_free(name) }
    let pluginClass = lilv_plugin_get_class(plugin)
    return PluginDescription(
      uri: uri, name: text(name) ?? uri, bundlePath: path(lilv_plugin_get_bundle_uri(plugin)) ?? "",
      binaryPath: path(lilv_plugin_get_library_uri(plugin)),
      classURI: text(lilv_plugin_class_get_uri(pluginClass)) ?? "",
      classLabel: text(lilv_plugin_class_get_label(pluginClass)) ?? "Plugin",
      requiredFeatures: Set(texts(lilv_plugin_get_required_features(plugin))),
      optionalFeatures: Set(texts(lilv_plugin_get_optional_features(plugin))),
      extensionData: Set(texts(lilv_plugin_get_extension_data(plugin))),
      requiredOptions: Set(values(URI.Options.requiredOption)),
      supportedOptions: Set(values(URI.Options.supportedOption)),
      parameters: Set(values(URI.Patch.writable) + values(URI.Patch.readable)).sorted(),
      minorVersion: values(URI.Core.minorVersion).first.flatMap { Int($0) },
      microVersion: values(URI.Core.microVersion).first.flatMap { Int($0) },
      ports: ports(), presets: [], hasDefaultState: !values(URI.State.state).isEmpty)
  }

  func presets() -> [PresetDescription] {
    consume(lilv_plugin_get_related(plugin, world.node(URI.Presets.preset))) { preset in
      guard let uri = text(preset) else { return nil }
      lilv_world_load_resource(world.raw, preset)
      defer { lilv_world_unload_resource(world.raw, preset) }
      let label = lilv_world_get(world.raw, preset, world.node(URI.label), nil)
      let file = lilv_world_get(world.raw, preset, world.node(URI.seeAlso), nil)
      defer {
        lilv_node_free(label)
        lilv_node_free(file)
      }
      let directory = path(file).flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } }
      return PresetDescription(uri: uri, label: text(label) ?? uri, bundlePath: directory)
    }
    .sorted { ($0.label, $0.uri) < ($1.label, $1.uri) }
  }

  /// The ports. Empty if lilv would crash, or returns none.
  private func ports() -> [PortDescription] {
    guard hasValidIndices else { return [] }
    return (0..<lilv_plugin_get_num_ports(plugin)).compactMap { index in
      lilv_plugin_get_port_by_index(plugin, index).map { port(Int(index), $0) }
    }
  }

  /// Whether all port indices are valid. lilv allocates an array by the largest index without a range check.
  private var hasValidIndices: Bool {
    let ports = consume(objects(lilv_plugin_get_uri(plugin), URI.Core.port)) { port in
      consume(objects(port, URI.Core.index)) { lilv_node_is_int($0) ? lilv_node_as_int($0) : nil }
    }
    return ports.joined().allSatisfy(Self.indices.contains)
  }

  /// Far more than the ports of any plug-in.
  private static let indices: Range<Int32> = 0..<100_000

  private func port(_ index: Int, _ port: OpaquePointer) -> PortDescription {
    let classes = Set(collect(lilv_port_get_classes(plugin, port)) { text($0) })
    let name = lilv_port_get_name(plugin, port)
    defer { lilv_node_free(name) }
    let symbol = text(lilv_port_get_symbol(plugin, port)) ?? ""
    return PortDescription(
      index: index, symbol: symbol, name: text(name) ?? symbol,
      direction: direction(classes), kind: kind(classes), classes: classes.sorted(),
      defaultValue: number(port, URI.Core.default),
      minimum: number(port, URI.Core.minimum), maximum: number(port, URI.Core.maximum),
      properties: Set(values(port, URI.Core.portProperty)),
      designations: values(port, URI.Core.designation),
      scalePoints: scalePoints(port),
      supports: values(port, URI.Atom.supports), bufferTypes: values(port, URI.Atom.bufferType),
      minimumSize: number(port, URI.ResizePort.minimumSize).flatMap { Int(exactly: $0.rounded()) },
      unit: unit(port), group: values(port, URI.PortGroups.group).first,
      isInSideChainGroup: isInSideChainGroup(port))
  }

  private func isInSideChainGroup(_ port: OpaquePointer) -> Bool {
    first(port, URI.PortGroups.group) { lilv_world_ask(world.raw, $0, world.node(URI.PortGroups.sideChainOf), nil) }
      ?? false
  }

  private func direction(_ classes: Set<String>) -> PortDescription.Direction? {
    switch (classes.contains(URI.Core.inputPort), classes.contains(URI.Core.outputPort)) {
    case (true, false): .input
    case (false, true): .output
    default: nil
    }
  }

  private func kind(_ classes: Set<String>) -> PortDescription.Kind {
    let kinds: [(String, PortDescription.Kind)] = [
      (URI.Core.cvPort, .cv), (URI.Core.audioPort, .audio), (URI.Core.controlPort, .control),
      (URI.Atom.atomPort, .atom), (URI.Event.eventPort, .event),
    ]
    return kinds.first { classes.contains($0.0) }?.1 ?? .unknown
  }

  private func scalePoints(_ port: OpaquePointer) -> [PortDescription.ScalePoint] {
    guard hasCompleteScalePoint(port), let points = lilv_port_get_scale_points(plugin, port) else { return [] }
    defer { lilv_scale_points_free(points) }
    var found: [PortDescription.ScalePoint] = []
    var iterator = lilv_scale_points_begin(points)
    while !lilv_scale_points_is_end(points, iterator) {
      let point = lilv_scale_points_get(points, iterator)
      if let value = number(lilv_scale_point_get_value(point)) {
        found.append(.init(label: text(lilv_scale_point_get_label(point)) ?? "", value: value))
      }
      iterator = lilv_scale_points_next(points, iterator)
    }
    return found.sorted { ($0.value, $0.label) < ($1.value, $1.label) }
  }

  /// Whether a port has a scale point with exactly one value and one label. Otherwise an assertion of lilv can fail.
  private func hasCompleteScalePoint(_ port: OpaquePointer) -> Bool {
    consume(lilv_port_get_value(plugin, port, world.node(URI.Core.scalePoint))) { point in
      [URI.value, URI.label].allSatisfy { consume(objects(point, $0)) { $0 }.count == 1 }
    }
    .contains(true)
  }

  private func unit(_ port: OpaquePointer) -> String? {
    first(port, URI.Units.unit) { unit in
      let symbol = lilv_world_get(world.raw, unit, world.node(URI.Units.symbol), nil)
      defer { lilv_node_free(symbol) }
      return text(symbol) ?? text(unit)
    }
  }

  private func number(_ port: OpaquePointer, _ predicate: String) -> Float? { first(port, predicate) { number($0) } }

  private func first<T>(_ port: OpaquePointer, _ predicate: String, _ transform: (OpaquePointer) -> T?) -> T? {
    let nodes = lilv_port_get_value(plugin, port, world.node(predicate))
    defer { lilv_nodes_free(nodes) }
    return lilv_nodes_get_first(nodes).flatMap(transform)
  }

  private func number(_ node: OpaquePointer?) -> Float? {
    guard let node, lilv_node_is_float(node) || lilv_node_is_int(node) || lilv_node_is_bool(node) else { return nil }
    return lilv_node_is_bool(node) ? (lilv_node_as_bool(node) ? 1 : 0) : lilv_node_as_float(node)
  }

  private func values(_ predicate: String) -> [String] { texts(lilv_plugin_get_value(plugin, world.node(predicate))) }

  private func values(_ port: OpaquePointer, _ predicate: String) -> [String] {
    texts(lilv_port_get_value(plugin, port, world.node(predicate)))
  }

  /// The objects of all statements with the subject and the predicate. The caller must free the collection.
  func objects(_ subject: OpaquePointer?, _ predicate: String) -> UnsafeMutableRawPointer? {
    lilv_world_find_nodes(world.raw, subject, world.node(predicate), nil)
  }

  /// The texts of a collection. Frees the collection.
  func texts(_ nodes: UnsafeMutableRawPointer?) -> [String] { consume(nodes) { text($0) } }

  /// The transformed nodes of a collection. Frees the collection.
  private func consume<T>(_ nodes: UnsafeMutableRawPointer?, _ transform: (OpaquePointer) -> T?) -> [T] {
    defer { lilv_nodes_free(nodes) }
    return collect(nodes, transform)
  }

  func collect<T>(_ nodes: UnsafeRawPointer?, _ transform: (OpaquePointer) -> T?) -> [T] {
    guard let nodes else { return [] }
    var found: [T] = []
    var iterator = lilv_nodes_begin(nodes)
    while !lilv_nodes_is_end(nodes, iterator) {
      if let node = lilv_nodes_get(nodes, iterator), let value = transform(node) { found.append(value) }
      iterator = lilv_nodes_next(nodes, iterator)
    }
    return found
  }

  func text(_ node: OpaquePointer?) -> String? {
    node.flatMap { lilv_node_as_string($0) }.map { String(cString: $0) }
  }

  func path(_ node: OpaquePointer?) -> String? {
    guard let node, lilv_node_is_uri(node), let path = lilv_node_get_path(node, nil) else { return nil }
    defer { lilv_free(path) }
    return String(cString: path)
  }
}
