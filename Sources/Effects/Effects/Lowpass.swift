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

  /// The parameters of the filter.
  public struct Settings {
    /// In hertz.
    public let cutoff: Double
    public let q: Double
    /// The number of sections of second order.
    public let sections: Int
    /// The gain of the output, in decibels.
    public let gain: Double

    @inline(__always)
    public init(_ value: (Port) -> Double) {
      (cutoff, q, gain) = (value(.cutoff), value(.q), value(.gain))
      sections = Int(value(.slope)) / 12
    }
  }

  private var lowpass: ButterworthLowpass

  public init(_ setup: Setup) { lowpass = ButterworthLowpass(rate: setup.rate) }

  public mutating func reset() { lowpass.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    let settings = Settings { Double(controls[$0]) }
    lowpass.setTarget(
      cutoff: settings.cutoff, q: settings.q, sections: settings.sections, gain: settings.gain,
      immediately: immediately)
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
        project: .martlet, file: "lowpass", name: "Martlet Lowpass", pluginClass: .lowpass,
        comment: """
          A lowpass filter with a slope of 12 to 48 dB per octave and adjustable resonance. The response matches the \
          analog Butterworth filter, and parameters change without clicks. The cutoff frequency is limited to 0.4535 \
          times the sample rate.
          """,
        presets: [
          preset("Default"),
          preset("Telephone Top", [.cutoff: 3400, .slope: 48]),
          preset("Warm", [.cutoff: 8000, .q: 0.5]),
          preset("Sub Only", [.cutoff: 80, .slope: 48]),
          preset("Hiss Cut", [.cutoff: 12_000, .slope: 24]),
          preset("Next Room", [.cutoff: 450, .slope: 24]),
          preset("DJ Sweep Start", [.cutoff: 18_000, .q: 1.5, .slope: 24, .gain: -2]),
          preset("Resonant Synth", [.cutoff: 900, .q: 4, .slope: 24, .gain: -8]),
        ])
    }
  }
#endif
