import CProbe
import Testing

/// The floating-point control state of the thread that runs the test.
@Suite struct FloatingPointTests {
  private func describe(_ before: probe_fp, _ after: probe_fp) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 200) { text in
      _ = probe_fp_describe_change(before, after, text.baseAddress, text.count)
      return String(cString: text.baseAddress!)
    }
  }

  @Test("flush-to-zero can be set, named and reset")
  func flush() {
    let before = probe_fp_get()
    probe_fp_set_flush(true)
    let during = probe_fp_get()
    let flushed = Float.leastNormalMagnitude * Float(sign: .plus, exponent: -1, significand: opaque(1))
    probe_fp_set(before)
    #expect(flushed == 0)
    #expect(describe(before, during).contains("flush-to-zero"))
    #expect(describe(before, probe_fp_get()).isEmpty)
  }

  @Test("sticky exception flags are not a change")
  func sticky() {
    let before = probe_fp_get()
    #expect((opaque(1) / opaque(3)).isFinite)
    #expect(describe(before, probe_fp_get()).isEmpty)
  }

  /// Prevents constant folding.
  @inline(never) @_optimize(none) private func opaque(_ value: Float) -> Float { value }
}
