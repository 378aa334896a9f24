import DSP
import LV2Kit

/// A peaking equalizer with one band.
public struct PeakingEQ: Effect {
  public enum Port: Int, ControlSet {
    case frequency, gain, q

    public var declaration: ControlPort {
      switch self {
      case .frequency:
        .input(
          "frequency", "Frequency", 20...20_000, initial: 100, unit: .hertz, scale: .logarithmic,
          comment: "The center frequency of the bell.")
      case .gain:
        .input(
          "gain", "Gain", -50...50, initial: 0, unit: .decibels,
          comment: "The gain at the center frequency. At 0 dB the output equals the input.")
      case .q:
        .input(
          "q", "Q", 0.1...25, initial: 1, scale: .logarithmic,
          comment: """
            The center frequency divided by the bandwidth, as in R. Bristow-Johnson's Audio EQ Cookbook: 0.7 is about \
            two octaves, 1.4 one octave, 4.3 a third of an octave.
            """)
      }
    }
  }

  private var bell: Bell

  public init(_ setup: Setup) { bell = Bell(rate: setup.rate) }

  public mutating func reset() { bell.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    bell.setTarget(
      frequency: Double(controls[.frequency]), q: Double(controls[.q]), decibels: Double(controls[.gain]),
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
        project: .martlet, file: "peaking-eq", name: "Martlet Peaking EQ", pluginClass: "ParaEQPlugin",
        comment: """
          A peaking equalizer with one band: boosts or cuts the frequencies around the center frequency. The response \
          matches the analog bell, and parameters change without clicks. At a gain of 0 dB the output equals the \
          input. Q is defined as in R. Bristow-Johnson's Audio EQ Cookbook. The center frequency is limited to 0.49 times \
          the sample rate.
          """,
        presets: [
          // Frequency (Hz), gain (dB), Q.
          Preset("Default", 100, 0, 1),
          Preset("Bass Boost", 100, 15, 1),
          Preset("Mud Cut", 280, -4, 1.2),
          Preset("Boxiness Cut", 450, -5, 1.6),
          Preset("Nasal Cut", 1000, -4.5, 2),
          Preset("Presence", 4500, 4, 0.9),
          Preset("Air", 14_000, 5, 0.6),
          Preset("Sibilance Cut", 7000, -6, 2.5),
          Preset("Hum 50 Hz", 50, -24, 25),
          Preset("Hum 60 Hz", 60, -24, 25),
        ])
    }
  }
#endif
