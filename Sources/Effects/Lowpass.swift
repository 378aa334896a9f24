import DSP
import LV2Kit

/// A lowpass of 12 to 48 dB an octave, with resonance.
public struct Lowpass: Effect {
  public enum Port: Int, ControlSet {
    case cutoff, q, slope, gain

    public static var count: Int { 4 }

    public var declaration: ControlPort {
      switch self {
      case .cutoff:
        .input(
          "cutoff", "Cutoff", 20...20_000, initial: 1000, unit: .hertz, scale: .logarithmic,
          comment: "What is above this frequency is taken away.")
      case .q:
        .input(
          "q", "Q", 0.1...25, initial: 0.7071, scale: .logarithmic,
          comment: """
            The resonance: the level at the cutoff, whatever the slope. 0.7071 is the flattest (Butterworth), 1 holds \
            the level at the cutoff, more than that rings.
            """)
      case .slope:
        .input(
          "slope", "Slope", 12...48, initial: 12, scale: .steps(of: 12), stepLabel: " dB/octave",
          comment: "How steeply the sound falls off above the cutoff, in decibels an octave.")
      case .gain:
        .input(
          "gain", "Output Gain", -60...24, initial: 0, unit: .decibels, comment: "The level of the output.")
      }
    }
  }

  private var lowpass: SteepLowpass

  public static func uri(_ layout: Layout) -> StaticString {
    switch layout {
    case .mono: "urn:martlet:lowpass-mono"
    case .stereo: "urn:martlet:lowpass-stereo"
    }
  }

  public init(rate: Double, channels: Int) {
    lowpass = SteepLowpass(rate: rate)
  }

  public mutating func reset() { lowpass.reset() }

  public mutating func head(for controls: Controls<Port>, atOnce: Bool) {
    lowpass.head(
      cutoff: Double(controls[.cutoff]), q: Double(controls[.q]), sections: Int(controls[.slope]) / 12,
      gain: Double(controls[.gain]), atOnce: atOnce)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    lowpass.process(block.inputs, block.outputs, channels: block.channels, frames: block.frames)
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Lowpass>.run(handle, frames)
  }
}
