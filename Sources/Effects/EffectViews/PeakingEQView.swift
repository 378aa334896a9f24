import DSP
import Effects
import LV2Kit
import Views

/// The picture of the peaking equalizer: a bell with a handle at its center.
public final class PeakingEQView: EffectView {
  private let design: BellDesign
  private var settings: PeakingEQ.Settings
  private var coefficients: SVFCoefficients

  public init(rate: Double) {
    design = BellDesign(rate: rate)
    settings = PeakingEQ.Settings { Double($0.declaration.initial) }
    coefficients = design.coefficients(frequency: settings.frequency, q: settings.q, decibels: settings.gain)
    super.init("Peaking EQ", PeakingEQ.Port.declarations, rate: rate)
    update()
  }

  public override func update() {
    settings = PeakingEQ.Settings(value)
    coefficients = design.coefficients(frequency: settings.frequency, q: settings.q, decibels: settings.gain)
  }

  public override func level(at frequency: Double) -> Double {
    settings.output + decibels(coefficients.power(at: 2 * Double.pi * frequency / rate))
  }

  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let center = settings.frequency
    var extremes = Extremes()
    if center > lower && center < upper { extremes.append(center, level(at: center)) }
    return extremes
  }

  public override var levels: LevelAxis {
    LevelAxis(reach: max(abs(settings.output), abs(settings.gain + settings.output)))
  }

  public override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, PeakingEQ.Port.frequency),
      vertical: Handle.Motion(.level, PeakingEQ.Port.gain), wheel: PeakingEQ.Port.q)
  }

  public override var handlePoint: (frequency: Double, level: Double) {
    (settings.frequency, settings.gain + settings.output)
  }

  public override var summary: Text { Text(frequency: settings.frequency) }
}
