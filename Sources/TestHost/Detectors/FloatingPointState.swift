import CProbe

/// The floating-point control state of the calling thread: rounding, flushing, masks of exceptions.
package struct FloatingPointState {
  private let state: probe_fp

  /// The state as it is now.
  package init() {
    state = probe_fp_get()
  }

  /// Makes the thread's state this one again.
  package func restore() {
    probe_fp_set(state)
  }

  /// What is different later, by name; nil for nothing.
  package func change(to later: FloatingPointState) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    let length = probe_fp_describe_change(state, later.state, &text, text.count)
    return length == 0 ? nil : String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
