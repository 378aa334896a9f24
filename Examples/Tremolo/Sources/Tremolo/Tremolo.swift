import LV2Kit
import LV2Math

/// Modulates the gain of the input by a sine wave.
public struct Tremolo: Effect {
  public enum Port: Int, ControlSet {
    case speed, depth

    public var declaration: ControlPort {
      switch self {
      case .speed:
        .input(
          "speed", "Speed", 0.1...20, initial: 4, unit: .hertz, scale: .logarithmic, smoothing: .milliseconds(50),
          comment: "The frequency of the modulation.")
      case .depth:
        .input(
          "depth", "Depth", 0...100, initial: 50, unit: .percent, smoothing: .milliseconds(50),
          comment: "The depth of the modulation.")
      }
    }
  }

  private let rate: Float
  /// The phase of the modulation in turns, 0 to 1.
  private var phase: Float = 0

  public init(_ setup: Setup) { rate = Float(setup.rate) }

  public mutating func reset() { phase = 0 }

  public mutating func run(_ block: Block<Port>) {
    let (speed, depth) = (block.ramp(.speed), block.ramp(.depth))
    for frame in 0..<block.frames {
      let gain = 1 - depth[frame] * 0.005 * (1 - cosine(turns: phase))
      for channel in 0..<block.layout.outputs { block.output(channel)[frame] = gain * block.input(channel)[frame] }
      phase += speed[frame] / rate
      if phase >= 1 { phase -= 1 }
    }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Tremolo>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Tremolo {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "tremolo", name: "Example Tremolo", pluginClass: .modulator,
        comment: "Modulates the gain of the input by a sine wave.")
    }
  }
#endif
