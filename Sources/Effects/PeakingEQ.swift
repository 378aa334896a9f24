import DSP
import LV2Kit

public struct PeakingEQ: Effect {
  public enum Port: Int, ControlSet {
    case frequency, gain, q
    public static var count: Int { 3 }
    public var declaration: ControlPort {
      switch self {
      case .frequency:
        .input(
          "frequency", "Frequency", 20...20_000, initial: 100, unit: .hertz, scale: .logarithmic,
          comment: "The centre of the bell.")
      case .gain: .input("gain", "Gain", -50...50, initial: 0, unit: .decibels, comment: "x")
      case .q: .input("q", "Q", 0.1...25, initial: 1, scale: .logarithmic, comment: "y")
      }
    }
  }
  public static func uri(_ layout: Layout) -> StaticString {
    layout == .mono ? "urn:martlet:peaking-eq-mono" : "urn:martlet:peaking-eq-stereo"
  }
  var state = 0.0
  public init(rate: Double, channels: Int) {}
  public mutating func reset() { state = 0 }
  public mutating func run(_ block: Block<Port>) {
    let g = Double(block[.gain])
    for i in 0..<block.frames { state += g * Double(block.input(0)[i]); block.output(0)[i] = Float(state) }
  }
  #if hasFeature(Embedded)
  @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) { Instance<PeakingEQ>.run(handle, frames) }
}
