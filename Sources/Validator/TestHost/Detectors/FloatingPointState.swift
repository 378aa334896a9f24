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

  /// Describes what differs in a later state; nil if nothing does.
  package func change(to later: FloatingPointState) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    let length = probe_fp_describe_change(state, later.state, &text, text.count)
    return length == 0 ? nil : String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
