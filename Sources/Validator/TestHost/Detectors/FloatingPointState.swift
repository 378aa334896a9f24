import CProbe

/// The floating-point control state of a thread: rounding mode, flushing of denormals, exception masks.
package struct FloatingPointState {
  /// The name of flushing subnormal results to zero in descriptions of changes.
  package static let flushToZeroName = "flush-to-zero"

  private let state: probe_fp

  /// Reads the state of the calling thread.
  package init() { state = probe_fp_get() }

  /// Sets the state of the calling thread.
  package func restore() { probe_fp_set(state) }

  /// Sets whether the calling thread flushes subnormal numbers to zero.
  package static func setFlushToZero(_ flushes: Bool) { probe_fp_set_flush(flushes) }

  /// The state that the last call of the plug-in left behind and that was not the one before it; nil if there was none since
  /// this was set to nil.
  // SAFETY: the checks of a process run one after the other in one thread, whose calls alone set it.
  nonisolated(unsafe) package static var leftBehind: FloatingPointState?

  /// Runs `body`, which calls the plug-in, and restores the state. Unmasked exceptions would end the host.
  @inline(__always)
  static func preserved<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    let before = FloatingPointState()
    defer {
      let after = FloatingPointState()
      if before.state.control != after.state.control || before.state.extended != after.state.extended {
        leftBehind = after
        before.restore()
      }
    }
    return try body()
  }

  /// Describes what differs in a later state; nil if nothing does.
  package func change(to later: FloatingPointState) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    let length = probe_fp_describe_change(state, later.state, &text, text.count)
    return length == 0 ? nil : String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
