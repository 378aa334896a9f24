import Foundation
import LV2Kit
import LV2KitTesting
import Synth
import Testing

@Suite struct SynthTests {
  private static let rate = 48_000.0

  private func host() throws -> EffectHost<Synth> {
    try #require(EffectHost(Synth.self, Layout(inputs: 0, outputs: 1), rate: Self.rate))
  }

  /// A host whose sound is a sine: the fundamental through an open filter.
  private func sineHost() throws -> EffectHost<Synth> {
    let host = try host()
    host.set(.wave, to: 0)
    host.set(.cutoff, to: 18_000)
    return host
  }

  /// The frequency by the rising zero crossings, which are interpolated.
  private func frequency(_ samples: ArraySlice<Float>) throws -> Double {
    let crossings = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }.map { index in
      Double(index) - Double(samples[index] / (samples[index] - samples[index - 1]))
    }
    try #require(crossings.count > 2)
    return Self.rate * Double(crossings.count - 1) / (crossings.last! - crossings.first!)
  }

  private func peak(_ samples: ArraySlice<Float>) -> Float { samples.map(abs).max() ?? 0 }

  @Test func aNoteHasItsFrequency() throws {
    let output = try sineHost().process(messages: [(0, .noteOn(channel: 0, note: 69, velocity: 100))], frames: 48_000)
    #expect(abs(try frequency(output.audio[0][4800...]) - 440) < 0.01)
  }

  /// Two semitones, up to the step of the bend: 8191/8192 of them.
  @Test func theBendMovesThePitch() throws {
    let output = try sineHost().process(
      messages: [(0, .pitchBend(channel: 0, bend: 8191)), (0, .noteOn(channel: 0, note: 69, velocity: 100))],
      frames: 48_000)
    #expect(abs(try frequency(output.audio[0][4800...]) - 493.883) < 0.02)
  }

  @Test func thePedalHoldsANote() throws {
    let host = try host()
    host.set(.release, to: 0.05)
    let output = host.process(
      messages: [
        (0, .controlChange(channel: 0, controller: 64, value: 127)), (0, .noteOn(channel: 0, note: 60, velocity: 100)),
        (1000, .noteOff(channel: 0, note: 60, velocity: 0)),
        (40_000, .controlChange(channel: 0, controller: 64, value: 0)),
      ], frames: 60_000
    ).audio[0]
    #expect(peak(output[38_000..<40_000]) > 0.01)
    // A release ends at -100 dB, after five thirds of its time.
    #expect(peak(output[44_100...]) == 0)
  }

  /// Eight notes sound; the ninth takes the voice of the first one, and the others remain.
  @Test func theNinthNoteTakesTheOldestVoice() throws {
    let notes: [UInt8] = [40, 43, 47, 50, 53, 57, 60, 64, 67]
    func energy(of note: UInt8, _ samples: [Float]) -> Double {
      let step = 2 * Double.pi * Double(MIDIMessage.frequency(ofNote: note)) / Self.rate
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in samples.enumerated() {
        real += Double(sample) * cos(step * Double(frame))
        imaginary += Double(sample) * sin(step * Double(frame))
      }
      return (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }
    let output = try sineHost().process(
      messages: notes.enumerated().map { ($0.offset * 100, .noteOn(channel: 0, note: $0.element, velocity: 127)) },
      frames: 96_000
    ).audio[0]
    let steady = Array(output[48_000...])
    let levels = notes.map { energy(of: $0, steady) }
    // The level of a sustained sine, halved by the product.
    for level in levels.dropFirst() { #expect(level > 0.02) }
    #expect(levels[0] < 0.002)
  }

  @Test func theBlockLengthDoesNotMatter() throws {
    let messages: [EffectHost<Synth>.TimedMessage] = (0..<12).map { index in
      (index * 317, .noteOn(channel: 0, note: UInt8(40 + 3 * index), velocity: UInt8(20 + 8 * index)))
    }
    let (first, second) = (try host(), try host())
    let outputs = [
      first.process(messages: messages, frames: 20_000, blockLength: 256).audio[0],
      second.process(messages: messages, frames: 20_000, blockLength: 37).audio[0],
    ]
    #expect(outputs[0] == outputs[1] && peak(outputs[0][...]) > 0.05)
  }
}
