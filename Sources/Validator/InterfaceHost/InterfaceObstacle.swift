/// Why an interface cannot be opened on this machine, or by this program.
package struct InterfaceObstacle: Error {
  /// A clause without a full stop.
  package let reason: String
  /// Whether the machine is the reason, and not the interface.
  package let isOfMachine: Bool

  package init(_ reason: String, isOfMachine: Bool) {
    self.reason = reason
    self.isOfMachine = isOfMachine
  }
}
