/// A control input whose value changed between two blocks.
package struct ControlChange: Sendable {
  package let symbol: String
  package let from: Float
  package let to: Float

  package init(symbol: String, from: Float, to: Float) {
    self.symbol = symbol
    self.from = from
    self.to = to
  }

  /// A clause such as "after 'oversampling' changed from 1.0 to 4.0".
  package var text: String { "after '\(symbol)' changed from \(from.text) to \(to.text)" }
}
