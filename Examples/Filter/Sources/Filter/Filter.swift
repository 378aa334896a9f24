import LV2Kit
import LV2Math

/// A lowpass whose cutoff follows a control voltage.
public struct Filter: Effect {
  public enum Port: Int, ControlSet {
    case cutoff, resonance, modulation

    public var declaration: ControlPort {
      switch self {
      case .cutoff:
        .input(
          "cutoff", "Cutoff", 20...20_000, initial: 1000, unit: .hertz, scale: .logarithmic,
          comment: "The cutoff at a control voltage of 0.")
      case .resonance:
        .input("resonance", "Resonance", 0.5...20, initial: 0.7, scale: .logarithmic, comment: "The Q of the filter.")
      case .modulation:
        .cvInput(
          "modulation", "Modulation", -10...10, initial: 0, unit: .octaves,
          comment: "Moves the cutoff by this number of octaves.")
      }
    }
  }

  private let rate: Float
  /// The logarithm of the cutoff to the base 2.
  private var octave: OnePole
  private var damping: OnePole
  private var target: (octave: Float, damping: Float) = (10, 1.4)
  private var first: Float = 0
  private var second: Float = 0

  public init(_ setup: Setup) {
    rate = Float(setup.rate)
    octave = OnePole(seconds: 0.01, rate: setup.rate, value: 10)
    damping = OnePole(seconds: 0.01, rate: setup.rate, value: 1.4)
  }

  public mutating func reset() {
    (first, second) = (0, 0)
    (octave.value, damping.value) = target
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    target = (log2(controls[.cutoff]), 1 / controls[.resonance])
    if immediately { (octave.value, damping.value) = target }
  }

  /// A state-variable filter with trapezoidal integrators: A. Simper, "Solving the continuous SVF equations using
  /// trapezoidal integration and equivalent currents", 2013.
  public mutating func run(_ block: Block<Port>) {
    let modulation = block.cv(.modulation)
    let (input, output) = (block.input(0), block.output(0))
    for frame in 0..<block.frames {
      let frequency = exp2(octave.next(target.octave) + modulation[frame])
      let turns = 0.5 * min(max(frequency, 10), 0.45 * rate) / rate
      let g = sine(turns: turns) / cosine(turns: turns)
      let k = damping.next(target.damping)
      let scale = 1 / (1 + g * (g + k))
      let difference = input[frame] - second
      let band = scale * (first + g * difference)
      let low = second + g * band
      first = 2 * band - first
      second = 2 * low - second
      if abs(first) < 1e-15 { first = 0 }
      if abs(second) < 1e-15 { second = 0 }
      output[frame] = low
    }
    // A sample near the largest number becomes infinity or NaN in the states, where it would remain.
    if !(abs(first) + abs(second)).isFinite { (first, second) = (0, 0) }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Filter>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Filter {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "filter", name: "Example Filter", pluginClass: .lowpass,
        comment: "A lowpass whose cutoff follows a control voltage.")
    }
  }
#endif
