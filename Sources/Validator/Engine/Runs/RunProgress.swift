import Support

/// The progress of a validation run, as a line on the terminal.
package final class RunProgress {
  var current = ""
  /// The number of finished checks, and of all checks known so far.
  var done = 0, planned = 0
  private let line: ProgressLine
  private let started = ContinuousClock.now

  package init(isShown: Bool) { line = ProgressLine(isEnabled: isShown) }

  /// Draws the line again; `ProgressLine` limits how often.
  func show() { line.show("[\(done)/\(planned)\(remaining)] \(current.onOneLine)") }

  func clear() { line.clear() }

  /// The time that remains, estimated from the average so far.
  private var remaining: String {
    guard done > 0 else { return "" }
    return ", \(Int((ContinuousClock.now - started).seconds * Double(planned - done) / Double(done))) s left"
  }
}
