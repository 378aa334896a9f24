import LV2Host
import Measuring
import Model
import Support

/// The curves that `lv2val plot` is to draw, as far as they are known without the plug-in.
package struct PlotRequest: Codable, Equatable {
  /// A control and its values, as written on the command line.
  struct Assignment: Codable, Equatable {
    var symbol: String
    var values: [String]
  }

  /// Why there is nothing to plot.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The maximum number of curves that a reader can distinguish.
  static let maximumCurves = 12

  /// Labels or URIs.
  var presets: [String]
  var assignments: [Assignment]

  /// - Parameter words: each `symbol=value` or `symbol=value,value...`.
  package init(presets: [String], words: [String]) throws(UsageError) {
    self.presets = presets
    assignments = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let values = parts.count == 2 ? parts[1].split(separator: ",").map(String.init) : []
      guard !values.isEmpty, !parts[0].isEmpty else {
        throw UsageError("'\(word)' is not a setting: write symbol=value, or symbol=value,value for several curves")
      }
      if assignments.contains(where: { $0.symbol == parts[0] }) {
        throw UsageError("\(parts[0]) is set twice: write \(parts[0])=value,value for several curves")
      }
      assignments.append(Assignment(symbol: String(parts[0]), values: values))
    }
    let curves = assignments.reduce(max(1, presets.count)) { $0 * $1.values.count }
    guard curves <= PlotRequest.maximumCurves else {
      throw UsageError("the settings give \(curves) curves; the maximum is \(PlotRequest.maximumCurves)")
    }
  }

  /// Measures one frequency response for each curve, in a child process.
  ///
  /// - Throws: `UsageError` if the plug-in does not have what the request names; `Failure` if it cannot be measured.
  package func responses(
    of plugin: ResolvedTarget.Plugin, in bundle: String, _ settings: Report.Settings
  ) throws -> [Response] {
    var responses: [Response]?
    var failure: any Error = Failure(
      description: "\(plugin.uri) ended the measuring process; run 'lv2val validate' to find out why")
    let job = JobSpecification.respond(PluginSubject(uri: plugin.uri, bundle: bundle, settings: settings), self)
    let isComplete = try ChildJob.run(job, timeout: settings.timeout) { message in
      switch message {
      case .responses(let measured): responses = measured
      case .refused(let reason): failure = UsageError(reason)
      case .fault(let reason): failure = Failure(description: reason)
      default: break
      }
    }
    guard isComplete else { throw Failure(description: "interrupted") }
    guard let responses else { throw failure }
    return responses
  }

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
