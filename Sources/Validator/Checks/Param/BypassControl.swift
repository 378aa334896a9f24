import LV2Host
import TestHost

/// The control that switches a plug-in off.
struct BypassControl {
  let port: PortDescription
  /// The value with which the input passes.
  let bypassed: Float
  /// Whether the port has the designation lv2:enabled; otherwise its name says what it is.
  let isDesignated: Bool
}

extension PluginDescription {
  /// The input with the designation lv2:enabled, or else a toggled control input that is named like one.
  var bypassControl: BypassControl? {
    if let port = port(designation: URI.Core.enabled), port.isInput {
      return BypassControl(port: port, bypassed: 0, isDesignated: true)
    }
    for port in ports(.control, .input) where port.isToggled {
      let names = [port.symbol.lowercased(), port.name.lowercased()]
      if names.contains("bypass") { return BypassControl(port: port, bypassed: 1, isDesignated: false) }
      if names.contains(where: ["enable", "enabled"].contains) {
        return BypassControl(port: port, bypassed: 0, isDesignated: false)
      }
    }
    return nil
  }

  /// Whether a setting switches the plug-in off.
  func isBypassed(at setting: ControlSetting) -> Bool {
    guard let bypass = bypassControl else { return false }
    return setting.values.contains { $0.port.index == bypass.port.index && $0.value == bypass.bypassed }
  }
}

extension ControlSetting {
  /// The setting without a port.
  func without(_ port: PortDescription) -> ControlSetting {
    ControlSetting(values: values.filter { $0.port.index != port.index })
  }
}
