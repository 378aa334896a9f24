/// The settings that `lv2val plot` was asked for, as far as they are understood without the plug-in.
package struct PlotRequest: Codable, Equatable {
  /// A control and the values that it is to take in turn, as they were written.
  package struct Assignment: Codable, Equatable {
    package var symbol: String
    package var values: [String]
  }

  /// More curves than this are no plot.
  package static let mostCurves = 12

  /// Labels or URIs.
  package var presets: [String]
  package var assignments: [Assignment]

  /// - Parameter words: each `symbol=value` or `symbol=value,value...`.
  /// - Throws: `UsageError`.
  package init(presets: [String], words: [String]) throws(UsageError) {
    self.presets = presets
    assignments = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let values = parts.count == 2 ? parts[1].split(separator: ",").map(String.init) : []
      guard !values.isEmpty, !parts[0].isEmpty else {
        throw UsageError("'\(word)' is no setting: write symbol=value, or symbol=value,value for several curves")
      }
      if assignments.contains(where: { $0.symbol == parts[0] }) {
        throw UsageError("\(parts[0]) is set twice: write \(parts[0])=value,value for several curves")
      }
      assignments.append(Assignment(symbol: String(parts[0]), values: values))
    }
    let curves = assignments.reduce(max(1, presets.count)) { $0 * $1.values.count }
    guard curves <= PlotRequest.mostCurves else {
      throw UsageError("these are \(curves) curves; \(PlotRequest.mostCurves) can be told apart")
    }
  }
}
