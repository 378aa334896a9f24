import LV2DSP
import Testing

@Suite struct SmoothedValueTests {
  /// The value is at its target when it is steady, and 99 % of the way after 45.7 ms, which `Smoother` states.
  @Test func aValueMovesToItsTarget() {
    var value = SmoothedValue(1, rate: 48_000)
    #expect(value.next() == 1)
    value.setTarget(3, immediately: false)
    let values = (0..<20_000).map { _ in value.next() }
    let settled = Int(0.0457 * 48_000)
    // The grid has 32 frames.
    #expect(values[settled - 64] < 2.98 && values[settled + 64] > 2.98)
    #expect(values.last == 3 && value.target == 3)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    value.setTarget(-1, immediately: true)
    #expect(value.next() == -1)
  }
}
