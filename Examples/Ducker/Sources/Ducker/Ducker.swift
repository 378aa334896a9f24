import LV2DSP
import LV2Kit
import LV2Math

/// Lowers the level of a sound while another one, that of the side chain, is loud.
public struct Ducker: Effect {
  public enum Port: Int, ControlSet {
    case depth, sensitivity, release, gain

    public var declaration: ControlPort {
      switch self {
      case .depth:
        .input(
          "depth", "Depth", 0...48, initial: 18, unit: .decibels, smoothing: .milliseconds(20),
          comment: "The largest reduction of the level.")
      case .sensitivity:
        .input(
          "sensitivity", "Sensitivity", 0...60, initial: 24, unit: .decibels,
          comment: "The level of the side chain below full scale that leads to the largest reduction.")
      case .release:
        .input(
          "release", "Release", 0.02...2, initial: 0.25, unit: .seconds, scale: .logarithmic,
          comment: "The time constant with which the level returns.")
      case .gain: .output("gain", "Gain", -48...0, unit: .decibels, comment: "The present gain.")
      }
    }
  }

  private let rate: Double
  /// The peak of the side chain, and the part of the depth that is in effect: 0 to 1.
  private var peak: Float = 0
  private var part: OnePole
  private var sensitivity: Float = 1
  private var decay: Float = 1
  private var depth: Float = 0

  public init(_ setup: Setup) {
    rate = setup.rate
    part = OnePole(seconds: 0.002, rate: setup.rate)
  }

  public mutating func reset() { (peak, part.value) = (0, 0) }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    sensitivity = amplitude(decibels: controls[.sensitivity])
    decay = exp(-1 / (controls[.release] * Float(rate)))
  }

  public mutating func run(_ block: Block<Port>) {
    let (key, ramp) = (block.sidechain(0), block.ramp(.depth))
    for frame in 0..<block.frames {
      peak = max(peak * decay, min(abs(key[frame]) * sensitivity, 1))
      if peak < 1e-10 { peak = 0 }
      depth = ramp[frame]
      let gain = amplitude(decibels: -depth * part.next(peak))
      let (left, right) = (block.input(0)[frame], block.input(1)[frame])
      block.output(0)[frame] = gain * left
      block.output(1)[frame] = gain * right
    }
  }

  public mutating func writeOutputs(to controls: Controls<Port>) { controls.set(.gain, to: -depth * part.value) }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Ducker>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Ducker {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "ducker", name: "Example Ducker", pluginClass: .compressor,
        comment: "Lowers the level of a sound while that of the side chain is loud.")
    }
  }
#endif
