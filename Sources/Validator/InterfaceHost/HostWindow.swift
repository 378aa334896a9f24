import CDisplay
import Model
import TestHost

/// A window of the host that shows an interface: one of X11, or one of the toolkit whose widgets the interface has.
final class HostWindow {
  private enum Kind {
    case plain(Desktop.Window)
    case toolkit(cdisplay_toolkit, OpaquePointer?)
  }

  private let desktop: Desktop
  private let kind: Kind

  /// The pointer can leave the window on each side.
  private static let place = (x: 80, y: 60)

  init(_ desktop: Desktop, _ size: Desktop.Size) {
    self.desktop = desktop
    kind = .plain(desktop.makeWindow(size, at: Self.place))
  }

  /// - Parameter widget: of the toolkit.
  init(_ desktop: Desktop, _ toolkit: cdisplay_toolkit, widget: UnsafeMutableRawPointer) {
    self.desktop = desktop
    let window = Self.called(toolkit) { toolkit.show(widget, Int32(Self.place.x), Int32(Self.place.y)) }
    kind = .toolkit(toolkit, window)
  }

  /// The window of X11; 0 if the toolkit has none yet.
  var window: Desktop.Window {
    switch kind {
    case .plain(let window): window
    case .toolkit(let toolkit, let window): Desktop.Window(truncatingIfNeeded: toolkit.xid(window))
    }
  }

  func resize(to size: Desktop.Size) {
    switch kind {
    case .plain(let window): desktop.resize(window, to: size)
    case .toolkit(let toolkit, let window):
      toolkit.resize(window, Int32(max(1, size.width)), Int32(max(1, size.height)))
    }
  }

  func destroy() {
    switch kind {
    case .plain(let window): desktop.destroy(window)
    case .toolkit(let toolkit, let window): Self.called(toolkit) { toolkit.destroy(window) }
    }
  }

  /// Processes the pending events of a toolkit, in which it calls functions of the interface.
  static func iterate(_ toolkit: cdisplay_toolkit) { called(toolkit) { toolkit.iterate() } }

  private static func called<Result>(_ toolkit: cdisplay_toolkit, _ body: () -> Result) -> Result {
    InterfaceUnderTest.called(String(cString: toolkit.loop), body)
  }
}
