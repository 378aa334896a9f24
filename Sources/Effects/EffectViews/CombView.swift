import CMath
import DSP
import Effects
import LV2Kit
import Views

/// The picture of the comb filter: its teeth with a handle at the fundamental, and its echoes.
public final class CombView: EffectView {
  private var design: CombDesign
  private var parameters: CombFilter.Parameters
  private var response: CombResponse
  private var fundamental = 0.0

  public init(rate: Double) {
    design = CombDesign { Double($0.declaration.initial) }
    parameters = design.parameters(rate: rate).parameters
    response = CombResponse(parameters)
    super.init("Comb", Comb.Port.declarations, rate: rate)
    update()
  }

  public override func update() {
    design = CombDesign(value)
    (parameters, fundamental) = design.parameters(rate: rate)
    response = CombResponse(parameters)
  }

  private func angle(_ frequency: Double) -> Double { 2 * Double.pi * frequency / rate }

  public override func level(at frequency: Double) -> Double {
    decibels(response.power(of: response.delayed(at: angle(frequency))))
  }

  /// The levels where the delayed signal is in phase with the input or opposite to it. If the phase makes at least a turn,
  /// these are the highest and the lowest level in the interval.
  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let turn = 2 * Double.pi
    let start = lag(at: lower)
    var part = lag(at: upper) - start
    if part < 0 { part += turn }
    let turns = (((angle(upper) - angle(lower)) * parameters.delay - part) / turn).rounded()
    let length = part + turn * max(turns, 0)
    var extremes = Extremes()
    guard length < turn else {
      let middle = 0.5 * (lower + upper)
      extremes.append(0.5 * (lower + middle), level(at: middle, sign: 1))
      extremes.append(0.5 * (middle + upper), level(at: middle, sign: -1))
      return extremes
    }
    var halfTurns = Int(start / Double.pi) + 1
    while Double(halfTurns) * Double.pi < start + length {
      let frequency = lower + (upper - lower) * (Double(halfTurns) * Double.pi - start) / length
      extremes.append(frequency, level(at: frequency, sign: halfTurns % 2 == 0 ? 1 : -1))
      halfTurns += 1
    }
    return extremes
  }

  /// The phase by which the delayed signal lags behind the input, 0 to 2π.
  private func lag(at frequency: Double) -> Double {
    let delayed = response.delayed(at: angle(frequency))
    let phase = atan2(-delayed.imaginary, delayed.real)
    return phase < 0 ? phase + 2 * Double.pi : phase
  }

  /// The level if the delayed signal had the phase 0 or π at a frequency.
  private func level(at frequency: Double, sign: Double) -> Double {
    let delayed = response.delayed(at: angle(frequency))
    let size = (delayed.real * delayed.real + delayed.imaginary * delayed.imaginary).squareRoot()
    return decibels(response.power(of: (sign * size, 0)))
  }

  public override var levels: LevelAxis {
    switch level(at: fundamental) {
    case ...14: LevelAxis(-18...18, step: 6)
    case ...30: LevelAxis(-36...36, step: 12)
    default: LevelAxis(-72...72, step: 12)
    }
  }

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

  private func raised(_ base: Double, to exponent: Int) -> Double {
    var (result, power, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= power }
      power *= power
      rest >>= 1
    }
    return result
  }
}
