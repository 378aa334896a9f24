import Glibc

/// A line on a terminal's standard error that shows the progress of a run. If standard error is not a terminal, the line is
/// never drawn.
public final class ProgressLine {
  /// The bytes that clear the line on a terminal; empty if standard error is not a terminal.
  public static var clearSequence: String { isatty(STDERR_FILENO) == 1 ? "\r\u{1b}[K" : "" }

  private static let interval = Duration.milliseconds(100)
  private let isEnabled: Bool
  private var lastDrawn = ContinuousClock.now
  private var isDrawn = false

  /// - Parameter isEnabled: false for a line that is never drawn (`--quiet`).
  public init(isEnabled: Bool) { self.isEnabled = isEnabled && isatty(STDERR_FILENO) == 1 }

  /// Draws the text, cut to the width of the terminal, at most ten times a second.
  ///
  /// - Parameter text: one line without control characters; evaluated only if it is drawn.
  public func show(_ text: @autoclosure () -> String) {
    let now = ContinuousClock.now
    guard isEnabled, now - lastDrawn >= Self.interval else { return }
    (lastDrawn, isDrawn) = (now, true)
    writeAll(Array((Self.clearSequence + text().prefix(Self.columns - 1)).utf8), to: STDERR_FILENO)
  }

  public func clear() {
    if isDrawn { writeAll(Array(Self.clearSequence.utf8), to: STDERR_FILENO) }
    isDrawn = false
  }

  /// The width of the terminal in characters; 80 if the terminal does not report one.
  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
