import CProbe

/// Counts the operations of a call that have subnormal operands, or results that underflow. An instruction with several
/// numbers counts once.
package struct SubnormalCounter {
  /// Whether the processor can count.
  package static var isAvailable: Bool { probe_subnormal_available() }

  private let limit: Int
  /// The count of the last call.
  package private(set) var count = 0

  /// - Parameter limit: the largest count, at least 1. It limits the duration: each operation takes two signals.
  package init(limit: Int) { self.limit = limit }

  func begin() { probe_subnormal_begin(UInt32(limit)) }
  mutating func end() { count = Int(probe_subnormal_end()) }
}
