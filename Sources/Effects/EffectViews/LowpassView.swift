import CMath
import DSP
import Effects
import LV2Kit
import Views

/// The picture of the lowpass: its response with a handle at the cutoff, whose level is the Q.
public final class LowpassView: EffectView {
  private let design: LowpassDesign
  private var settings: Lowpass.Settings
  private var sections: InlineArray<4, SVFCoefficients>

  public init(rate: Double) {
    design = LowpassDesign(rate: rate)
    settings = Lowpass.Settings { Double($0.declaration.initial) }
    sections = InlineArray(
      repeating: design.section(0, of: 1, corner: design.corner(at: settings.cutoff), q: settings.q))
    super.init("Lowpass", Lowpass.Port.declarations, rate: rate)
    update()
  }

  public override func update() {
    settings = Lowpass.Settings(value)
    let corner = design.corner(at: settings.cutoff)
    for index in 0..<settings.sections {
      sections[index] = design.section(index, of: settings.sections, corner: corner, q: settings.q)
    }
  }

  public override func level(at frequency: Double) -> Double {
    var level = settings.gain
    for index in 0..<settings.sections {
      level += decibels(sections[index].power(at: 2 * Double.pi * frequency / rate))
    }
    return level
  }

  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let cutoff = settings.cutoff
    var extremes = Extremes()
    if cutoff > lower && cutoff < upper { extremes.append(cutoff, level(at: cutoff)) }
    return extremes
  }

  public override var levels: LevelAxis {
    levelAtCutoff > 22
      ? LevelAxis(-54...54, step: 12) : LevelAxis(-66...30, step: 12)
  }

  public override var baseLevel: Double { -200 }

  public override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.frequency, Lowpass.Port.cutoff),
      vertical: Handle.Motion(.amplitude, Lowpass.Port.q), wheel: Lowpass.Port.slope)
  }

  public override var handlePoint: (frequency: Double, level: Double) {
    (settings.cutoff, levelAtCutoff)
  }

  private var levelAtCutoff: Double { settings.gain + 20 * log10(settings.q) }

  public override var summary: Text { Text(frequency: settings.cutoff) }
}
