import LV2Kit

/// An overdrive with soft, asymmetric clipping, like a valve.
public struct Overdrive: Effect {
  public enum Port: Int, ControlSet {
    case drive, mix

    public var declaration: ControlPort {
      switch self {
      case .drive:
        .input("drive", "Drive", 0...100, initial: 25, unit: .percent, comment: "The gain before the clipping.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 100, unit: .percent, comment: "The proportion of the clipped signal.")
      }
    }
  }

  /// The state of a channel: a highpass at 10 Hz, which removes the DC offset of asymmetric clipping.
  private struct Channel {
    var input: Float = 0
    var output: Float = 0

    @inline(__always)
    mutating func highpass(_ x: Float, _ pole: Float) -> Float {
      output = x - input + pole * output
      if abs(output) < 1e-15 { output = 0 }
      input = x
      return output
    }
  }

  private let pole: Float
  private var left = Channel()
  private var right = Channel()
  /// The coefficient of the smoothers.
  private let coefficient: Float
  private var target = (gain: Float(1), mix: Float(1))
  private var current = (gain: Float(1), mix: Float(1))

  public init(_ setup: Setup) {
    pole = Float(1 - 62.8 / setup.rate)
    coefficient = Float(100 / setup.rate)
  }

  public mutating func reset() { (left, right) = (Channel(), Channel()) }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    target = (1 + controls[.drive] * 0.3, controls[.mix] / 100)
    if immediately { current = target }
  }

  public mutating func run(_ block: Block<Port>) {
    for frame in 0..<block.frames {
      smooth(&current.gain, to: target.gain)
      smooth(&current.mix, to: target.mix)
      let (gain, mix) = current
      block.output(0)[frame] = overdrive(block.input(0)[frame], gain, mix, &left)
      if block.layout.outputs == 2 { block.output(1)[frame] = overdrive(block.input(1)[frame], gain, mix, &right) }
    }
  }

  /// Advances a one-pole smoother with a time constant of 10 ms by one frame.
  @inline(__always)
  private func smooth(_ value: inout Float, to target: Float) {
    let difference = target - value
    value = abs(difference) < 1e-5 ? target : value + coefficient * difference
  }

  @inline(__always)
  private func overdrive(_ input: Float, _ gain: Float, _ mix: Float, _ channel: inout Channel) -> Float {
    let clipped = channel.highpass(softClip(input * gain + 0.5) - softClip(0.5), pole)
    return input + mix * (clipped - input)
  }

  /// An approximation of the hyperbolic tangent: linear for small values, within -1 to 1.
  @inline(__always)
  private func softClip(_ value: Float) -> Float {
    let x = min(max(value, -3), 3)
    return x * (27 + x * x) / (27 + 9 * x * x)
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Overdrive>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Overdrive {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "overdrive", name: "Overdrive", pluginClass: .distortion,
        comment: "An overdrive with soft, asymmetric clipping, like a valve.",
        presets: [preset("Warm Valve", [.drive: 10])])
    }
  }
#endif
