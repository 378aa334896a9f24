/// The frequency response from the first main audio input to the first audio output.
public struct Response: Codable, Sendable, Equatable {
  public var setting: Setting
  /// Hertz and decibels: bands of a fraction of an octave from 20 Hz to 20 kHz, the least and the greatest of each.
  public var magnitude: Curve
  /// Hertz and degrees, -180 to 180, without the reported latency; nothing where the magnitude is 120 dB below its peak.
  public var phase: Curve

  public init(setting: Setting, magnitude: Curve, phase: Curve) {
    self.setting = setting
    self.magnitude = magnitude
    self.phase = phase
  }
}
