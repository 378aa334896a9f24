import DSP
import Effects
import LV2Kit
import Views

/// The picture of the comb filter: its teeth with a handle at the fundamental, and its echoes.
public final class CombView: TeethView {
  private var design: CombDesign
  private var parameters: CombFilter.Parameters
  private var fundamental = 0.0

  public init(rate: Double) {
    design = CombDesign { Double($0.declaration.initial) }
    parameters = design.parameters(rate: rate).parameters
    super.init("Comb", Comb.Port.declarations, CombResponse(parameters), rate: rate)
    update()
  }

  public override func update() {
    design = CombDesign(value)
    (parameters, fundamental) = design.parameters(rate: rate)
    response = CombResponse(parameters)
  }

  public override var levels: LevelAxis { levels(for: level(at: fundamental), gain: value(Comb.Port.gain)) }

  public override var handle: Handle? {
    Handle(
      horizontal: Handle.Motion(.period, Comb.Port.delay), vertical: Handle.Motion(.range, Comb.Port.feedback),
      wheel: Comb.Port.mix)
  }

  public override var handlePoint: (frequency: Double, level: Double) { (fundamental, level(at: fundamental)) }

  public override var summary: Text { Text(frequency: fundamental) }

  public override var hasEchoes: Bool { true }

  public override func echo(_ index: Int) -> (time: Double, gain: Double)? {
    guard index > 0 else { return (0, parameters.inputGain) }
    guard index == 1 || parameters.feedback != 0 else { return nil }
    let gain = parameters.echoGain * raised(parameters.feedback, to: index - 1)
    return (Double(index) * design.delay / 1000, gain)
  }
}
