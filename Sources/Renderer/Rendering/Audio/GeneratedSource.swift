import Glibc
import Support

/// A tone or noise of a given length. A tone is equal in all channels; noise differs between the channels.
final class GeneratedSource: SoundSource {
  let channels: Int
  var length: Int? { frames }
  private let frequency: Double?
  private let frames, fade: Int
  private let level: Float
  private let rate: Int
  private var random: SplitMix64
  private var position = 0

  /// - Parameters:
  ///   - frequency: of a sine that starts at phase 0, in hertz; nil for white noise with uniform distribution.
  ///   - fade: the length of the fade-in and of the fade-out in frames; each is half a period of a cosine.
  ///   - level: the peak; 1 is full scale.
  init(frequency: Double?, seed: UInt64, channels: Int, frames: Int, fade: Int, level: Float, rate: Int) {
    self.frequency = frequency
    random = SplitMix64(seed: seed)
    self.channels = channels
    self.frames = frames
    self.fade = min(fade, frames / 2)
    self.level = level
    self.rate = rate
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
    guard let frequency else { return random.noise() }
    // The phase modulo one period, in double precision, remains accurate over hours.
    let cycles = frequency / Double(rate) * Double(frame)
    return Float(sin(2 * .pi * (cycles - cycles.rounded(.down))))
  }

  private func envelope(at frame: Int) -> Float {
    let edge = min(frame, frames - 1 - frame)
    return edge >= fade ? 1 : Float(0.5 - 0.5 * cos(.pi * Double(edge) / Double(fade)))
  }
}
