import Glibc
import LV2Host
import TestHost

/// What a user or a host does with an open interface, as data.
package enum InterfaceAction: Sendable, Equatable {
  /// Any call of port_event().
  package struct Event: Sendable, Equatable {
    package var port: UInt32
    package var format: UInt32
    /// As the argument states it, in bytes.
    package var size: Int
    package var bytes: [UInt8]
  }

  /// The value of a control port changes.
  case value(port: Int, value: Float)
  /// All control ports get their initial values.
  case values
  case event(Event)
  /// The host calls idle() as often.
  case idle(Int)
  /// The host gives the interface another size, by ui:resize.
  case resize(width: Int, height: Int)
  /// The window of the host gets another size, by its user.
  case stretch(width: Int, height: Int)
  /// The pointer moves to a place relative to the window of the host, which may be outside of it.
  case move(x: Int, y: Int)
  case press(Desktop.Button)
  case release(Desktop.Button)
  /// A key is pressed and released.
  case type(UInt8)
  /// The window of the interface gets the keyboard, or loses it.
  case focus(Bool)
  /// The host calls show() or hide() of an interface with a window of its own.
  case show, hide
  /// The user closes the window of the interface.
  case dismiss
}

extension InterfaceAction: CustomStringConvertible {
  /// As the part of a list: "left button at 20, 30".
  package var description: String {
    switch self {
    case .value(let port, let value): "port_event() of port \(port) with \(value)"
    case .values: "the initial values of all ports"
    case .event(let event): "port_event() of port \(event.port) with \(event.size) bytes"
    case .idle(let count): "\(count) times idle()"
    case .resize(let width, let height): "ui_resize() to \(width) x \(height)"
    case .stretch(let width, let height): "a window of \(width) x \(height)"
    case .move(let x, let y): "the pointer at \(x), \(y)"
    case .press(let button): "button \(button.rawValue) pressed"
    case .release(let button): "button \(button.rawValue) released"
    case .type(let code): "key \(code)"
    case .focus(let isGained): isGained ? "the keyboard focus" : "the loss of the keyboard focus"
    case .show: "show()"
    case .hide: "hide()"
    case .dismiss: "the user closes the window"
    }
  }
}

extension InterfaceSession {
  /// Performs an action, and lets the interface react to what the user did.
  package func perform(_ action: InterfaceAction) {
    InterfaceJournal.noting(.action(action), of: interface) { performParts(of: action) }
  }

  private func performParts(of action: InterfaceAction) {
    let desktop = context.desktop
    switch action {
    case .value(let port, let value): interface.send(value, toPort: port)
    case .values: sendValues()
    case .event(let event): interface.send(event)
    case .idle(let count): idle(count)
    case .resize(let width, let height): interface.resize(to: Desktop.Size(width, height))
    case .stretch(let width, let height):
      stretch(to: Desktop.Size(width, height))
    case .move(let x, let y):
      let origin = window.flatMap { desktop.origin(of: $0) } ?? (0, 0)
      desktop.movePointer(toX: origin.x + x, y: origin.y + y)
    case .press(let button): desktop.press(button)
    case .release(let button): desktop.release(button)
    case .type(let code): desktop.type(code)
    case .focus(let isGained): desktop.focus(isGained ? ownWindow ?? desktop.root : desktop.root)
    case .show: _ = interface.show()
    case .hide: interface.hide()
    case .dismiss: window.map(desktop.requestClosing)
    }
    switch action {
    case .value, .values, .event, .idle: break
    // The events arrive, and the picture changes.
    case .resize, .stretch, .release, .focus, .show, .hide, .dismiss: idle(2, pause: Self.shortPause)
    case .move, .press, .type: idle(1, pause: Self.shortPause)
    }
  }

  /// Performs actions in order, unless the interface is slow; the crash record names the present one.
  package func perform(_ actions: [InterfaceAction]) {
    for action in actions where !isSlow {
      CrashRecord.note(activity: action.description)
      perform(action)
    }
  }
}
