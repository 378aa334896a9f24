import Testing

@testable import LV2Kit

@Suite struct FadeTests {
  @Test func goesBothWaysWithoutSteps() {
    var fade = Fade(rate: 48_000)
    #expect(fade.isEnabled)
    let down = (0..<fade.length).map { _ in fade.next(towardsEnabled: false) }
    #expect(fade.isBypassed && down.last == 0)
    let up = (0..<fade.length).map { _ in fade.next(towardsEnabled: true) }
    #expect(fade.isEnabled && up.last == 1)
    // The steepest slope of 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷ is 35/16, at the middle.
    let steepest = 35 / 16 / Float(fade.length) * 1.01
    #expect(zip(up, up.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 <= steepest })
    #expect(zip(up, down.reversed()).allSatisfy { abs($0 - $1) < steepest })
  }

  @Test func turnsBackWhereItStands() {
    var fade = Fade(rate: 8000)
    for _ in 0..<100 { _ = fade.next(towardsEnabled: false) }
    #expect(fade.position == fade.length - 100)
    for _ in 0..<100 { _ = fade.next(towardsEnabled: true) }
    #expect(fade.isEnabled)
  }
}
