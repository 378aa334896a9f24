import LV2DSP
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
  private var resonance: OnePole
  private var target: (octave: Float, resonance: Float) = (10, 0.7)
  private var filter = StateVariableFilter()

  public init(_ setup: Setup) {
    rate = Float(setup.rate)
    octave = OnePole(seconds: 0.01, rate: setup.rate, value: 10)
    resonance = OnePole(seconds: 0.01, rate: setup.rate, value: 0.7)
  }

  public mutating func reset() {
    filter.reset()
    (octave.value, resonance.value) = target
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    target = (log2(controls[.cutoff]), controls[.resonance])
    if immediately { (octave.value, resonance.value) = target }
  }

  public mutating func run(_ block: Block<Port>) {
    let modulation = block.cv(.modulation)
    let (input, output) = (block.input(0), block.output(0))
    for frame in 0..<block.frames {
      let cutoff = exp2(octave.next(target.octave) + modulation[frame])
      let q = resonance.next(target.resonance)
      output[frame] = filter.next(input[frame], .lowpass(min(max(cutoff, 10), 0.45 * rate) / rate, q: q))
    }
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
