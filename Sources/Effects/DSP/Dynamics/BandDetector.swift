/// Measures the energy of a signal in a band: two bandpasses in series, for two channels.
///
/// With the outputs of the second bandpass's SVF, the energy of each frame is bandpass² - highpass·lowpass. The lowpass is the integral
/// of the bandpass and the highpass its derivative, so that a sine of any frequency has the square of its amplitude in every
/// frame, without a ripple (J. F. Kaiser, On a simple algorithm to calculate the 'energy' of a signal, ICASSP 1990).
struct BandDetector {
  /// The lanes: the first bandpass of both channels, the second one of both channels.
  private typealias Lanes = SIMD4<Double>

  private var frequency = 0.0
  private var bandDecay = 1.0
  private var leak = 0.0
  private var damping = 1.0
  private var band = Lanes.zero
  private var low = Lanes.zero
  /// The last outputs of the first bandpass. The second one is a frame behind it.
  private var first = SIMD2<Double>.zero

  mutating func reset() { (band, low, first) = (.zero, .zero, .zero) }

  /// Sets the band of a filter: that of a bell, from 20 Hz to the frequency of a low shelf, or from that of a high shelf to 20 kHz.
  ///
  /// - Parameter rate: sample rate in hertz.
  mutating func set(_ settings: BandSettings, rate: Double) {
    var (center, q) = (min(settings.frequency, 0.45 * rate), min(max(settings.q, 0.3), 10))
    if settings.type != .bell {
      let isLow = settings.type == .lowShelf
      let top = isLow ? center : min(20_000, 0.45 * rate)
      let bottom = isLow ? min(20, 0.25 * center) : min(center, 0.5 * top)
      center = squareRoot(bottom * top)
      q = center / (top - bottom)
    }
    let angle = SineCosine(angle: Double.pi * center / rate)
    let g = angle.sine / angle.cosine
    damping = 1 / q
    let scale = 2 * g / (1 + g * (damping + g))
    (frequency, leak, bandDecay) = (scale, scale * g, 1 - scale * (damping + g))
  }

  /// Returns the sums of the energies of `frames` frames in each channel.
  ///
  /// - Parameter mix: the parts of the first and of the second input in each channel.
  mutating func energy(
    _ inputs: Inputs<Float>, _ mix: (SIMD2<Double>, SIMD2<Double>), _ frames: Range<Int>
  ) -> SIMD2<Double> {
    var (band, low, first) = (self.band, self.low, self.first)
    let (frequency, leak, decay) = (
      Lanes(repeating: self.frequency), Lanes(repeating: self.leak), Lanes(repeating: bandDecay)
    )
    let (half, k) = (Lanes(repeating: 0.5), Lanes(repeating: damping))
    var sum = Lanes.zero
    for frame in frames {
      let input =
        mix.0 * SIMD2(repeating: inputs.0[frame].double) + mix.1 * SIMD2(repeating: inputs.1[frame].double)
      let x = Lanes(lowHalf: input, highHalf: first)
      let difference = x - low
      let lowNext = low.adding(frequency, times: band).adding(leak, times: difference)
      let bandNext = (decay * band).adding(frequency, times: difference)
      let bandpass = half * (band + bandNext)
      let lowpass = half * (low + lowNext)
      let output = k * bandpass
      let highpass = x - output - lowpass
      sum = (sum + bandpass * bandpass) - highpass * lowpass
      first = output.lowHalf
      (band, low) = (bandNext, lowNext)
    }
    (self.band, self.low, self.first) = (band, low, first)
    return sum.highHalf * (damping * damping)
  }

  /// Sets the states to zero if all are silence.
  mutating func flush() { (band, low) = (band.flushed, low.flushed) }
}
