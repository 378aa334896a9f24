import CDisplay
import Model
import TestHost

/// A window of the host that shows an interface: one of X11, or one of GTK for the widgets of that toolkit.
final class HostWindow {
  private let desktop: Desktop
  private let gtk: OpaquePointer?
  private let plain: Desktop.Window

  /// The pointer can leave the window on each side.
  private static let place = (x: 80, y: 60)

  init(_ desktop: Desktop, _ size: Desktop.Size) {
    self.desktop = desktop
    gtk = nil
    plain = desktop.makeWindow(size, at: Self.place)
  }

  /// - Parameter widget: a GtkWidget.
  init(_ desktop: Desktop, gtkWidget widget: UnsafeMutableRawPointer) {
    self.desktop = desktop
    gtk = InterfaceUnderTest.called(Self.gtkCall) {
      cdisplay_gtk_show(widget, Int32(Self.place.x), Int32(Self.place.y))
    }
    plain = 0
  }

  /// The window of X11; 0 if GTK has none yet.
  var window: Desktop.Window { gtk.map { Desktop.Window(truncatingIfNeeded: cdisplay_gtk_xid($0)) } ?? plain }

  func resize(to size: Desktop.Size) {
    if let gtk {
      cdisplay_gtk_resize(gtk, Int32(max(1, size.width)), Int32(max(1, size.height)))
    } else {
      desktop.resize(plain, to: size)
    }
  }

  func destroy() {
    if let gtk {
      InterfaceUnderTest.called(Self.gtkCall) { cdisplay_gtk_destroy(gtk) }
    } else {
      desktop.destroy(plain)
    }
  }

  /// Processes the pending events of GTK, in which it calls functions of the interface.
  static func iterateGTK() { InterfaceUnderTest.called(gtkCall) { cdisplay_gtk_iterate(eventLimit) } }

  /// In one call of idle(). An interface that draws all the time always has another event.
  private static let eventLimit: Int32 = 100

  /// The function of the host in which GTK calls the interface.
  private static let gtkCall = "gtk_main_iteration"
}
