import LV2Host
import Model
import TestHost

/// One thing that a host or a user does with one of the open interfaces, as a line of text: a step of a finding.
///
/// The number of the interface precedes the line if it is not the first one: `2: close`.
package struct InterfaceStep: Sendable, Equatable {
  package enum Deed: Sendable, Equatable {
    case open(Opening)
    case action(InterfaceAction)
    /// cleanup(), while the window of the host stays open.
    case cleanup
    /// The host destroys its window before cleanup().
    case destroyParent
    case close
  }

  /// How the interface opens.
  package struct Opening: Sendable, Equatable {
    package var withheld: Set<String> = []
    package var scale: Float = 1
    /// Whether the interface receives the values of all controls at once.
    package var sendsValues = true
    /// Whether the host has no window for the interface, and does not show it: later steps do.
    package var isAlone = false
    /// Whether the handle of ui:resize is not NULL.
    package var hasResizeHandle = true
    /// The plug-in of the bundle whose interface opens; nil for that which is validated.
    package var plugin: String?

    package init() {}
  }

  /// The number of the interface, from 1.
  package var session = 1
  package var deed: Deed

  package init(_ deed: Deed, session: Int = 1) {
    self.deed = deed
    self.session = session
  }

  /// The step as a line, which `init` reads.
  package func text(for plugin: PluginDescription) -> String {
    let words =
      switch deed {
      case .open(let opening): opening.words
      case .action(let action): action.words(for: plugin)
      case .cleanup: ["cleanup"]
      case .destroyParent: ["destroy-parent"]
      case .close: ["close"]
      }
    return (session == 1 ? "" : "\(session): ") + words.joined(separator: " ")
  }

  /// Nil if the text is not a step.
  package init?(_ text: String, for plugin: PluginDescription) {
    var words = text.split(separator: " ").map(String.init)
    if let first = words.first, first.hasSuffix(":"), let number = Int(first.dropLast()) {
      session = number
      words.removeFirst()
    }
    guard let verb = words.first else { return nil }
    let arguments = Array(words.dropFirst())
    switch verb {
    case "open": deed = .open(Opening(arguments))
    case "cleanup": deed = .cleanup
    case "destroy-parent": deed = .destroyParent
    case "close": deed = .close
    default:
      guard let action = InterfaceAction(verb, arguments, for: plugin) else { return nil }
      deed = .action(action)
    }
  }
}

extension InterfaceStep.Opening {
  fileprivate var words: [String] {
    ["open"] + (scale == 1 ? [] : ["scale=\(scale)"]) + (sendsValues ? [] : ["empty"])
      + (isAlone ? ["alone"] : []) + (hasResizeHandle ? [] : ["null-resize-handle"])
      + (plugin.map { ["plugin=\($0)"] } ?? [])
      + withheld.sorted().map { "without=\($0)" }
  }

  fileprivate init(_ words: [String]) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts[0], parts.dropFirst().first) {
      case ("scale", let value?): scale = Float(value) ?? 1
      case ("without", let uri?): withheld.insert(uri)
      case ("empty", nil): sendsValues = false
      case ("alone", nil): isAlone = true
      case ("null-resize-handle", nil): hasResizeHandle = false
      case ("plugin", let uri?): plugin = uri
      default: break
      }
    }
  }
}

extension InterfaceAction {
  fileprivate func words(for plugin: PluginDescription) -> [String] {
    switch self {
    case .value(let port, let value):
      ["value", plugin.ports.first { $0.index == port }?.symbol ?? "\(port)", "\(value)"]
    case .values: ["values"]
    case .event(let event):
      [
        "event", "\(event.port)", InstanceUnderTest.map.uri(of: event.format) ?? "\(event.format)", "\(event.size)",
        event.bytes.isEmpty ? "-" : event.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
      ]
    case .idle(let count): ["idle", "\(count)"]
    case .resize(let width, let height): ["resize", "\(width)", "\(height)"]
    case .stretch(let width, let height): ["window", "\(width)", "\(height)"]
    case .move(let x, let y): ["move", "\(x)", "\(y)"]
    case .press(let button): ["press", "\(button.rawValue)"]
    case .release(let button): ["release", "\(button.rawValue)"]
    case .type(let code): ["key", "\(code)"]
    case .focus(let isGained): ["focus", isGained ? "in" : "out"]
    case .show: ["show"]
    case .hide: ["hide"]
    case .dismiss: ["dismiss"]
    }
  }

  fileprivate init?(_ verb: String, _ words: [String], for plugin: PluginDescription) {
    let numbers = words.compactMap { Int($0) }
    switch (verb, words.count, numbers.count) {
    case ("value", 2, _):
      let port = plugin.ports.first { $0.symbol == words[0] }?.index ?? Int(words[0])
      guard let port, let value = Float(words[1]) else { return nil }
      self = .value(port: port, value: value)
    case ("values", 0, _): self = .values
    case ("event", 4, _):
      guard let event = Event(words) else { return nil }
      self = .event(event)
    case ("idle", 1, 1): self = .idle(numbers[0])
    case ("resize", 2, 2): self = .resize(width: numbers[0], height: numbers[1])
    case ("window", 2, 2): self = .stretch(width: numbers[0], height: numbers[1])
    case ("move", 2, 2): self = .move(x: numbers[0], y: numbers[1])
    case ("press", 1, 1), ("release", 1, 1):
      guard let button = Desktop.Button(rawValue: UInt8(clamping: numbers[0])) else { return nil }
      self = verb == "press" ? .press(button) : .release(button)
    case ("key", 1, 1): self = .type(UInt8(clamping: numbers[0]))
    case ("focus", 1, 0): self = .focus(words[0] == "in")
    case ("show", 0, 0): self = .show
    case ("hide", 0, 0): self = .hide
    case ("dismiss", 0, 0): self = .dismiss
    default: return nil
    }
  }
}

extension InterfaceAction.Event {
  /// The words behind `event`.
  fileprivate init?(_ words: [String]) {
    guard let port = UInt32(words[0]), let size = Int(words[2]) else { return nil }
    self.port = port
    self.size = size
    format = UInt32(words[1]) ?? InstanceUnderTest.map.id(of: words[1])
    bytes = []
    var digits = words[3] == "-" ? Substring() : words[3][...]
    while !digits.isEmpty {
      guard let byte = UInt8(digits.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
  }
}
