/// A peaking equalizer of one band, in one or two channels.
public struct Bell {
  private let design: BellDesign
  private var svf: SmoothedSVF
  /// The target of the frequency, in hertz.
  private var frequency = 0.0

  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    design = BellDesign(rate: rate)
    svf = SmoothedSVF(rate: rate)
  }

  /// Sets the states to zero and all parameters to their targets.
  public mutating func reset() { svf.reset() }

  /// Sets the targets of the parameters. The movement is slow if the frequency changes.
  ///
  /// - Parameters:
  ///   - frequency: the center in hertz, as in `BellDesign.coefficients`.
  ///   - q: 0.1 to 25.
  ///   - decibels: the level at the center, -50 to 50.
  ///   - output: the gain of all frequencies, in decibels. At 0 dB it changes no bit.
  ///   - immediately: whether to skip smoothing.
  public mutating func setTarget(frequency: Double, q: Double, decibels: Double, output: Double, immediately: Bool) {
    svf.setTarget(
      design.coefficients(frequency: frequency, q: q, decibels: decibels).scaled(by: amplitude(decibels: output)),
      immediately: immediately, slowly: frequency != self.frequency)
    self.frequency = frequency
  }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  @inline(__always)
  public mutating func process(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, channels: Int, frames: Int) {
    svf.process(inputs, outputs, channels: channels, frames: frames)
  }
}
