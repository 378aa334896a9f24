import Glibc
import Support

/// A test signal: a pure function of the frame and the channel.
package enum Signal: Sendable, Hashable, Codable {
  case silence
  /// One sample of 1 at this frame; 0 elsewhere.
  case impulse(at: Int)
  /// White noise, uniform in [-amplitude, amplitude), different in each channel and the same for the same seed.
  case noise(amplitude: Float, seed: UInt32)
  /// White noise with a constant offset, which charges filters for low frequencies.
  case offsetNoise(amplitude: Float, offset: Float, seed: UInt32)
  /// White noise at 48 kHz, and the same sound at 96 kHz, with half the bandwidth: interpolated between its samples.
  case equalNoise(amplitude: Float, seed: UInt32)
  /// Bursts of a decaying sine of 100 Hz, one in each half second, each followed by silence.
  case bursts
  /// A square wave between -1 and 1 with a period of 96 frames.
  case fullScale
  case dc(Float)
  /// From 0, rises by this much in each second; equal in all channels.
  case ramp(perSecond: Double)
  /// The frequency is in hertz. Each channel leads the previous one by a quarter of a period.
  case sine(frequency: Double, amplitude: Float)

  /// The sample at a frame, counted from the beginning of the signal, at a sample rate in hertz.
  package func sample(frame: Int, channel: Int, rate: Double) -> Float {
    switch self {
    case .silence: return 0
    case .impulse(let at): return frame == at ? 1 : 0
    case .noise(let amplitude, let seed): return amplitude * Self.noise(frame: frame, channel: channel, seed: seed)
    case .offsetNoise(let amplitude, let offset, let seed):
      return offset + amplitude * Self.noise(frame: frame, channel: channel, seed: seed)
    case .equalNoise(let amplitude, let seed):
      guard rate > 72_000 else { return amplitude * Self.noise(frame: frame, channel: channel, seed: seed) }
      return amplitude * Interpolation.sample(frame) { Self.noise(frame: $0, channel: channel, seed: seed) }
    case .bursts:
      let time = (Double(frame) / rate).truncatingRemainder(dividingBy: 0.5)
      return time < 0.2 ? Float(sin(2 * Double.pi * 100 * time) * exp(-20 * time)) : 0
    case .fullScale: return frame % 96 < 48 ? 1 : -1
    case .dc(let value): return value
    case .ramp(let slope): return Float(slope * Double(frame) / rate)
    case .sine(let frequency, let amplitude):
      let turns = frequency * Double(frame) / rate + Double(channel) / 4
      return amplitude * Float(sin(2 * Double.pi * (turns - turns.rounded(.down))))
    }
  }

  /// Writes the samples from `frame` on; equal to those of `sample(frame:channel:rate:)`.
  package func write(to samples: UnsafeMutableBufferPointer<Float>, from frame: Int, channel: Int, rate: Double) {
    switch self {
    case .silence: samples.update(repeating: 0)
    case .dc(let value): samples.update(repeating: value)
    case .equalNoise(let amplitude, let seed) where rate > 72_000:
      let first = frame / 2 - Interpolation.reach
      let source = (first..<(frame + samples.count) / 2 + Interpolation.reach + 2).map {
        Self.noise(frame: $0, channel: channel, seed: seed)
      }
      for index in samples.indices {
        samples[index] = amplitude * Interpolation.sample(frame + index) { source[$0 - first] }
      }
    case .noise(let amplitude, let seed), .equalNoise(let amplitude, let seed):
      for index in samples.indices {
        samples[index] = amplitude * Self.noise(frame: frame + index, channel: channel, seed: seed)
      }
    case .impulse, .fullScale, .ramp, .sine, .bursts, .offsetNoise:
      for index in samples.indices { samples[index] = sample(frame: frame + index, channel: channel, rate: rate) }
    }
  }

  /// The noise of amplitude 1.
  private static func noise(frame: Int, channel: Int, seed: UInt32) -> Float {
    let place = UInt64(truncatingIfNeeded: frame) | UInt64(truncatingIfNeeded: channel) << 40
    var generator = SplitMix64(seed: place ^ UInt64(seed) << 20)
    return generator.sample()
  }

  /// The name of the signal in messages.
  package var name: String {
    switch self {
    case .silence: "silence"
    case .impulse: "an impulse"
    case .noise, .equalNoise: "noise"
    case .offsetNoise(let amplitude, let offset, _): "DC of \(offset) with noise of \(amplitude)"
    case .bursts: "bursts of a sine"
    case .fullScale: "a full-scale square wave"
    case .dc(let value): "DC of \(value)"
    case .ramp: "a slow ramp"
    case .sine(let frequency, _): "a sine of \(Int(frequency)) Hz"
    }
  }
}

/// Samples at twice a rate, by a windowed sinc function.
private enum Interpolation {
  /// The number of samples on each side.
  static let reach = 16

  /// The weights of the samples at distances of 0.5, 1.5 and so on: a sinc function with a Hann window.
  private static let weights = (0..<reach).map { index in
    let distance = Double(index) + 0.5
    return Float(sin(.pi * distance) / (.pi * distance) * 0.5 * (1 + cos(.pi * distance / (Double(reach) + 0.5))))
  }

  static func sample(_ frame: Int, _ source: (Int) -> Float) -> Float {
    let before = frame >> 1
    if frame & 1 == 0 { return source(before) }
    return weights.indices.reduce(0) { $0 + weights[$1] * (source(before - $1) + source(before + 1 + $1)) }
  }
}
