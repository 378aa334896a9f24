import Glibc
import Support

/// What distinguishes a sound from a reference.
public struct SoundDifference: Sendable, Hashable {
  /// The largest magnitude of the difference in decibels of full scale; minus infinity for equal samples.
  public let level: Double
  /// Whether it is above the tolerance.
  public let isAudible: Bool
  /// One sentence: "The output differs from the reference above 8 kHz by up to 1.2 dB."
  public let sentence: String

  /// - Parameters:
  ///   - tolerance: the largest magnitude that does not count; 1 is full scale.
  ///   - name: the name of the reference in the sentence.
  public init(_ sound: Sound, from reference: Sound, tolerance: Float, name: String) {
    guard sound.channels.count == reference.channels.count, sound.rate == reference.rate else {
      (level, isAudible) = (0, true)
      sentence = "The output has \(Self.layout(sound)), and \(name) has \(Self.layout(reference))."
      return
    }
    let length = max(sound.length, reference.length)
    let direct = Fit().residual(of: sound, reference, 0..<length)
    level = 20 * log10(Double(direct))
    isAudible = direct > tolerance
    guard isAudible else {
      sentence =
        "The output equals \(name)"
        + (direct == 0 ? "." : "; the difference is at most \((level * 10).rounded(.up) / 10) dBFS.")
      return
    }
    if let fit = Fit.best(sound, reference, tolerance) {
      sentence = "The output \(fit.text(name))."
    } else if let place = SpectralDifference(sound, reference).text {
      sentence = "The output differs from \(name) \(place)."
    } else {
      let start = Self.start(sound, reference, tolerance)
      let seconds = (Double(start) / Double(sound.rate) * 1000).rounded() / 1000
      sentence = "The output differs from \(name) from \(seconds) s on by up to \(Self.tenths(level)) dBFS."
    }
  }

  /// The difference, sample by sample.
  public static func samples(_ sound: Sound, minus reference: Sound) -> Sound {
    let length = max(sound.length, reference.length)
    let channels = zip(sound.channels, reference.channels).map { a, b in
      (0..<length).map { ($0 < a.count ? a[$0] : 0) - ($0 < b.count ? b[$0] : 0) }
    }
    return Sound(channels, rate: sound.rate)
  }

  /// The first frame with a difference above the tolerance.
  private static func start(_ sound: Sound, _ reference: Sound, _ tolerance: Float) -> Int {
    let difference = samples(sound, minus: reference)
    return difference.channels.compactMap { channel in channel.firstIndex { !(abs($0) <= tolerance) } }.min() ?? 0
  }

  private static func layout(_ sound: Sound) -> String {
    "\(sound.channels.count.counted("channel")) at \(sound.rate) Hz"
  }

  private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  /// A number of decibels above 0, with two digits at least.
  static func decibels(_ number: Double) -> String {
    let scale: Double = number < 1 ? 100 : 10
    return "\((number * scale).rounded() / scale)"
  }
}

/// A delay, a polarity and a gain that make a reference equal to a sound.
private struct Fit {
  var delay = 0
  /// The amplitude ratio, negative for the opposite polarity.
  var gain = 1.0

  /// The simplest one with which no difference is above the tolerance, or nil.
  static func best(_ sound: Sound, _ reference: Sound, _ tolerance: Float) -> Fit? {
    for delay in [0] + Alignment.delays(of: sound, against: reference) {
      // What the delay moves beyond the start or the end of one of them is not compared.
      let frames = max(0, min(delay, sound.length))..<max(0, delay, min(sound.length, reference.length + delay))
      guard 2 * frames.count >= sound.length, let gain = ratio(sound, reference, delay, frames) else { continue }
      for gain in [1, -1, gain] where gain.magnitude > 1e-6 {
        let fit = Fit(delay: delay, gain: gain)
        if fit.residual(of: sound, reference, frames) <= tolerance { return fit }
      }
    }
    return nil
  }

  /// The ratio of the amplitudes with the least squares of differences; nil if the reference is silent.
  private static func ratio(_ sound: Sound, _ reference: Sound, _ delay: Int, _ frames: Range<Int>) -> Double? {
    var (product, square) = (0.0, 0.0)
    for (a, b) in zip(sound.channels, reference.channels) {
      for frame in frames {
        let sample = Double(b[frame - delay])
        product += Double(a[frame]) * sample
        square += sample * sample
      }
    }
    return square > 0 ? product / square : nil
  }

  /// The largest magnitude of the difference within a range of frames of the sound. Both are silent before and after themselves.
  func residual(of sound: Sound, _ reference: Sound, _ frames: Range<Int>) -> Float {
    var largest: Float = 0
    for (a, b) in zip(sound.channels, reference.channels) {
      for frame in frames {
        let sample = b.indices.contains(frame - delay) ? Float(gain * Double(b[frame - delay])) : 0
        let difference = abs((frame < a.count ? a[frame] : 0) - sample)
        // NaN is a difference.
        if !(difference <= largest) { largest = difference.isNaN ? .infinity : difference }
      }
    }
    return largest
  }

  /// What the sound is, after "The output".
  func text(_ name: String) -> String {
    let level = 20 * log10(gain.magnitude)
    var changes: [String] = []
    if gain < 0 { changes.append("inverted") }
    if gain.magnitude != 1 {
      changes.append("\(SoundDifference.decibels(level.magnitude)) dB \(level > 0 ? "louder" : "quieter")")
    }
    let frames = delay.magnitude.counted("frame")
    let time = delay > 0 ? "after \(frames) of delay" : "\(frames) earlier"
    if changes.isEmpty { return "equals \(name) \(time)" }
    return "equals \(name)\(delay == 0 ? "" : " \(time)"), but is \(changes.listed())"
  }
}
