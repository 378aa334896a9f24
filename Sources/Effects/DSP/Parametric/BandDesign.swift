/// Computes the coefficients of the sections of a band.
///
/// A bell has the coefficients of `BellDesign`, a lowpass those of `LowpassDesign`, and a highpass the same Qs as a lowpass. The
/// other types are fitted. The document docs/internals/filter-design.md describes the method and the deviations.
public struct BandDesign: Sendable {
  let bell: BellDesign
  private let lowpass: LowpassDesign
  private let band: MatchedBand
  private let fit: SectionFit

  /// - Parameter rate: sample rate in hertz, above 0.
  public init(rate: Double) {
    bell = BellDesign(rate: rate)
    lowpass = LowpassDesign(rate: rate)
    band = MatchedBand(rate: rate)
    fit = SectionFit(rate: rate)
  }

  /// Section `index` of a band.
  ///
  /// - Parameter index: 0 to `settings.activeSections` - 1.
  @inline(never)
  public func section(_ index: Int, of settings: BandSettings) -> SVFCoefficients {
    let (frequency, q) = (settings.frequency, settings.q)
    switch settings.type {
    case .bell: return bell.coefficients(frequency: frequency, q: q, decibels: settings.gain)
    case .lowShelf where settings.gain == 0, .highShelf where settings.gain == 0:
      // The numerator and the denominator are fitted independently of each other, but have to be equal.
      return fitted(settings.type, frequency, damping: 1 / (q * q), q: q, amplitude: 1).bypassed
    case .lowpass:
      return lowpass.section(index, of: settings.sections, corner: lowpass.corner(at: frequency), q: q)
    case .allpass: return allpass(frequency, q)
    case .highpass:
      let damping = LowpassDesign.damping(index, of: settings.sections, q: q)
      return fit.section(
        BandPrototype(.highpass, damping: damping * damping, amplitude: 1), frequency: frequency, q: 1 / damping,
        isInSeries: settings.sections > 1)
    default:
      let amplitude = settings.type.hasGain ? exponential(settings.gain * 0.057564627324851146) : 1
      return fitted(settings.type, frequency, damping: 1 / (q * q), q: q, amplitude: amplitude)
    }
  }

  private func fitted(
    _ type: BandType, _ frequency: Double, damping: Double, q: Double, amplitude: Double
  ) -> SVFCoefficients {
    fit.section(BandPrototype(type, damping: damping, amplitude: amplitude), frequency: frequency, q: q)
  }

  /// (s² - s/Q + 1)/(s² + s/Q + 1). The phase and the group delay at the frequency are those of the prototype.
  private func allpass(_ frequency: Double, _ q: Double) -> SVFCoefficients {
    let center = band.frequency(frequency)
    let first = squareRoot(center.spread) / q
    return SVFCoefficients(numerator: (1, -first, 1), first: first, second: 1, tangent: center.tangent)
  }

  /// What is audible while the user listens to a band: a bandpass, or the side of a shelf or cut that the band changes.
  public func listening(to settings: BandSettings) -> SVFCoefficients {
    let damping = 1 / (settings.q * settings.q)
    switch settings.type {
    case .lowShelf, .highpass:
      return lowpass.section(0, of: 1, corner: lowpass.corner(at: settings.frequency), q: 0.7071067811865476)
    case .highShelf, .lowpass:
      return fitted(.highpass, settings.frequency, damping: 2, q: 0.7071067811865476, amplitude: 1)
    default: return fitted(.bandpass, settings.frequency, damping: damping, q: settings.q, amplitude: 1)
    }
  }
}
