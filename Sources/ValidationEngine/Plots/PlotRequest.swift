import Support

/// The curves that `lv2val plot` is to draw, as far as they are known without the plug-in.
package struct PlotRequest: Codable, Equatable {
  /// A control and its values, as written on the command line.
  struct Assignment: Codable, Equatable {
    var symbol: String
    var values: [String]
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
}
