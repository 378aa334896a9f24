import CMath
import DSP
import Effects
import Views

/// The picture of the lowpass: its response with a handle at the cutoff, whose level is the Q.
public final class LowpassView: EffectView {
  private let design: LowpassDesign
  private var sections: InlineArray<4, SVFCoefficients>
  private var count = 1
  private var gain = 0.0

  public init(rate: Double) {
    design = LowpassDesign(rate: rate)
    sections = InlineArray(
      repeating: design.section(0, of: 1, corner: design.corner(at: 1000), q: 1))
    super.init("Lowpass", Lowpass.Port.declarations, rate: rate)
    update()
  }

  public override func update() {
    let corner = design.corner(at: value(Lowpass.Port.cutoff))
    count = Int(value(Lowpass.Port.slope)) / 12
    for index in 0..<count {
      sections[index] = design.section(index, of: count, corner: corner, q: value(Lowpass.Port.q))
    }
    gain = value(Lowpass.Port.gain)
  }

  public override func level(at frequency: Double) -> Double {
    var level = gain
    for index in 0..<count { level += decibels(sections[index].power(at: 2 * Double.pi * frequency / rate)) }
    return level
  }

  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let cutoff = value(Lowpass.Port.cutoff)
    var extremes = Extremes()
    if cutoff > lower && cutoff < upper { extremes.append(cutoff, level(at: cutoff)) }
    return extremes
  }

  public override var levels: LevelAxis {
    value(Lowpass.Port.gain) + 20 * log10(value(Lowpass.Port.q)) > 22
      ? LevelAxis(-54...54, step: 12) : LevelAxis(-66...30, step: 12)
  }

  public override var baseLevel: Double { -200 }

  public override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, Lowpass.Port.cutoff),
      vertical: Handle.Motion(.amplitude, Lowpass.Port.q), wheel: Lowpass.Port.slope)
  }

  public override var handlePoint: (frequency: Double, level: Double) {
    (value(Lowpass.Port.cutoff), value(Lowpass.Port.gain) + 20 * log10(value(Lowpass.Port.q)))
  }

  public override var summary: Text { Text(frequency: value(Lowpass.Port.cutoff)) }
}
