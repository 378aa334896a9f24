import CDisplay
import Glibc
import Support

/// A window manager on the display of this process: evilwm, which puts the windows of interfaces into frames.
package final class WindowManager {
  package static let program = "evilwm"
  /// The number of times, 2 ms apart, that the host looks whether it manages the windows.
  private static let attempts = 1000

  private let process: pid_t

  /// Fails if it is not installed or does not start.
  package init?(_ desktop: Desktop) {
    // The X server itself has this font.
    guard let process = QuietProgram.start([Self.program, "-fn", "fixed"]) else { return nil }
    self.process = process
    for _ in 0..<Self.attempts {
      if desktop.isManaged { return }
      usleep(2_000)
    }
    return nil
  }

  deinit { QuietProgram.end(process) }
}

extension Desktop {
  /// Whether a window manager decides about the windows of interfaces.
  fileprivate var isManaged: Bool {
    (attributes(of: root)?.all_event_masks ?? 0) & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue != 0
  }
}
