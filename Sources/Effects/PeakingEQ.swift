import DSP
import LV2Kit

/// A peaking equaliser: one bell.
public struct PeakingEQ: Effect {
  public enum Port: Int, ControlSet {
    case frequency, gain, q

    public static var count: Int { 3 }

    public var declaration: ControlPort {
      switch self {
      case .frequency:
        .input(
          "frequency", "Frequency", 20...20_000, initial: 100, unit: .hertz, scale: .logarithmic,
          comment: "The centre of the bell: what is here is raised or lowered most.")
      case .gain:
        .input(
          "gain", "Gain", -50...50, initial: 0, unit: .decibels,
          comment: "How much the centre is raised or lowered. At 0 dB the sound passes unchanged.")
      case .q:
        .input(
          "q", "Q", 0.1...25, initial: 1, scale: .logarithmic,
          comment: """
            How narrow the bell is, as in R. Bristow-Johnson's Audio EQ Cookbook: 0.7 is about two octaves, 1.4 one, 4.3 \
            a third. High values pick out a single tone.
            """)
      }
    }
  }

  private var bell: Bell

  public static func uri(_ layout: Layout) -> StaticString {
    switch layout {
    case .mono: "urn:martlet:peaking-eq-mono"
    case .stereo: "urn:martlet:peaking-eq-stereo"
    }
  }

  public init(rate: Double, channels: Int) {
    bell = Bell(rate: rate)
  }

  public mutating func reset() { bell.reset() }

  public mutating func head(for controls: Controls<Port>, atOnce: Bool) {
    bell.head(
      frequency: Double(controls[.frequency]), q: Double(controls[.q]), decibels: Double(controls[.gain]),
      atOnce: atOnce)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    bell.process(block.inputs, block.outputs, channels: block.channels, frames: block.frames)
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<PeakingEQ>.run(handle, frames)
  }
}
