import Glibc

/// A sound, as a WAV file with a sine of 440 Hz at a quarter of full scale, or with an impulse.
package struct SoundFile: Sendable {
  package var frames: Int
  package var channels = 1
  /// In hertz.
  package var rate = 48_000
  /// Whether samples are 32-bit floating-point numbers instead of 16-bit integers.
  package var isFloat = false
  /// Whether the first sample is 0.5 and all others are 0.
  package var isImpulse = false
  /// Whether the sine becomes quieter, by 60 dB until the end.
  package var decays = false

  package init(
    frames: Int, channels: Int = 1, rate: Int = 48_000, isFloat: Bool = false, isImpulse: Bool = false
  ) {
    self.frames = frames
    self.channels = channels
    self.rate = rate
    self.isFloat = isFloat
    self.isImpulse = isImpulse
  }

  /// What a plug-in loads before its sound is judged: a note for an instrument, and a short decay behind an impulse for an
  /// effect, which begins at once.
  package static func start(rate: Int, isEffect: Bool) -> SoundFile {
    var sound = SoundFile(frames: isEffect ? rate / 10 : rate / 2, rate: rate, isImpulse: isEffect)
    sound.decays = true
    return sound
  }

  /// The value of a sample of every channel, from -1 to 1.
  func sample(_ frame: Int) -> Double {
    if isImpulse, frame == 0 { return 0.5 }
    if isImpulse, !decays { return 0 }
    let sine = 0.25 * sin(2 * Double.pi * 440 * Double(frame) / Double(rate))
    if !decays { return sine }
    return sine * pow(0.001, Double(frame) / Double(frames)) * (isImpulse ? 0.1 : 1)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append<T: BitwiseCopyable>(_ value: T) { withUnsafeBytes(of: value) { bytes += $0 } }
    let frameSize = channels * (isFloat ? 4 : 2)
    bytes += Array("RIFF".utf8)
    append(UInt32(36 + frames * frameSize))
    bytes += Array("WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(isFloat ? 3 : 1))
    append(UInt16(channels))
    append(UInt32(rate))
    append(UInt32(rate * frameSize))
    append(UInt16(frameSize))
    append(UInt16(isFloat ? 32 : 16))
    bytes += Array("data".utf8)
    append(UInt32(frames * frameSize))
    for frame in 0..<frames {
      let sample = sample(frame)
      for _ in 0..<channels { if isFloat { append(Float(sample)) } else { append(Int16(32_000 * sample)) } }
    }
    return bytes
  }
}
