import LV2Kit

/// The changes of the user, for undo and redo. Each one contains only the inputs that it changed: what the host changes stays.
/// Triggers are no settings.
struct History {
  private struct Change {
    let port: Int
    let before: Float
    var after: Float
  }

  private let inputs: [Int]
  private var past: [[Change]] = []
  private var future: [[Change]] = []
  /// The settings after the last change.
  private var present: [Float]
  /// The port of the last change, if it was a step of one port.
  private var steppedPort: Int?

  /// The largest number of changes that can be undone.
  private static var most: Int { 100 }

  /// The changes of a view from now on.
  init(_ view: EffectView) {
    inputs = view.ports.indices.filter { view.ports[$0].kind == .input && !view.ports[$0].properties.isTrigger }
    present = view.values
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// The host, and not the user, has changed a port.
  mutating func receive(_ port: Int, _ value: Float) { present[port] = value }

  /// Records the settings after a change.
  ///
  /// - Parameter isStep: whether it was a step of the wheel or of an arrow or page key. Steps of one port are one change.
  mutating func record(_ values: [Float], isStep: Bool) {
    defer { present = values }
    let changes = inputs.filter { values[$0] != present[$0] }
      .map { Change(port: $0, before: present[$0], after: values[$0]) }
    guard let first = changes.first else { return }
    let port = isStep && changes.count == 1 ? first.port : nil
    if port != nil && port == steppedPort {
      past[past.count - 1][0].after = first.after
    } else {
      past.append(changes)
      if past.count > Self.most { past.removeFirst() }
    }
    steppedPort = port
    future.removeAll()
  }

  /// Returns the settings without the last change.
  mutating func undo() -> [Float]? {
    guard let changes = past.popLast() else { return nil }
    future.append(changes)
    for change in changes { present[change.port] = change.before }
    steppedPort = nil
    return present
  }

  /// Returns the settings with the change that was undone last.
  mutating func redo() -> [Float]? {
    guard let changes = future.popLast() else { return nil }
    past.append(changes)
    for change in changes { present[change.port] = change.after }
    steppedPort = nil
    return present
  }
}
