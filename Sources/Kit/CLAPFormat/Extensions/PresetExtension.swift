import CCLAP
import CLV2
import LV2Kit

/// clap.preset-load: the factory presets, whose keys `presets.c` states.
enum PresetExtension {
  nonisolated(unsafe) static var functions = clap_plugin_preset_load(
    from_location: { plugin, kind, location, key in
      guard let instance = instance(plugin), let key, Int(kind) == Int(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN),
        PresetExtension.load(key, instance.pointee)
      else { return false }
      let host = instance.pointee.host
      HostExtensions.valuesChanged(host)
      HostExtensions.find(host, "clap.preset-load/2", as: clap_host_preset_load.self)?.pointee
        .loaded?(host, kind, location, key)
      return true
    })

  /// The key is the identifier of a plug-in of the effect, "#" and the name of the preset.
  private static func load(_ key: UnsafePointer<CChar>, _ instance: ClapInstance) -> Bool {
    guard let number = strchr(key, 35) else { return false }
    // The identifier can contain this character too.
    var name = UnsafePointer(number) + 1
    while true {
      for index in 0..<Int(instance.plugin.pointee.preset_count) {
        let preset = instance.plugin.pointee.presets[index]
        if areEqual(preset.name, name) {
          for parameter in 0..<instance.values.count - 1 {
            instance.values.set(parameter, to: preset.values[parameter])
          }
          return true
        }
      }
      guard let next = strchr(name, 35) else { return false }
      name = UnsafePointer(next) + 1
    }
  }
}
