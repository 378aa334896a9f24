import Foundation
import Support

/// Sounds with the spectra and the envelopes of recordings, at 48 kHz, with a peak of 0.5. They are synthesized, so that a test needs
/// no files.
enum Recordings {
  static let rate = 48_000.0
  static let seconds = 3
  private static let frames = Int(rate) * seconds

  static let all: [(name: String, samples: [Float])] = [
    ("pink noise", pinkNoise()), ("voice", voice()), ("drums", drums()), ("guitar", guitar()),
  ]

  private static func normalized(_ samples: [Double]) -> [Float] {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    return samples.map { Float(0.5 * $0 / peak) }
  }

  private static func noise(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
  }

  /// The envelope of a struck sound: an attack in a straight line and an exponential decay, in seconds.
  private static func strike(_ time: Double, attack: Double, decay: Double) -> Double {
    time < 0 ? 0 : min(time / attack, 1) * exp(-time / decay)
  }

  /// White noise through lowpasses at distances of a decade and a half of the power: -3 dB an octave from 10 Hz to 20 kHz.
  private static func pinkNoise() -> [Float] {
    let white = noise(frames, seed: 1)
    var sum = [Double](repeating: 0, count: frames)
    for octave in 0..<11 {
      let corner = 15 * pow(2, Double(octave))
      let (coefficient, gain) = (1 - exp(-2 * .pi * corner / rate), 1 / corner.squareRoot())
      var state = 0.0
      for frame in 0..<frames {
        state += coefficient * (white[frame] - state)
        sum[frame] += gain * state
      }
    }
    return normalized(sum)
  }

  /// A resonance of a voice or a consonant.
  private static func resonance(_ samples: [Double], frequency: Double, q: Double) -> [Double] {
    let angle = 2 * .pi * frequency / rate
    let radius = exp(-angle / 2 / q)
    var (first, second) = (0.0, 0.0)
    return samples.map { sample in
      let output = (1 - radius) * sample + 2 * radius * cos(angle) * first - radius * radius * second
      (second, first) = (first, output)
      return output
    }
  }

  /// Syllables of 300 ms: three vowels of a low voice with a vibrato, and a sibilant.
  private static func voice() -> [Float] {
    var (phase, low) = (0.0, 0.0)
    let glottis = (0..<frames).map { frame -> Double in
      let time = Double(frame) / rate
      let step = 120 * (1 + 0.12 * sin(2 * .pi * 0.7 * time) + 0.02 * sin(2 * .pi * 5 * time)) / rate
      let pulse = (phase + step).rounded(.down) > phase.rounded(.down) ? 1.0 : 0.0
      phase += step
      low = 0.97 * low + pulse
      return low
    }
    let vowels = [(700.0, 1100.0, 2500.0), (300, 2200, 2900), (400, 800, 2400)]
    let length = Int(0.3 * rate)
    var output: [Double] = []
    for syllable in 0..<frames / length {
      let part = Array(glottis[syllable * length..<(syllable + 1) * length])
      var sound: [Double]
      if syllable % 4 == 3 {
        sound = resonance(noise(length, seed: UInt64(syllable)), frequency: 6500, q: 1.5).map { 0.15 * $0 }
      } else {
        let (first, second, third) = vowels[syllable % 4]
        sound = resonance(part, frequency: first, q: 8)
        let (b, c) = (resonance(part, frequency: second, q: 10), resonance(part, frequency: third, q: 12))
        for frame in sound.indices { sound[frame] += 0.5 * b[frame] + 0.25 * c[frame] }
      }
      for frame in sound.indices {
        let (begin, end) = (Double(frame) / rate, Double(length - 1 - frame) / rate)
        sound[frame] *= min(begin / 0.03, 1) * min(end / 0.05, 1)
      }
      output += sound
    }
    return normalized(output)
  }

  /// Four beats a second: a kick, a snare and a hi-hat.
  private static func drums() -> [Float] {
    var output = [Double](repeating: 0, count: frames)
    let white = noise(frames, seed: 3)
    for beat in 0..<4 * seconds {
      let start = Double(beat) * 0.25
      for frame in Int(start * rate)..<min(frames, Int((start + 0.75) * rate)) {
        let time = Double(frame) / rate - start
        if beat % 4 == 0 || beat % 4 == 3 {
          output[frame] +=
            sin(2 * .pi * (50 * time + 4 * (1 - exp(-time / 0.03)))) * strike(time, attack: 0.002, decay: 0.15)
        }
        if beat % 4 == 2 {
          output[frame] +=
            (0.3 * white[frame] + 0.6 * sin(2 * .pi * 190 * time)) * strike(time, attack: 0.001, decay: 0.08)
        }
        let hiss = frame > 0 ? white[frame] - white[frame - 1] : 0
        output[frame] += 0.2 * hiss * strike(time, attack: 0.0005, decay: 0.03)
      }
    }
    return normalized(output)
  }

  /// The chords E minor, G, C and D on steel strings, half a second each.
  private static func guitar() -> [Float] {
    let chords = [
      [82.41, 123.47, 164.81, 196, 246.94, 329.63], [98, 123.47, 146.83, 196, 246.94, 392],
      [130.81, 164.81, 196, 261.63, 329.63], [146.83, 220, 293.66, 369.99],
    ]
    var output = [Double](repeating: 0, count: frames)
    for strum in 0..<2 * seconds {
      for (string, frequency) in chords[strum % 4].enumerated() {
        let start = Double(strum) * 0.5 + Double(string) * 0.012
        for partial in 1...12 {
          let number = Double(partial)
          let level = sin(.pi * number * 0.21) / number
          let angle = 2 * .pi * frequency * number * (1 + 1e-4 * number * number).squareRoot() / rate
          let decay = exp(-number.squareRoot() / 0.6 / rate)
          let first = Int(start * rate)
          var (envelope, sine, cosine) = (level, 0.0, 1.0)
          let (turnSine, turnCosine) = (sin(angle), cos(angle))
          for frame in first..<min(frames, first + Int(1.2 * rate)) {
            let attack = min(Double(frame - first) / (0.002 * rate), 1)
            output[frame] += attack * envelope * sine
            envelope *= decay
            (sine, cosine) = (sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine)
          }
        }
      }
    }
    return normalized(output)
  }
}
