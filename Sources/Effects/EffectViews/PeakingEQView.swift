import DSP
import Effects
import Views

/// The picture of the peaking equalizer: a bell with a handle at its center.
public final class PeakingEQView: EffectView {
  private let design: BellDesign
  private var coefficients: SVFCoefficients

  public init(rate: Double) {
    design = BellDesign(rate: rate)
    coefficients = design.coefficients(frequency: 1000, q: 1, decibels: 0)
    super.init("Peaking EQ", PeakingEQ.Port.declarations, rate: rate)
    update()
  }

  public override func update() {
    coefficients = design.coefficients(
      frequency: value(PeakingEQ.Port.frequency), q: value(PeakingEQ.Port.q), decibels: value(PeakingEQ.Port.gain))
  }

  public override func level(at frequency: Double) -> Double {
    decibels(coefficients.power(at: 2 * Double.pi * frequency / rate))
  }

  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let center = value(PeakingEQ.Port.frequency)
    var extremes = Extremes()
    if center > lower && center < upper { extremes.append(center, level(at: center)) }
    return extremes
  }

  public override var levels: LevelAxis {
    switch abs(value(PeakingEQ.Port.gain)) {
    case ...16: LevelAxis(-18...18, step: 6)
    case ...28: LevelAxis(-30...30, step: 6)
    default: LevelAxis(-54...54, step: 12)
    }
  }

  public override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, PeakingEQ.Port.frequency),
      vertical: Handle.Motion(.level, PeakingEQ.Port.gain), wheel: PeakingEQ.Port.q)
  }

  public override var handlePoint: (frequency: Double, level: Double) {
    (value(PeakingEQ.Port.frequency), value(PeakingEQ.Port.gain))
  }

  public override var summary: Text { Text(frequency: value(PeakingEQ.Port.frequency)) }
}
