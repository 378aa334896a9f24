import Glibc
import ValidationModel

/// A line on a terminal's standard error that says how far the run has got; nothing elsewhere.
package final class ProgressLine {
  /// What is being checked.
  package var current = ""
  /// Checks that are finished, and all that are known to come.
  package var done = 0, planned = 0
  private let isShown: Bool
  private var drawn = ContinuousClock.now
  private let started = ContinuousClock.now

  package init(isWanted: Bool) {
    isShown = isWanted && isatty(STDERR_FILENO) == 1
  }

  /// Draws the line anew, at most ten times a second.
  package func show() {
    let now = ContinuousClock.now
    guard isShown, now - drawn > .milliseconds(100) else { return }
    drawn = now
    let left = done == 0 ? "" : ", \(Int((now - started).seconds * Double(planned - done) / Double(done))) s left"
    write("\r\u{1b}[2K[\(done)/\(planned)\(left)] \(current.onOneLine)".prefix(width))
  }

  /// Takes the line away.
  package func clear() {
    if isShown { write("\r\u{1b}[2K") }
  }

  private var width: Int {
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) + 4 : 80
  }

  private func write(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
