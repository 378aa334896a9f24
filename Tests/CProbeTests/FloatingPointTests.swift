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

  @Test("flush-to-zero takes effect, is named, and goes again")
  func flush() {
    let before = probe_fp_get()
    probe_fp_set_flush(true)
    let during = probe_fp_get()
    let flushed = Float.leastNormalMagnitude * Float(sign: .plus, exponent: -1, significand: probed(1))
    probe_fp_set(before)
    #expect(flushed == 0)
    #expect(describe(before, during).contains("flush-to-zero"))
    #expect(describe(before, probe_fp_get()).isEmpty)
  }

  @Test("sticky exception flags are no change")
  func sticky() {
    let before = probe_fp_get()
    #expect((probed(1) / probed(3)).isFinite)
    #expect(describe(before, probe_fp_get()).isEmpty)
  }

  /// Keeps the compiler from computing with the value in advance.
  @inline(never) @_optimize(none) private func probed(_ value: Float) -> Float { value }
}
