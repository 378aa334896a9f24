import Testing

@testable import LV2Kit

@Suite struct BypassTests {
  /// Returns a bypass at 48 kHz after `events`.
  private func bypass(after events: [Bypass.Event]) -> Bypass {
    var bypass = Bypass(rate: 48_000)
    for event in events { bypass.transition(on: event) }
    return bypass
  }

  /// Advances both gains to the end of the present fade.
  private func finishFade(_ bypass: inout Bypass) -> (inputGains: [Float], outputGains: [Float]) {
    let inputGains = (0..<bypass.length).map { _ in bypass.nextInputGain() }
    var outputGains: [Float] = []
    while outputGains.count < bypass.length, bypass.framesToBypass(enabled: true) > 0 {
      outputGains.append(bypass.nextOutputGain())
    }
    #expect(bypass.hasFadeEnded)
    bypass.transition(on: .fadeEnd)
    return (inputGains, outputGains)
  }

  @Test(
    arguments: [
      ([], .activated), ([.enable], .processing), ([.disable], .bypassed), ([.enable, .enable], .processing),
      ([.enable, .fadeEnd], .processing), ([.enable, .disable], .fadingOut),
      ([.enable, .disable, .enable], .fadingOut),
      ([.enable, .disable, .fadeEnd], .bypassed), ([.disable, .disable], .bypassed), ([.disable, .enable], .fadingIn),
      ([.disable, .enable, .enable], .fadingIn), ([.disable, .enable, .disable], .fadingOut),
      ([.disable, .enable, .fadeEnd], .processing), ([.enable, .disable, .activate], .activated),
    ] as [([Bypass.Event], Bypass.State)])
  func eventsLeadToStates(events: [Bypass.Event], state: Bypass.State) {
    #expect(bypass(after: events).state == state)
  }

  @Test func bothFadesAreMonotonicAndSmooth() {
    var bypass = bypass(after: [.enable])
    #expect(bypass.nextInputGain() == 1 && bypass.nextOutputGain() == 1)
    bypass.transition(on: .disable)
    let down = finishFade(&bypass).outputGains
    #expect(bypass.state == .bypassed && down.last == 0)
    bypass.transition(on: .enable)
    let up = finishFade(&bypass).inputGains
    #expect(bypass.state == .processing && up.last == 1)
    // The steepest slope of 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷ is 35/16, at the middle.
    let steepest = 35 / 16 / Float(bypass.length) * 1.01
    #expect(zip(up, up.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 <= steepest })
    #expect(zip(up, down.reversed()).allSatisfy { abs($0 - $1) < steepest })
  }

  @Test func aFadeOutContinuesToItsEnd() {
    var bypass = bypass(after: [.enable, .disable])
    for _ in 0..<100 { _ = bypass.nextOutputGain() }
    bypass.transition(on: .enable)
    #expect(bypass.framesToBypass(enabled: true) == bypass.length - 100)
    for _ in 0..<bypass.length - 100 {
      #expect(!bypass.hasFadeEnded)
      _ = bypass.nextOutputGain()
    }
    #expect(bypass.hasFadeEnded)
  }

  /// The output gain is 1 from the start of a fade-in; the input gain rises from 0.
  @Test func aFadeInRaisesTheInputGainOnly() {
    var bypass = bypass(after: [.disable, .enable])
    let (inputGains, outputGains) = finishFade(&bypass)
    #expect(inputGains[0] < 1e-9 && inputGains.last == 1)
    #expect(outputGains.count == bypass.length && outputGains.allSatisfy { $0 == 1 })
  }

  @Test func activationEndsAFade() {
    var bypass = bypass(after: [.disable, .enable])
    _ = bypass.nextInputGain()
    bypass.transition(on: .activate)
    bypass.transition(on: .enable)
    #expect(bypass.state == .processing && bypass.nextInputGain() == 1 && bypass.nextOutputGain() == 1)
  }
}
