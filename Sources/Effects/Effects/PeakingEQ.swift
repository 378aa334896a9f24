import DSP
import LV2Kit

/// A peaking equalizer with one band.
public struct PeakingEQ: Effect {
  public enum Port: Int, ControlSet {
    case frequency, gain, q, output

    public var declaration: ControlPort {
      switch self {
      case .frequency:
        .input(
          "frequency", "Frequency", 20...20_000, initial: 100, unit: .hertz, scale: .logarithmic,
          comment: "The center frequency of the bell.")
      case .gain:
        .input(
          "gain", "Gain", -50...50, initial: 0, unit: .decibels,
          comment: "The gain at the center frequency. At 0 dB the bell has no effect.")
      case .q:
        .input(
          "q", "Q", 0.1...25, initial: 1, scale: .logarithmic,
          comment: """
            The center frequency divided by the bandwidth, as in R. Bristow-Johnson's Audio EQ Cookbook: 0.7 is about \
            two octaves, 1.4 one octave, 4.3 a third of an octave.
            """)
      case .output:
        .input(
          "output_gain", "Output Gain", -24...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
      }
    }
  }

  /// The parameters of the filter.
  public struct Settings {
    /// In hertz.
    public let frequency: Double
    public let q: Double
    /// The gain at the center frequency, in decibels.
    public let gain: Double
    /// The gain of the output, in decibels.
    public let output: Double

    @inline(__always)
    public init(_ value: (Port) -> Double) {
      (frequency, q, gain, output) = (value(.frequency), value(.q), value(.gain), value(.output))
    }
  }

  private var bell: Bell

  public init(_ setup: Setup) { bell = Bell(rate: setup.rate) }

  public mutating func reset() { bell.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    let settings = Settings { Double(controls[$0]) }
    bell.setTarget(
      frequency: settings.frequency, q: settings.q, decibels: settings.gain, output: settings.output,
      immediately: immediately)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    bell.process(block.inputPair, block.outputPair, channels: block.layout.inputs, frames: block.frames)
  }

  @inline(__always) public static var interface: StaticString? { "urn:martlet:peaking-eq:ui" }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<PeakingEQ>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension PeakingEQ {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: "peaking-eq", name: "Martlet Peaking EQ", pluginClass: .parametricEqualizer,
        comment: """
          A peaking equalizer with one band: boosts or cuts the frequencies around the center frequency. The response \
          matches the analog bell, and parameters change without clicks. If both gains are 0 dB, the output equals \
          the input. Q is defined as in R. Bristow-Johnson's Audio EQ Cookbook. The center frequency is limited to 0.49 times \
          the sample rate.
          """,
        presets: [
          preset("Default"),
          preset("Bass Boost", [.gain: 15, .output: -9]),
          preset("Mud Cut", [.frequency: 280, .gain: -4, .q: 1.2]),
          preset("Boxiness Cut", [.frequency: 450, .gain: -5, .q: 1.6]),
          preset("Nasal Cut", [.frequency: 1000, .gain: -4.5, .q: 2]),
          preset("Presence", [.frequency: 4500, .gain: 4, .q: 0.9]),
          preset("Air", [.frequency: 14_000, .gain: 5, .q: 0.6, .output: -1]),
          preset("Sibilance Cut", [.frequency: 7000, .gain: -6, .q: 2.5]),
          preset("Hum 50 Hz", [.frequency: 50, .gain: -24, .q: 25]),
          preset("Hum 60 Hz", [.frequency: 60, .gain: -24, .q: 25]),
        ])
    }
  }
#endif
