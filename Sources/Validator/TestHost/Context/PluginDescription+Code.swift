import LV2Host
import Model
import Support

extension PluginDescription {
  /// The code of the plug-in, to recognize its frames in stacks. The binary in a bundle can be a link to a library elsewhere.
  package var code: PluginCode {
    PluginCode(bundle: bundlePath, binary: binaryPath.map { resolvedPath($0) ?? $0 })
  }
}
