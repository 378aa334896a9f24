/// The equal-tempered scale.
public enum EqualTemperament {
  /// The frequency of a pitch in hertz.
  ///
  /// - Parameters:
  ///   - pitch: semitones; 69 is A4.
  ///   - a4: the frequency of A4, in hertz.
  public static func frequency(of pitch: Double, a4: Double) -> Double {
    // A semitone is ln 2/12 nepers.
    a4 * exponential((pitch - 69) * 0.057762265046662105)
  }
}
