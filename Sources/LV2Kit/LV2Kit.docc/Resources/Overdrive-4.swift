import LV2Kit

/// Bends loud sound softly, and lopsidedly, as a valve does.
public struct Overdrive: Effect {
  public enum Port: Int, ControlSet {
    case drive, mix

    public static var count: Int { 2 }

    public var declaration: ControlPort {
      switch self {
      case .drive:
        .input("drive", "Drive", 0...100, initial: 25, unit: .percent, comment: "How hard the sound is pushed.")
      case .mix:
        .input("mix", "Dry/Wet", 0...100, initial: 100, unit: .percent, comment: "The share of the bent sound.")
      }
    }
  }

  public static func uri(_ layout: Layout) -> StaticString {
    switch layout {
    case .mono: "urn:example:overdrive-mono"
    case .stereo: "urn:example:overdrive-stereo"
    }
  }

  /// What a channel remembers: a highpass of 10 Hz, which takes away the constant that lopsided bending leaves.
  private struct Channel {
    var input: Float = 0
    var output: Float = 0

    @inline(__always)
    mutating func withoutConstant(_ x: Float, _ pole: Float) -> Float {
      output = x - input + pole * output
      if abs(output) < 1e-15 { output = 0 }
      input = x
      return output
    }
  }

  private let pole: Float
  private var left = Channel()
  private var right = Channel()
  private let share: Float
  /// Where the knobs are, and where the sound is on its way there.
  private var target = (gain: Float(1), mix: Float(1))
  private var now = (gain: Float(1), mix: Float(1))

  public init(rate: Double, channels: Int) {
    pole = Float(1 - 62.8 / rate)
    share = Float(100 / rate)
  }

  public mutating func reset() { (left, right) = (Channel(), Channel()) }

  public mutating func head(for controls: Controls<Port>, atOnce: Bool) {
    target = (1 + controls[.drive] * 0.3, controls[.mix] / 100)
    if atOnce { now = target }
  }

  public mutating func run(_ block: Block<Port>) {
    for frame in 0..<block.frames {
      glide(&now.gain, to: target.gain)
      glide(&now.mix, to: target.mix)
      let (gain, mix) = now
      block.outputs.0[frame] = bend(block.inputs.0[frame], gain, mix, &left)
      if block.channels == 2 { block.outputs.1[frame] = bend(block.inputs.1[frame], gain, mix, &right) }
    }
  }

  /// Goes a hundredth of a second's exponential way, a frame of it.
  @inline(__always)
  private func glide(_ value: inout Float, to target: Float) {
    let rest = target - value
    value = abs(rest) < 1e-5 ? target : value + share * rest
  }

  @inline(__always)
  private func bend(_ input: Float, _ gain: Float, _ mix: Float, _ channel: inout Channel) -> Float {
    let bent = channel.withoutConstant(saturated(input * gain + 0.5) - saturated(0.5), pole)
    return input + mix * (bent - input)
  }

  /// Close to the hyperbolic tangent: straight where the sound is soft, never beyond 1.
  @inline(__always)
  private func saturated(_ value: Float) -> Float {
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
        file: "overdrive", name: "Overdrive", pluginClass: "DistortionPlugin",
        comment: "Bends loud sound softly, and lopsidedly, as a valve does.", presets: [Preset("Warm Valve", 10, 100)])
    }
  }
#endif
