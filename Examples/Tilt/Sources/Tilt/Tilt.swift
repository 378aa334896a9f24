import LV2Kit

/// Raises the high frequencies and lowers the low ones, or the opposite.
public struct Tilt: Effect {
  public enum Port: Int, ControlSet {
    case pivot, slope, gain

    public var declaration: ControlPort {
      switch self {
      case .pivot:
        .input(
          "pivot", "Pivot", 100...5000, initial: 1000, unit: .hertz, scale: .logarithmic, smoothing: .milliseconds(50),
          comment: "The frequency between the low and the high frequencies.")
      case .slope:
        .input(
          "slope", "Slope", -6...6, initial: 0, unit: .decibels, smoothing: .milliseconds(50),
          comment: "The gain of the high frequencies. The low frequencies have the opposite gain.")
      case .gain:
        .input(
          "gain", "Gain", -12...12, initial: 0, unit: .decibels, smoothing: .milliseconds(50),
          comment: "The gain of all frequencies.")
      }
    }
  }

  /// The window in the product TiltUI.
  public static var interface: StaticString? { "urn:example:tilt:ui" }

  private let rate: Float
  /// The low frequencies of the last frame.
  private var low: Float = 0

  public init(_ setup: Setup) { rate = Float(setup.rate) }

  public mutating func reset() { low = 0 }

  public mutating func run(_ block: Block<Port>) {
    let (input, output) = (block.input(0), block.output(0))
    let (pivot, slope, gain) = (block.ramp(.pivot), block.ramp(.slope), block.ramp(.gain))
    for frame in 0..<block.frames {
      let response = TiltResponse(pivot: pivot[frame], slope: slope[frame], gain: gain[frame], rate: rate)
      let sample = input[frame]
      low += response.coefficient * (sample - low)
      if abs(low) < 1e-15 { low = 0 }
      output[frame] = response.lowGain * low + response.highGain * (sample - low)
    }
    // A sample near the largest number becomes infinity or NaN in the state, where it would remain.
    if !low.isFinite { low = 0 }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Tilt>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Tilt {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "tilt", name: "Example Tilt", pluginClass: .equalizer,
        comment: "Raises the high frequencies and lowers the low ones, or the opposite.",
        presets: [preset("Bright", [.slope: 3]), preset("Warm", [.pivot: 800, .slope: -3])])
    }
  }
#endif
