import CLV2
import LV2Host
import Support
import TestHost

/// A way in which a host gives the path of a file to a plug-in.
enum FileRoute {
  /// A parameter that is a path, by `patch:Set`.
  case parameter(String)
  /// A value of the state that is a path, by restore().
  case key(String)

  /// Parts of names of keys whose values are probably paths, in lower case.
  private static let words = ["file", "path", "sample", "sound", "wav", "impulse", "bank", "font", "image"]
  /// The number of routes that are examined.
  private static let maximum = 4

  /// The parameter or the key.
  var uri: String {
    switch self {
    case .parameter(let uri), .key(let uri): uri
    }
  }

  /// The parameters that are paths.
  static func parameters(of context: PluginContext) -> [FileRoute] {
    guard context.plugin.patchInput != nil else { return [] }
    return WritableParameter.all(of: context).filter { $0.type == URI.Atom.path }.prefix(maximum).map {
      .parameter($0.uri)
    }
  }

  /// The routes of a plug-in: parameters that are paths, and keys that are paths in a saved state, or that restore()
  /// requests and whose name suggests a path.
  static func all(of context: PluginContext, _ folder: TemporaryFolder, file: String) throws -> [FileRoute] {
    let routes = parameters(of: context)
    guard let instance = try context.statefulInstance(folder) else { return routes }
    instance.activate()
    instance.restore(StateSnapshot())
    let known = Set(WritableParameter.all(of: context).map(\.uri))
    let initial = instance.save()?.properties ?? [:]
    let requested = instance.hosted.requestedKeys.filter { key in
      let name = key.lowercased().split { "#/:".contains($0) }.last ?? ""
      return initial[key] == nil && !known.contains(key) && words.contains(where: name.contains)
    }
    for route in routes {
      instance.prepareAtoms()
      route.request(file, of: instance)
      instance.run(instance.configuration.maximumBlockLength)
    }
    instance.settle()
    let stored = (instance.save()?.properties ?? [:]).filter { $0.value.type == URI.Atom.path }.map(\.key)
    let keys = Set(stored).union(requested).sorted()
    return routes + keys.prefix(maximum).map(FileRoute.key)
  }

  /// The flags of a portable value without pointers.
  private static let flags = LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue

  /// What gives the path, in messages: "patch:Set of <urn:x>".
  var name: String {
    switch self {
    case .parameter(let uri): "patch:Set of <\(uri)>"
    case .key(let uri): "restore() of <\(uri)>"
    }
  }

  /// Restores the path, or appends a message with it to the content of the input for the next block.
  ///
  /// - Parameter file: the absolute path; empty for none.
  func request(_ file: String, of instance: InstanceUnderTest) {
    let value = Array(file.utf8) + [0]
    switch self {
    case .parameter(let uri): instance.send(patchSet: uri, type: URI.Atom.path, value: value)
    case .key(let uri):
      instance.restore(StateSnapshot(properties: [uri: .init(type: URI.Atom.path, flags: Self.flags, bytes: value)]))
    }
  }
}
