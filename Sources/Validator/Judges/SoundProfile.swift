import Glibc

/// The spectrum of a sound and the levels after it, in steps of half an octave of frequency and of time.
package struct SoundProfile {
  /// The levels in bands of half an octave from 125 Hz on, relative to the loudest, in dB.
  package let spectrum: [Double]
  /// The levels in windows of half an octave of time from 0.1 s after the end of the sound on, relative to the sound, in dB.
  package let decay: [Double]

  private static let bands = HalfOctaves(lowest: 125, count: 13)
  /// In seconds, and the number of windows.
  private static let (firstWindow, windows) = (0.1, 9)
  /// In dB: nothing below counts.
  private static let floor = -60.0
  /// In frames at 48 kHz: a power of 2, for the Fourier transform.
  private static let frames = 1 << 16
  private static let step = HalfOctaves.step

  /// The duration of the sound in frames, at 48 kHz or twice that.
  package static func soundFrames(rate: Double) -> Int { rate > 72_000 ? 2 * frames : frames }

  /// The duration of the silence after it, in frames.
  package static func silenceFrames(rate: Double) -> Int {
    Int(firstWindow * pow(step, Double(windows)) * rate) + 1
  }

  /// The noise that a plug-in hears, with which its sounds are compared.
  package struct Source {
    package let rate: Double
    fileprivate let window: [Double]
    fileprivate let powers: [Double]

    /// - Parameter samples: those of the sound, as many as `soundFrames(rate:)`.
    package init(_ samples: [Float], rate: Double) {
      self.rate = rate
      window = HalfOctaves.window(samples.count)
      powers = SoundProfile.bands.powers(samples[...], window: window, rate: rate)
    }
  }

  /// Nil if the sound is silent.
  ///
  /// - Parameters:
  ///   - channels: the sound and the silence after it.
  ///   - latency: what the plug-in reports, in frames.
  package init?(_ channels: [[Float]], latency: Int, source: Source) {
    let rate = source.rate
    let length = Self.soundFrames(rate: rate)
    let sounds = channels.map { $0[..<length] }
    guard sounds.contains(where: { $0.contains { abs($0) > 1e-4 } }) else { return nil }
    let output = sounds.map { Self.bands.powers($0, window: source.window, rate: rate) }
    spectrum = Self.levels(
      source.powers.indices.map { band in output.reduce(0) { $0 + $1[band] } / source.powers[band] })
    let loudness = Self.power(sounds)
    decay = (0..<Self.windows).map { window in
      let start = length + latency + Int(Self.firstWindow * pow(Self.step, Double(window)) * rate)
      let end = length + latency + Int(Self.firstWindow * pow(Self.step, Double(window + 1)) * rate)
      return Self.level(Self.power(channels.map { $0[min(start, $0.count)..<min(end, $0.count)] }) / loudness)
    }
  }

  private static func power(_ channels: [ArraySlice<Float>]) -> Double {
    channels.reduce(0) { sum, channel in
      sum + channel.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, channel.count))
    }
  }

  private static func levels(_ powers: [Double]) -> [Double] {
    let largest = powers.max() ?? 0
    return powers.map { level($0 / largest) }
  }

  private static func level(_ ratio: Double) -> Double { ratio > 0 ? max(floor, 10 * log10(ratio)) : floor }
}

/// How the profile of a sound at twice the sample rate differs from that at the single rate.
package struct RateDifference {
  /// The root mean square of the differences, in dB.
  package let decibels: Double
  /// The same, if the profile at twice the rate is moved by an octave: the difference between equal numbers of frames.
  package let inFrames: Double

  /// The number of steps in an octave.
  private static let octave = 2

  package init(ofSpectrum single: SoundProfile, _ double: SoundProfile) {
    self.init(single.spectrum, double.spectrum, shift: -Self.octave)
  }

  package init(ofDecay single: SoundProfile, _ double: SoundProfile) {
    self.init(single.decay, double.decay, shift: Self.octave)
  }

  /// Nil if there is nothing to compare.
  package init?(ofGains single: GainCourse, _ double: GainCourse) {
    let comparison = GainCourse.Comparison(single, double)
    guard let inTime = comparison.inTime.root, let inFrames = comparison.inFrames.root else { return nil }
    (decibels, self.inFrames) = (inTime, inFrames)
  }

  private init(_ single: [Double], _ double: [Double], shift: Int) {
    let places = single.indices.filter { single.indices.contains($0 + shift) }
    func difference(_ shift: Int) -> Double {
      let squares = places.map { (double[$0] - single[$0 + shift]) * (double[$0] - single[$0 + shift]) }
      return (squares.reduce(0, +) / Double(places.count)).squareRoot()
    }
    (decibels, inFrames) = (difference(0), difference(shift))
  }

  /// Whether the sound depends on frames instead of seconds: it differs clearly, and far less if frames are compared.
  package func isOfFrames(beyond least: Double) -> Bool { decibels >= least && inFrames <= decibels / 4 }
}
