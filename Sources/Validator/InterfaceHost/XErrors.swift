import CDisplay
import Glibc
import Model
import TestHost

/// The errors that the X server sent to the interface, which uses Xlib. Without a handler, each would end the host.
package enum XErrors {
  package struct Entry {
    /// `BadWindow`, or the number of an error of an extension.
    package let name: String
    /// `X_DestroyWindow`, or the number of a request of an extension.
    package let request: String
    /// Symbolized, innermost first.
    package let frames: [StackFrame]
  }

  /// Records errors from now on, if Xlib is loaded; but for those of activities that no host takes on purpose.
  ///
  /// - Parameter isSynchronous: whether connections that are opened from now on wait for the result of each request.
  package static func watch(isSynchronous: Bool = false, server: DisplayServer) {
    cdisplay_watch_errors(
      isSynchronous, server.process ?? 0, { CrashRecord.exitByFault() }, { CrashRecord.isExtremeNow })
  }

  package static var count: Int { cdisplay_error_count() }

  /// The library that contains the handler with which the interface replaced that of the host; nil if it did not.
  package static var replacingLibrary: String? {
    guard let handler = cdisplay_replaced_handler() else { return nil }
    return StackFrame.stack([handler]).first?.image
  }

  /// The errors from an index on. Further errors than 64 have no entry.
  package static func entries(from index: Int) -> [Entry] {
    (index..<max(index, count)).compactMap { index in
      guard let error = cdisplay_error_at(index)?.pointee else { return nil }
      let addresses = withUnsafeBytes(of: error.frames) {
        Array($0.bindMemory(to: UnsafeMutableRawPointer?.self).prefix(Int(error.depth)))
      }
      return Entry(
        name: name(error.code), request: request(error.request, error.minor),
        frames: StackFrame.stack(addresses).symbolized())
    }
  }

  /// Source: the X Window System Protocol, "Errors" in appendix B.
  private static let names = [
    "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch", "BadDrawable",
    "BadAccess", "BadAlloc", "BadColor", "BadGC", "BadIDChoice", "BadName", "BadLength", "BadImplementation",
  ]

  private static func name(_ code: UInt8) -> String {
    let index = Int(code) - 1
    return names.indices.contains(index) ? names[index] : "error \(code)"
  }

  /// The requests of an interface that can fail. Source: Xproto.h.
  private static let requests: [UInt8: String] = [
    1: "X_CreateWindow", 2: "X_ChangeWindowAttributes", 3: "X_GetWindowAttributes", 4: "X_DestroyWindow",
    7: "X_ReparentWindow", 8: "X_MapWindow", 10: "X_UnmapWindow", 12: "X_ConfigureWindow", 14: "X_GetGeometry",
    15: "X_QueryTree", 18: "X_ChangeProperty", 19: "X_DeleteProperty", 20: "X_GetProperty", 22: "X_SetSelectionOwner",
    25: "X_SendEvent", 26: "X_GrabPointer", 28: "X_GrabButton", 31: "X_GrabKeyboard", 38: "X_QueryPointer",
    40: "X_TranslateCoords", 41: "X_WarpPointer", 42: "X_SetInputFocus", 53: "X_CreatePixmap", 54: "X_FreePixmap",
    55: "X_CreateGC", 56: "X_ChangeGC", 60: "X_FreeGC", 61: "X_ClearArea", 62: "X_CopyArea", 65: "X_PolyLine",
    70: "X_PolyFillRectangle", 72: "X_PutImage", 73: "X_GetImage", 78: "X_CreateColormap", 79: "X_FreeColormap",
    84: "X_AllocColor", 93: "X_CreateCursor", 94: "X_CreateGlyphCursor", 95: "X_FreeCursor", 113: "X_KillClient",
  ]

  private static func request(_ major: UInt8, _ minor: UInt8) -> String {
    requests[major] ?? (major < 128 ? "request \(major)" : "request \(major).\(minor) of an extension")
  }
}
