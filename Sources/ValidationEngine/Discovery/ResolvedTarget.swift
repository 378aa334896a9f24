import LV2Host
import Support
import ValidationModel

/// A bundle to validate, and which of its plug-ins.
package struct ResolvedTarget: Codable {
  package struct Plugin: Codable {
    package var uri: String
    package var name: String
    /// The library of the plug-in, if it is outside the bundle.
    package var binary: String?
  }

  /// Absolute, without symbolic links and with a slash at the end.
  package var bundle: String
  package var plugins: [Plugin] = []
  var includesFiles = true
  /// What reading the bundle revealed.
  package var findings: [Finding] = []
  var faults: [String] = []
}

extension ResolvedTarget.Plugin {
  init(_ description: PluginDescription) {
    uri = description.uri
    name = description.name
    let library = description.binaryPath.map { resolvedPath($0) ?? $0 }
    let bundle = description.resolvedBundlePath
    binary = library.flatMap { $0.hasPrefix(bundle) ? nil : $0 }
  }
}

extension PluginDescription {
  /// The bundle without symbolic links and with a slash at the end.
  var resolvedBundlePath: String { resolvedPath(bundlePath).map { $0 + "/" } ?? bundlePath }
}
