import CLilv
import Glibc

/// The installed bundles, read with lilv. It loads no plug-in library: dynamic manifests are disabled.
///
/// It must not be shared between threads. The descriptions that it returns are plain values, which can be shared.
public final class World {
  let raw: OpaquePointer
  /// Whether the memory stays allocated: to free it would copy every page of a forked process.
  private let isPrepared: Bool
  private var nodes: [String: OpaquePointer] = [:]

  /// Reads the manifests of all bundles in `LV2_PATH`, or in lilv's default path if it is not set.
  public init() throws(HostError) {
    raw = try World.open()
    isPrepared = false
    lilv_world_load_all(raw)
  }

  /// Reads the manifests of the given bundle directories and of the installed specifications.
  ///
  /// - Throws: `HostError.notABundle` if a path contains no `manifest.ttl`.
  public init(bundles paths: [String]) throws(HostError) {
    isPrepared = World.prepared != nil
    if let prepared = World.prepared {
      (raw, World.prepared) = (prepared, nil)
    } else {
      raw = try World.openWithSpecifications()
    }
    for path in paths {
      let directory = path.hasSuffix("/") ? path : path + "/"
      guard access(directory + "manifest.ttl", F_OK) == 0, let absolute = realpath(directory, nil) else {
        throw .notABundle(path: path)
      }
      defer { free(absolute) }
      load(bundle: String(cString: absolute) + "/")
    }
  }

  /// The installed specifications, for the next `init(bundles:)`.
  // SAFETY: a process prepares the specifications before it creates threads, and uses worlds in one thread.
  nonisolated(unsafe) private static var prepared: OpaquePointer?

  /// Reads the installed specifications in advance: the next `init(bundles:)`, also that of a forked process, reads only its
  /// bundles.
  public static func prepareSpecifications() throws(HostError) { prepared = try openWithSpecifications() }

  deinit {
    if isPrepared { return }
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

  /// The description of a plug-in.
  ///
  /// - Parameter presets: whether to include the presets. Their files are read for the labels.
  /// - Throws: `HostError.unknownPlugin`.
  public func description(of uri: String, presets: Bool = false) throws(HostError) -> PluginDescription {
    var description = try PluginReader(world: self, plugin: plugin(uri)).description()
    if presets { description.presets = try self.presets(of: uri) }
    return description
  }

  /// The presets of a plug-in, in the order of the label.
  ///
  /// - Throws: `HostError.unknownPlugin`.
  public func presets(of uri: String) throws(HostError) -> [PresetDescription] {
    try PluginReader(world: self, plugin: plugin(uri)).presets()
  }

  /// The URIs of the user interfaces of a plug-in, in order.
  ///
  /// - Throws: `HostError.unknownPlugin`.
  public func interfaceURIs(of uri: String) throws(HostError) -> [String] {
    try PluginReader(world: self, plugin: plugin(uri)).interfaceURIs()
  }

  /// The description of a user interface of a plug-in; nil if the plug-in does not have it.
  ///
  /// - Throws: `HostError.unknownPlugin`.
  public func interface(_ uri: String, of plugin: String) throws(HostError) -> InterfaceDescription? {
    try PluginReader(world: self, plugin: self.plugin(plugin)).interface(uri)
  }

  func plugin(_ uri: String) throws(HostError) -> OpaquePointer {
    guard isURI(uri), let found = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(raw), node(uri)) else {
      throw .unknownPlugin(uri: uri)
    }
    return found
  }

  /// A URI node that exists as long as the world.
  func node(_ uri: String) -> OpaquePointer {
    if let known = nodes[uri] { return known }
    guard let made = lilv_new_uri(raw, uri) else { preconditionFailure("not a URI: \(uri)") }
    nodes[uri] = made
    return made
  }

  /// Whether lilv accepts the text as a URI: it must have a scheme.
  func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private func load(bundle directory: String) { World.load(bundle: directory, into: raw) }

  private static func load(bundle directory: String, into world: OpaquePointer) {
    let node = lilv_new_file_uri(world, nil, directory)
    lilv_world_load_bundle(world, node)
    lilv_node_free(node)
  }

  /// The directories with bundles: those in `LV2_PATH`, and always the standard directories.
  ///
  /// An `LV2_PATH` for the plug-ins of one project must not hide the installed specifications.
  public static var bundleDirectories: [String] {
    let path = getenv("LV2_PATH").map { String(cString: $0) } ?? ""
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    // The third is Debian's directory for one architecture, the last is Fedora's.
    let standard = [
      "~/.lv2", "/usr/local/lib/lv2", "/usr/lib/\(architecture)-linux-gnu/lv2", "/usr/lib/lv2", "/usr/lib64/lv2",
    ]
    return (path.split(separator: ":").map(String.init) + standard)
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

  private static func openWithSpecifications() throws(HostError) -> OpaquePointer {
    let world = try open()
    for name in ["core", "units"] {
      if let path = specificationPath(name) { load(bundle: path, into: world) }
    }
    lilv_world_load_specifications(world)
    lilv_world_load_plugin_classes(world)
    return world
  }

  /// The directory of the installed specification `<name>.lv2`.
  private static func specificationPath(_ name: String) -> String? {
    bundleDirectories.map { "\($0)/\(name).lv2/" }.first { access($0 + "manifest.ttl", F_OK) == 0 }
  }
}
