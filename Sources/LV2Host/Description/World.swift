import CLilv
import Glibc

/// The installed bundles, read with lilv. Nothing of a plug-in is ever loaded here: dynamic manifests are off.
///
/// Not safe to share between threads; what it hands out are plain values, which are.
public final class World {
  let raw: OpaquePointer
  private var nodes: [String: OpaquePointer] = [:]

  /// Reads the manifests of every bundle on `LV2_PATH` (or on lilv's default path where that is not set).
  public init() throws(HostError) {
    raw = try World.open()
    lilv_world_load_all(raw)
  }

  /// Reads the manifests of these bundle directories alone, and the specifications that are installed.
  ///
  /// - Throws: `HostError.notABundle` for a path without a `manifest.ttl`.
  public init(bundles paths: [String]) throws(HostError) {
    raw = try World.open()
    for name in ["core", "units"] {
      if let path = World.specificationPath(name) { load(bundle: path) }
    }
    lilv_world_load_specifications(raw)
    lilv_world_load_plugin_classes(raw)
    for path in paths {
      let directory = path.hasSuffix("/") ? path : path + "/"
      guard access(directory + "manifest.ttl", F_OK) == 0, let absolute = realpath(directory, nil) else {
        throw .notABundle(path: path)
      }
      defer { free(absolute) }
      load(bundle: String(cString: absolute) + "/")
    }
  }

  deinit {
    for node in nodes.values { lilv_node_free(node) }
    lilv_world_free(raw)
  }

  /// The URIs of all plug-ins, in alphabetical order.
  public var pluginURIs: [String] {
    let plugins = lilv_world_get_all_plugins(raw)
    var uris: [String] = []
    var iterator = lilv_plugins_begin(plugins)
    while !lilv_plugins_is_end(plugins, iterator) {
      if let uri = lilv_node_as_uri(lilv_plugin_get_uri(lilv_plugins_get(plugins, iterator))) {
        uris.append(String(cString: uri))
      }
      iterator = lilv_plugins_next(plugins, iterator)
    }
    return uris.sorted()
  }

  /// Everything the bundle says about one plug-in.
  ///
  /// - Parameter presets: whether to look for presets too, which reads their files for the labels.
  /// - Throws: `HostError.unknownPlugin`.
  public func description(of uri: String, presets: Bool = false) throws(HostError) -> PluginDescription {
    var description = try PluginReader(world: self, plugin: plugin(uri)).description()
    if presets { description.presets = try self.presets(of: uri) }
    return description
  }

  /// The presets of one plug-in, by label.
  ///
  /// - Throws: `HostError.unknownPlugin`.
  public func presets(of uri: String) throws(HostError) -> [PresetDescription] {
    try PluginReader(world: self, plugin: plugin(uri)).presets()
  }

  /// The plug-in as lilv knows it.
  func plugin(_ uri: String) throws(HostError) -> OpaquePointer {
    guard isURI(uri), let found = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(raw), node(uri)) else {
      throw .unknownPlugin(uri: uri)
    }
    return found
  }

  /// A URI node that lives as long as the world.
  func node(_ uri: String) -> OpaquePointer {
    if let known = nodes[uri] { return known }
    guard let made = lilv_new_uri(raw, uri) else { preconditionFailure("not a URI: \(uri)") }
    nodes[uri] = made
    return made
  }

  /// Whether lilv will make a node of it; it wants a scheme.
  func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private func load(bundle directory: String) {
    let node = lilv_new_file_uri(raw, nil, directory)
    lilv_world_load_bundle(raw, node)
    lilv_node_free(node)
  }

  /// Where bundles are looked for: `LV2_PATH`, and then, whatever that is, where systems install them.
  ///
  /// A path that is set for the plug-ins of one project must not hide the specification.
  public static var bundleDirectories: [String] {
    let path = getenv("LV2_PATH").map { String(cString: $0) } ?? ""
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    // The third is where Debian puts libraries of one architecture, the last where Fedora does.
    let usual = [
      "~/.lv2", "/usr/local/lib/lv2", "/usr/lib/\(architecture)-linux-gnu/lv2", "/usr/lib/lv2", "/usr/lib64/lv2",
    ]
    return (path.split(separator: ":").map(String.init) + usual)
      .map { $0.hasPrefix("~/") ? home + $0.dropFirst() : $0 }
  }

  #if arch(x86_64)
    private static let architecture = "x86_64"
  #else
    private static let architecture = "aarch64"
  #endif

  private static func open() throws(HostError) -> OpaquePointer {
    guard let world = lilv_world_new() else { throw .worldUnavailable }
    let off = lilv_new_bool(world, false)
    lilv_world_set_option(world, "http://drobilla.net/ns/lilv#dyn-manifest", off)
    lilv_node_free(off)
    return world
  }

  /// Where `<name>.lv2` of the LV2 specification is installed.
  private static func specificationPath(_ name: String) -> String? {
    bundleDirectories.map { "\($0)/\(name).lv2/" }.first { access($0 + "manifest.ttl", F_OK) == 0 }
  }
}
