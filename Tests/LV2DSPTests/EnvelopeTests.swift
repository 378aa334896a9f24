import LV2DSP
import Testing

@Suite struct EnvelopeTests {
  private static let shape = EnvelopeShape(attack: 0.01, decay: 0.1, sustain: 0.5, release: 0.2, rate: 48_000)

  private func levels(_ envelope: inout Envelope, _ frames: Int) -> [Float] {
    (0..<frames).map { _ in envelope.next(Self.shape) }
  }

  /// 60 dB in the time of a segment: 0.1 % of the distance. The tolerances are those of a frame more or less.
  @Test func eachSegmentTakesItsTime() {
    var envelope = Envelope()
    #expect(!envelope.isActive && envelope.next(Self.shape) == 0)
    envelope.start()
    let attack = levels(&envelope, 480)
    #expect(
      abs(attack[239] - 0.5) < 1e-4 && attack[479] >= 0.999 && zip(attack, attack.dropFirst()).allSatisfy { $0 < $1 })
    let decay = levels(&envelope, 4800)
    let frame: Float = 6.9078 / 4800
    #expect(abs(decay[4799] - 0.5005) < 2 * 0.0005 * frame + 6e-8)
    #expect(levels(&envelope, 9600)[9599] == 0.5 && envelope.isHeld)
    envelope.release()
    let release = levels(&envelope, 9600)
    #expect(!envelope.isHeld && envelope.isActive)
    #expect(abs(release[9599] / 0.0005 - 1) < frame)
    // From -60 dB to the end at -100 dB in two thirds of the time.
    #expect(levels(&envelope, 7000).last == 0 && !envelope.isActive)
  }

  /// No step is larger than that of the attack, wherever a note starts again.
  @Test func aNoteThatStartsAgainContinuesAtItsLevel() {
    var envelope = Envelope()
    envelope.start()
    var before: Float = 0
    for frame in 0..<20_000 {
      if frame % 700 == 650 { envelope.release() }
      if frame % 700 == 0 { envelope.start() }
      let level = envelope.next(Self.shape)
      #expect(abs(level - before) <= 1.001 / 480)
      before = level
    }
    envelope.reset()
    #expect(envelope.level == 0 && !envelope.isActive)
  }

  /// A sustained level of 0 is reached, and not approached through subnormal numbers.
  @Test func aSilentSustainEnds() {
    let shape = EnvelopeShape(attack: 0, decay: 0.01, sustain: 0, release: 0, rate: 48_000)
    var envelope = Envelope()
    envelope.start()
    #expect(envelope.next(shape) == 1)
    for _ in 0..<1000 { _ = envelope.next(shape) }
    #expect(envelope.level == 0 && envelope.isHeld)
    envelope.release()
    _ = envelope.next(shape)
    #expect(!envelope.isActive)
  }
}
