import Glibc
import Rendering

/// The line on a terminal that says how far the rendering is, drawn over at most ten times a second.
final class ProgressLine {
  private static let interval = 0.1
  private static let width = 30
  private let isTerminal = isatty(2) != 0
  private var lastDrawn = 0.0
  private var isDrawn = false

  func show(_ progress: Progress) {
    guard isTerminal, progress.elapsed - lastDrawn >= Self.interval else { return }
    lastDrawn = progress.elapsed
    isDrawn = true
    write("\r\u{1B}[K" + text(progress))
  }

  /// Clears the line.
  func end() {
    if isDrawn { write("\r\u{1B}[K") }
    isDrawn = false
  }

  private func text(_ progress: Progress) -> String {
    let speed = "\(Int(progress.speed))x real time"
    guard let fraction = progress.fraction else { return "\(clock(progress.done))  \(speed)" }
    let filled = Int(fraction * Double(Self.width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    let left = fraction < 1 ? "\(clock(progress.remaining ?? 0)) left" : "tail"
    return "[\(bar)] \(Int(fraction * 100))%  \(speed)  \(left)"
  }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let tail = whole % 60 < 10 ? "0\(whole % 60)" : "\(whole % 60)"
    return "\(whole / 60):\(tail)"
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }
}
