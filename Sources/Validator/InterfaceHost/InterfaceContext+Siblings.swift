import LV2Host
import TestHost

extension InterfaceContext {
  /// The number of plug-ins of the bundle among which an interface of the same library is looked for.
  private static let candidates = 4

  /// The interface of the next plug-in of the bundle, in the order of the URIs, which has one in the same library; nil if
  /// there is none.
  package var sibling: InterfaceContext? {
    let uris = plugin.world.pluginURIs
    let next = (uris.firstIndex(of: plugin.plugin.uri) ?? 0) + 1
    let others = (uris[min(next, uris.count)...] + uris.prefix(next - 1)).prefix(Self.candidates)
    return others.lazy.compactMap { self.sibling($0) }.first
  }

  /// The interface of another plug-in of the bundle; nil if it has none in the same library, with the same toolkit.
  func sibling(_ uri: String) -> InterfaceContext? {
    let uris = (try? plugin.world.interfaceURIs(of: uri)) ?? []
    let found = uris.compactMap { try? plugin.world.interface($0, of: uri) }.first { other in
      other.binaryPath == interface.binaryPath && other.toolkit == interface.toolkit
        && InterfaceFeatures.missing(for: other).isEmpty
    }
    guard let found, let description = try? plugin.world.description(of: uri, presets: false) else { return nil }
    let context = PluginContext(
      plugin: description, world: plugin.world, rate: plugin.rate, blockLength: plugin.blockLength, seed: plugin.seed)
    return try? InterfaceContext(context, found, beside: self)
  }
}
