import LV2Kit

/// What the movements of a handle change.
public struct Handle {
  /// How a port follows a movement.
  public enum Kind {
    /// The port is a frequency of the axis.
    case frequency
    /// The port is the inverse of a frequency of the axis.
    case period
    /// The port is the number of the note at a frequency of the axis.
    case note
    /// The port is a level of the axis.
    case level
    /// The port is the amplitude ratio of a level of the axis.
    case amplitude
    /// The whole height of the picture is the range of the port.
    case range
  }

  public struct Motion {
    public let kind: Kind
    /// The index of the port.
    public let port: Int

    /// - Parameter port: the index of the port.
    public init(_ kind: Kind, port: Int) {
      self.kind = kind
      self.port = port
    }

    public init<Port: ControlSet>(_ kind: Kind, _ port: Port) { self.init(kind, port: port.rawValue) }
  }

  /// The port of a horizontal and of a vertical movement.
  public let horizontal, vertical: Motion
  /// The port that the wheel changes, and a vertical movement with the Alt key.
  public let wheelPort: Int

  /// The toggle that switches the part of the effect that the handle moves, or nil.
  public var switchPort: Int?
  /// The ports whose values the menu of the handle offers.
  public var choices: [Int] = []
  /// The port that makes this part of the effect audible alone, and its value for that. Its minimum ends it.
  public var listening: (port: Int, value: Float)?

  /// - Parameter wheelPort: the index of the port.
  public init(horizontal: Motion, vertical: Motion, wheelPort: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.wheelPort = wheelPort
  }

  public init<Port: ControlSet>(horizontal: Motion, vertical: Motion, wheel: Port) {
    self.init(horizontal: horizontal, vertical: vertical, wheelPort: wheel.rawValue)
  }

  /// The ports that a reset of the handle resets.
  var ports: [Int] { [horizontal.port, vertical.port, wheelPort] }
}

/// What a handle shows of the part of the effect that it moves.
public enum HandleState {
  /// It changes the sound.
  case active
  /// It is on, but its settings change nothing.
  case flat
  /// It is off. Only the selected handle is then visible.
  case off
}
