import CLilv

extension PluginReader {
  func interfaceURIs() -> [String] { interfaces { text(lilv_ui_get_uri($0)) }.sorted() }

  func interface(_ uri: String) -> InterfaceDescription? {
    interfaces { text(lilv_ui_get_uri($0)) == uri ? description(of: $0) : nil }.first
  }

  private func interfaces<T>(_ transform: (OpaquePointer) -> T?) -> [T] {
    guard let interfaces = lilv_plugin_get_uis(plugin) else { return [] }
    defer { lilv_uis_free(interfaces) }
    var found: [T] = []
    var iterator = lilv_uis_begin(interfaces)
    while !lilv_uis_is_end(interfaces, iterator) {
      if let interface = lilv_uis_get(interfaces, iterator), let value = transform(interface) { found.append(value) }
      iterator = lilv_uis_next(interfaces, iterator)
    }
    return found
  }

  private func description(of interface: OpaquePointer) -> InterfaceDescription {
    let node = lilv_ui_get_uri(interface)
    // Features and extension data can be in a file of their own.
    lilv_world_load_resource(world.raw, node)
    func values(_ predicate: String) -> Set<String> { Set(texts(objects(node, predicate))) }
    return InterfaceDescription(
      uri: text(node) ?? "", bundlePath: path(lilv_ui_get_bundle_uri(interface)) ?? "",
      binaryPath: path(lilv_ui_get_binary_uri(interface)),
      classes: Set(collect(lilv_ui_get_classes(interface)) { text($0) }),
      requiredFeatures: values(URI.Core.requiredFeature), optionalFeatures: values(URI.Core.optionalFeature),
      extensionData: values(URI.Core.extensionData))
  }
}
