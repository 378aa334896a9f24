import CMath
import DSP
import LV2Kit
import Views

/// The picture of a comb filter: its teeth.
public class TeethView: EffectView {
  /// A subclass sets it when a value has changed.
  final var response: CombResponse { didSet { recent = (Point(), Point()) } }

  /// The delayed signal at a frequency.
  private struct Point {
    var frequency = -1.0
    var delayed = (real: 0.0, imaginary: 0.0)
  }

  /// The points that were computed last: a curve needs each of them several times.
  private var recent = (Point(), Point())

  private func delayed(at frequency: Double) -> CombResponse.Delayed {
    if recent.0.frequency == frequency { return recent.0.delayed }
    if recent.1.frequency == frequency { return recent.1.delayed }
    recent = (Point(frequency: frequency, delayed: response.delayed(at: angle(frequency))), recent.0)
    return recent.0.delayed
  }

  init(_ name: StaticString, _ ports: [ControlPort], _ response: CombResponse, rate: Double) {
    self.response = response
    super.init(name, ports, rate: rate)
  }

  private func angle(_ frequency: Double) -> Double { 2 * Double.pi * frequency / rate }

  public override func level(at frequency: Double) -> Double {
    decibels(response.power(of: delayed(at: frequency)))
  }

  /// The levels where the delayed signal is in phase with the input or opposite to it. If the phase makes at least a turn,
  /// these are the highest and the lowest level in the interval.
  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    let turn = 2 * Double.pi
    let start = lag(at: lower)
    var part = lag(at: upper) - start
    if part < 0 { part += turn }
    let turns = (((angle(upper) - angle(lower)) * response.lineDelay - part) / turn).rounded()
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
    let delayed = delayed(at: frequency)
    let phase = atan2(-delayed.imaginary, delayed.real)
    return phase < 0 ? phase + 2 * Double.pi : phase
  }

  /// The level if the delayed signal had the phase 0 or π at a frequency.
  private func level(at frequency: Double, sign: Double) -> Double {
    let delayed = delayed(at: frequency)
    let size = (delayed.real * delayed.real + delayed.imaginary * delayed.imaginary).squareRoot()
    return decibels(response.power(of: (sign * size, 0)))
  }

  /// The axis for the highest peak and the output gain, in decibels.
  final func levels(for peak: Double, gain: Double) -> LevelAxis {
    switch max(abs(peak), abs(gain)) {
    case ...14: LevelAxis(-18...18, step: 6)
    case ...30: LevelAxis(-36...36, step: 12)
    default: LevelAxis(-72...72, step: 12)
    }
  }

  final func raised(_ base: Double, to exponent: Int) -> Double {
    var (result, power, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= power }
      power *= power
      rest >>= 1
    }
    return result
  }
}
