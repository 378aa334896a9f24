import Glibc
import Support

/// A tone or noise of a given length. A tone is equal in all channels; noise differs between the channels.
final class GeneratedSource: SoundSource {
  enum Signal: Hashable {
    /// A sine that starts at phase 0; frequency in hertz.
    case tone(Double)
    /// White noise with uniform distribution.
    case noise(seed: UInt64)
  }

  let channels: Int
  let length: Int?
  private let signal: Signal
  private let frames: Int
  private let fade: Int
  private let level: Float
  private let rate: Int
  private var random: SplitMix64
  private var position = 0

  /// - Parameters:
  ///   - frames: the length.
  ///   - fade: the length of the fade-in and of the fade-out in frames; each is half a period of a cosine.
  ///   - level: the peak; 1 is full scale.
  init(_ signal: Signal, channels: Int, frames: Int, fade: Int, level: Float, rate: Int) {
    self.signal = signal
    self.channels = channels
    self.frames = frames
    self.fade = min(fade, frames / 2)
    self.level = level
    self.rate = rate
    length = frames
    if case .noise(let seed) = signal { random = SplitMix64(seed: seed) } else { random = SplitMix64(seed: 0) }
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(buffer.count / channels, frames - position)
    for frame in 0..<count {
      let gain = level * envelope(at: position + frame)
      for channel in 0..<channels { buffer[frame * channels + channel] = gain * sample(at: position + frame) }
    }
    position += count
    return count
  }

  private func sample(at frame: Int) -> Float {
    switch signal {
    case .tone(let frequency):
      // The phase modulo one period, in double precision, remains accurate over hours.
      let cycles = frequency / Double(rate) * Double(frame)
      return Float(sin(2 * .pi * (cycles - cycles.rounded(.down))))
    case .noise: return random.noise()
    }
  }

  private func envelope(at frame: Int) -> Float {
    let edge = min(frame, frames - 1 - frame)
    return edge >= fade ? 1 : Float(0.5 - 0.5 * cos(.pi * Double(edge) / Double(fade)))
  }
}
