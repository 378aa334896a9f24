import Testing

@testable import LV2Kit

@Suite struct FadeTests {
  @Test func goesBothWaysWithoutSteps() {
    var fade = Fade(rate: 48_000)
    #expect(fade.isEnabled && fade.nextTold(enabled: true) == 1)
    let down = (0..<fade.length).map { _ in fade.nextTold(enabled: false) }
    #expect(fade.isBypassed && down.last == 0)
    fade.wake()
    let up = (0..<fade.length).map { _ in fade.nextHeard() }
    #expect(fade.isEnabled && up.last == 1)
    // The steepest slope of 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷ is 35/16, at the middle.
    let steepest = 35 / 16 / Float(fade.length) * 1.01
    #expect(zip(up, up.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 <= steepest })
    #expect(zip(up, down.reversed()).allSatisfy { abs($0 - $1) < steepest })
  }

  @Test func aFallGoesToItsEnd() {
    var fade = Fade(rate: 8000)
    for _ in 0..<100 { _ = fade.nextTold(enabled: false) }
    #expect(fade.telling == fade.length - 100)
    for _ in 0..<fade.length - 100 { _ = fade.nextTold(enabled: true) }
    #expect(fade.isBypassed)
  }

  /// All that the woken effect makes is told, but it hears the input come.
  @Test func anEffectThatIsWokenHearsTheInputRise() {
    var fade = Fade(rate: 48_000)
    fade.jump(toEnabled: false)
    #expect(fade.isBypassed)
    fade.wake()
    #expect(!fade.isBypassed && !fade.isEnabled)
    let heard = (0..<fade.length).map { _ in fade.nextHeard() }
    #expect(heard[0] < 1e-9 && heard.last == 1 && fade.isEnabled)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $1 >= $0 })
    #expect(fade.nextHeard() == 1 && fade.nextTold(enabled: true) == 1)
  }

  @Test func aJumpHearsAll() {
    var fade = Fade(rate: 48_000)
    fade.jump(toEnabled: false)
    fade.wake()
    _ = fade.nextHeard()
    fade.jump(toEnabled: true)
    #expect(fade.isEnabled && fade.nextHeard() == 1)
  }
}
