import LV2Host
import Support
import TestHost

extension FileRoute {
  /// Parts of names of keys whose values are probably paths, in lower case.
  private static let words = ["file", "path", "sample", "sound", "wav", "impulse", "bank", "font", "image"]
  /// The number of routes that are examined.
  private static let maximum = 4

  /// The parameters that are paths.
  static func parameters(of context: PluginContext) -> [FileRoute] {
    guard context.plugin.patchInput != nil else { return [] }
    return WritableParameter.all(of: context).filter { $0.type == URI.Atom.path }.prefix(maximum).map {
      .parameter($0.uri)
    }
  }

  /// The routes of a plug-in: parameters that are paths, and keys that are paths in a saved state, or that restore()
  /// requests and whose name or description suggests a path.
  static func all(of context: PluginContext, _ folder: TemporaryFolder, file: String) throws -> [FileRoute] {
    let routes = parameters(of: context)
    guard let instance = try context.statefulInstance(folder) else { return routes }
    instance.activate()
    instance.restore(StateSnapshot())
    let known = Set(WritableParameter.all(of: context).map(\.uri))
    let initial = instance.save()?.properties ?? [:]
    let requested = instance.hosted.requestedKeys.filter { key in
      let name = key.lowercased().split { "#/:".contains($0) }.last ?? ""
      return initial[key] == nil && !known.contains(key)
        && (words.contains(where: name.contains) || context.isPath(key))
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
}

extension PluginContext {
  /// Whether the bundle states that the values of a property are paths.
  fileprivate func isPath(_ property: String) -> Bool {
    turtle.objects(.uri(property), URI.range).contains { $0.text == URI.Atom.path }
  }
}
