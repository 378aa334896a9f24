import LV2Host
import Measuring
import Support
import ValidationModel

extension PlotRequest {
  /// The settings for a plug-in: every preset, or the defaults, with every combination of the values.
  ///
  /// - Throws: `UsageError` for a preset, a control or a value that the plug-in does not have.
  func settings(of plugin: PluginDescription, rate: Double) throws(UsageError) -> [Setting] {
    var settings: [Setting] = presets.isEmpty ? [.defaults] : []
    for name in presets {
      guard let preset = plugin.presets.first(where: { $0.label == name || $0.uri == name }) else {
        throw UsageError("\(plugin.uri) has no preset '\(name)'\(PlotRequest.list(plugin.presets.map(\.label)))")
      }
      settings.append(Setting(label: preset.label, preset: preset.uri))
    }
    for assignment in assignments {
      let controls = plugin.ports(.control, .input)
      guard let port = controls.first(where: { $0.symbol == assignment.symbol }) else {
        throw UsageError(
          "\(plugin.uri) has no control '\(assignment.symbol)'\(PlotRequest.list(controls.map(\.symbol)))")
      }
      var next: [Setting] = []
      for setting in settings {
        for text in assignment.values {
          let value = try PlotRequest.value(text, of: port, rate: rate)
          let words = (setting == .defaults ? [] : [setting.label]) + ["\(port.symbol) = \(text)"]
          next.append(
            Setting(
              label: words.joined(separator: ", "),
              controls: setting.controls + [.init(symbol: port.symbol, value: value)], preset: setting.preset))
        }
      }
      settings = next
    }
    return settings
  }

  /// A number in the range of the control, or the label of one of its scale points.
  private static func value(_ text: String, of port: PortDescription, rate: Double) throws(UsageError) -> Float {
    if let point = port.scalePoints.first(where: { $0.label == text }) { return point.value }
    guard let value = Float(text), value.isFinite else {
      throw UsageError("\(port.symbol)=\(text): the value is not a number\(list(port.scalePoints.map(\.label)))")
    }
    if let range = port.range(rate: rate), !range.contains(value) {
      throw UsageError("\(port.symbol)=\(text): the value must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : "; available: " + names.joined(separator: ", ")
  }
}
