import LV2Host
import Model
import Support

/// A bundle to validate, and which of its plug-ins.
package struct ResolvedTarget: Codable {
  package struct Plugin: Codable {
    package var uri: String
    package var name: String
    /// The library of the plug-in, if it is outside the bundle.
    package var binary: String?
    /// The library of the plug-in, without symbolic links.
    package var library: String?
    /// The ports in messages, by index.
    package var ports: [Int: String]
    /// The URIs of the user interfaces.
    package var interfaces: [String]
  }

  /// Absolute, without symbolic links and with a slash at the end.
  package var bundle: String
  package var plugins: [Plugin] = []
  var includesFiles = true
  /// What reading the bundle revealed.
  package var findings: [Finding] = []
  package var faults: [String] = []
}

extension ResolvedTarget.Plugin {
  init(_ description: PluginDescription, in world: World) {
    uri = description.uri
    interfaces = (try? world.interfaceURIs(of: uri)) ?? []
    name = description.name
    library = description.binaryPath.map { resolvedPath($0) ?? $0 }
    let bundle = description.resolvedBundlePath
    binary = library.flatMap { $0.hasPrefix(bundle) ? nil : $0 }
    ports = Dictionary(uniqueKeysWithValues: description.ports.map { ($0.index, $0.title) })
  }
}

extension PluginDescription {
  /// The bundle without symbolic links and with a slash at the end.
  var resolvedBundlePath: String { resolvedPath(bundlePath).map { $0 + "/" } ?? bundlePath }
}

extension Report.Shard {
  /// This part of the targets: every plug-in, and the files of every bundle, are in exactly one part.
  ///
  /// Plug-ins of all bundles are distributed in turn, so that a large bundle is divided too. A bundle's files belong to
  /// the part of its first plug-in.
  package func part(of targets: [ResolvedTarget]) -> [ResolvedTarget] {
    var distributed = 0
    return targets.compactMap { target in
      var part = target
      part.includesFiles = includes(distributed)
      part.plugins = target.plugins.enumerated().filter { includes(distributed + $0.offset) }.map(\.element)
      if !part.includesFiles {
        part.findings = []
        part.faults = []
      }
      distributed += max(1, target.plugins.count)
      return part.includesFiles || !part.plugins.isEmpty ? part : nil
    }
  }

  private func includes(_ number: Int) -> Bool { number % count == index - 1 }
}
