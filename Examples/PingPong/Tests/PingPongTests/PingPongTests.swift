import LV2KitTesting
import PingPong
import Testing

@Suite struct PingPongTests {
  /// An impulse at 60 beats per minute, with echoes of a quarter.
  private func impulseResponse(feedback: Float, width: Float = 100) throws -> (echoes: [[Float]], time: Float) {
    let host = try #require(EffectHost(PingPong.self, .stereo))
    host.set(.interval, to: 3)
    host.set(.feedback, to: feedback)
    host.set(.width, to: width)
    host.set(.damping, to: 18_000)
    host.set(.mix, to: 100)
    var impulse = [Float](repeating: 0, count: 160_000)
    impulse[0] = 1
    let output = host.process([impulse, impulse], transport: HostTransport(speed: 1, beatsPerMinute: 60))
    return (output.audio, host.value(of: .time))
  }

  /// The echoes are a second apart and alternate: their sums, which the lowpass leaves as they are, are the powers of the feedback.
  @Test func theEchoesAlternateInTempo() throws {
    let (echoes, time) = try impulseResponse(feedback: 50)
    #expect(time == 1)
    for (number, gain) in [1: Float(1), 2: 0.5, 3: 0.25] {
      let near = 48_000 * number..<48_000 * number + 1000
      let sums = echoes.map { $0[near].reduce(0, +) }
      let (loud, silent) = number % 2 == 1 ? (0, 1) : (1, 0)
      #expect(abs(sums[loud] - gain) < 1e-4 && abs(sums[silent]) < 1e-6, "echo \(number): \(sums)")
    }
    for channel in echoes { #expect(channel[1001..<48_000].allSatisfy { $0 == 0 }) }
  }

  @Test func withoutWidthTheEchoesAreInTheMiddle() throws {
    let (echoes, _) = try impulseResponse(feedback: 50, width: 0)
    #expect(zip(echoes[0], echoes[1]).allSatisfy { abs($0 - $1) < 1e-7 } && echoes[0][48_000] > 0.1)
  }
}
