import Glibc
import LV2Host

/// A bundle as discovery sees it.
package struct DiscoveredBundle: Codable {
  package struct Plugin: Codable {
    package var uri: String
    package var name: String
    /// The library that lv2:binary leads to, where that is outside the bundle.
    package var binary: String?
  }

  /// Absolute, without links and with a slash at its end.
  package var path: String
  package var plugins: [Plugin]

  /// Where links lead; the path itself where that leads nowhere.
  package static func resolved(_ path: String) -> String {
    guard let absolute = realpath(path, nil) else { return path }
    defer { free(absolute) }
    return String(cString: absolute) + (path.hasSuffix("/") ? "/" : "")
  }
}

extension DiscoveredBundle.Plugin {
  package init(_ description: PluginDescription) {
    uri = description.uri
    name = description.name
    let library = description.binaryPath.map(DiscoveredBundle.resolved)
    let bundle = DiscoveredBundle.resolved(description.bundlePath)
    binary = library.flatMap { $0.hasPrefix(bundle) ? nil : $0 }
  }
}
