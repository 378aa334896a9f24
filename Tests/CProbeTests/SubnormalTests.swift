import CProbe
import Testing

/// The number of operations with subnormal numbers.
@Suite(.enabled(if: probe_subnormal_available())) struct SubnormalTests {
  private func count(_ limit: UInt32 = 1000, _ body: () -> Void) -> UInt32 {
    probe_subnormal_begin(limit)
    body()
    return probe_subnormal_end()
  }

  /// Multiplies `value` by 0.5 and returns the product, which is subnormal if `value` is small.
  @inline(never) @_optimize(none) private func half(_ value: Float) -> Float { value * 0.5 }

  private func multiply(_ value: Float, times: Int) {
    for _ in 0..<times { _ = half(value) }
  }

  private let subnormal = Float.leastNormalMagnitude / 4

  @Test("each multiplication of a subnormal number counts once")
  func multiplications() { #expect(count { multiply(subnormal, times: 100) } == 100) }

  @Test("a normal operand with a subnormal result counts once")
  func underflow() { #expect(count { multiply(.leastNormalMagnitude, times: 10) } == 10) }

  @Test("normal numbers and zero do not count")
  func others() {
    #expect(count { multiply(1, times: 10) } == 0)
    #expect(count { multiply(0, times: 10) } == 0)
  }

  @Test("the results of counted operations are correct")
  func results() {
    var product: Float = 0
    #expect(count { product = half(subnormal) } == 1)
    #expect(product == .leastNormalMagnitude / 8)
  }

  @Test("nothing counts with flush-to-zero")
  func flushed() {
    let state = probe_fp_get()
    defer { probe_fp_set(state) }
    probe_fp_set_flush(true)
    #expect(count { multiply(subnormal, times: 100) } == 0)
    #expect(count { multiply(.leastNormalMagnitude, times: 100) } == 0)
  }

  @Test("nothing counts if the code sets flush-to-zero itself")
  func flushing() {
    let state = probe_fp_get()
    let number = count {
      probe_fp_set_flush(true)
      multiply(subnormal, times: 100)
      multiply(.leastNormalMagnitude, times: 100)
    }
    probe_fp_set(state)
    #expect(number == 0)
  }

  @Test("a count ends at its limit, and the next one begins at zero")
  func limit() {
    #expect(count(1) { multiply(subnormal, times: 100) } == 1)
    #expect(count(7) { multiply(subnormal, times: 100) } == 7)
    #expect(count { multiply(subnormal, times: 3) } == 3)
  }

  @Test("the exception is masked again after a count")
  func masked() {
    let before = probe_fp_get()
    _ = count { multiply(subnormal, times: 3) }
    #expect(probe_fp_get().control == before.control)
    multiply(subnormal, times: 3)
  }
}
