/// The settings before the changes of the user, for undo and redo.
struct History {
  private var past: [[Float]] = []
  private var future: [[Float]] = []
  /// The settings after the last change.
  private var present: [Float]
  /// The port of the last change, if it was a step of one port.
  private var steppedPort: Int?

  /// The largest number of changes that can be undone.
  private static var most: Int { 100 }

  init(_ values: [Float]) { present = values }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// The host, and not the user, has changed a port.
  mutating func receive(_ port: Int, _ value: Float) { present[port] = value }

  /// Records the settings after a change.
  ///
  /// - Parameter isStep: whether it was a step of the wheel or of a key. Steps of one port are one change.
  mutating func record(_ values: [Float], isStep: Bool) {
    let changed = values.indices.filter { values[$0] != present[$0] }
    guard !changed.isEmpty else { return }
    let port = isStep && changed.count == 1 ? changed[0] : nil
    if port == nil || port != steppedPort {
      past.append(present)
      if past.count > Self.most { past.removeFirst() }
    }
    steppedPort = port
    future.removeAll()
    present = values
  }

  /// Returns the settings before the last change.
  mutating func undo() -> [Float]? {
    guard let values = past.popLast() else { return nil }
    future.append(present)
    present = values
    steppedPort = nil
    return values
  }

  /// Returns the settings after the change that was undone last.
  mutating func redo() -> [Float]? {
    guard let values = future.popLast() else { return nil }
    past.append(present)
    present = values
    steppedPort = nil
    return values
  }
}
