/// The frequency response from the first main audio input to the first audio output.
public struct Response: Codable, Sendable, Equatable {
  public var setting: Setting
  /// In hertz, rising: bands of a fraction of an octave from 20 Hz to 20 kHz, the least and the greatest of each.
  public var frequencies: [Float]
  /// Of the magnitude, as many.
  public var decibels: [Float]
  /// The phase without the reported latency, -180 to 180, as many.
  public var degrees: [Float]

  public init(setting: Setting, frequencies: [Float], decibels: [Float], degrees: [Float]) {
    self.setting = setting
    self.frequencies = frequencies
    self.decibels = decibels
    self.degrees = degrees
  }
}
