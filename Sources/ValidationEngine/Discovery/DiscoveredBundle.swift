import Glibc
import LV2Host
import ValidationModel

/// A bundle and its plug-ins, as lilv reads them.
package struct DiscoveredBundle: Codable {
  package struct Plugin: Codable {
    package var uri: String
    package var name: String
    /// The library of the plug-in, if it is outside the bundle.
    package var binary: String?
  }

  /// Absolute, without symbolic links and with a slash at the end.
  var path: String
  var plugins: [Plugin]

  /// The path without symbolic links; the path itself if it does not exist.
  static func resolved(_ path: String) -> String {
    guard let absolute = realpath(path, nil) else { return path }
    defer { free(absolute) }
    return String(cString: absolute) + (path.hasSuffix("/") ? "/" : "")
  }
}

extension DiscoveredBundle.Plugin {
  init(_ description: PluginDescription) {
    uri = description.uri
    name = description.name
    let library = description.binaryPath.map(DiscoveredBundle.resolved)
    let bundle = DiscoveredBundle.resolved(description.bundlePath)
    binary = library.flatMap { $0.hasPrefix(bundle) ? nil : $0 }
  }
}

/// A bundle to validate, and which of its plug-ins.
package struct ResolvedTarget {
  /// Absolute, with a slash at the end.
  package var bundle: String
  package var plugins: [DiscoveredBundle.Plugin]
  /// Whether the bundle's files are also checked.
  package var includesFiles = true
  /// What reading the bundle revealed.
  package var findings: [Finding] = []
  package var faults: [String] = []

  package init(bundle: String, plugins: [DiscoveredBundle.Plugin]) {
    self.bundle = bundle
    self.plugins = plugins
  }
}
