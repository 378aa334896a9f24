import DSP
import LV2Kit

/// A lowpass filter with a slope of 12 to 48 dB per octave and resonance.
public struct Lowpass: Effect {
  public enum Port: Int, ControlSet {
    case cutoff, q, slope, gain

    public var declaration: ControlPort {
      switch self {
      case .cutoff:
        .input(
          "cutoff", "Cutoff", 20...20_000, initial: 1000, unit: .hertz, scale: .logarithmic,
          comment: "The cutoff frequency: the filter attenuates higher frequencies.")
      case .q:
        .input(
          "q", "Q", 0.1...25, initial: 0.7071, scale: .logarithmic,
          comment: """
            The resonance: the gain at the cutoff frequency, independent of the slope. 0.7071 gives the flattest \
            passband (Butterworth), 1 gives 0 dB at the cutoff, and higher values give a resonance peak.
            """)
      case .slope:
        .input(
          "slope", "Slope", 12...48, initial: 12, scale: .steps(of: 12), stepLabel: " dB/octave",
          comment: "The slope of the response above the cutoff frequency, in dB per octave.")
      case .gain:
        .input("gain", "Output Gain", -60...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
      }
    }
  }

  private var lowpass: ButterworthLowpass

  public init(_ setup: Setup) { lowpass = ButterworthLowpass(rate: setup.rate) }

  public mutating func reset() { lowpass.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    lowpass.setTarget(
      cutoff: Double(controls[.cutoff]), q: Double(controls[.q]), sections: Int(controls[.slope]) / 12,
      gain: Double(controls[.gain]), immediately: immediately)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    lowpass.process(block.inputPair, block.outputPair, channels: block.layout.inputs, frames: block.frames)
  }

  @inline(__always) public static var interface: StaticString? { "urn:martlet:lowpass:ui" }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Lowpass>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Lowpass {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: "lowpass", name: "Martlet Lowpass", pluginClass: "LowpassPlugin",
        comment: """
          A lowpass filter with a slope of 12 to 48 dB per octave and adjustable resonance. The response matches the \
          analog Butterworth filter, and parameters change without clicks. The cutoff frequency is limited to 0.4535 \
          times the sample rate.
          """,
        presets: [
          // Cutoff (Hz), Q, slope (dB/octave), output gain (dB).
          Preset("Default", 1000, 0.7071, 12, 0),
          Preset("Telephone Top", 3400, 0.7071, 48, 0),
          Preset("Warm", 8000, 0.5, 12, 0),
          Preset("Sub Only", 80, 0.7071, 48, 0),
          Preset("Hiss Cut", 12_000, 0.7071, 24, 0),
          Preset("Next Room", 450, 0.7071, 24, 0),
          Preset("DJ Sweep Start", 18_000, 1.5, 24, -2),
          Preset("Resonant Synth", 900, 4, 24, -8),
        ])
    }
  }
#endif
