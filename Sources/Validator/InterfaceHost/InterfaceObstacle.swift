/// Why an interface cannot be opened.
package struct InterfaceObstacle: Error {
  package enum Cause {
    case machine
    /// The interface needs what this program does not have, or other checks report what prevents it.
    case interface
    /// instantiate() returned NULL.
    case null
  }

  /// A clause without a full stop.
  package let reason: String
  package let cause: Cause

  package init(_ reason: String, _ cause: Cause) {
    self.reason = reason
    self.cause = cause
  }
}
