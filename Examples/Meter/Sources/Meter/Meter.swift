import LV2DSP
import LV2Kit
import LV2Math

/// Shows the peak and the RMS level of a signal. It has no audio output.
public struct Meter: Effect {
  public enum Port: Int, ControlSet {
    case decay, peak, rms

    public var declaration: ControlPort {
      switch self {
      case .decay:
        .input(
          "decay", "Decay", 0.1...10, initial: 1.7, unit: .seconds, scale: .logarithmic,
          comment: "The time in which the peak falls by 20 dB.")
      case .peak: .output("peak", "Peak", -120...20, unit: .decibels, comment: "The peak level.")
      case .rms: .output("rms", "RMS", -120...20, unit: .decibels, comment: "The RMS level of the last 300 ms.")
      }
    }
  }

  private let rate: Float
  private var decay: Float = 1
  private var peak: Float = 0
  private var power: OnePole

  public init(_ setup: Setup) {
    rate = Float(setup.rate)
    power = OnePole(seconds: 0.3, rate: setup.rate)
  }

  public mutating func reset() { (peak, power.value) = (0, 0) }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    // 20 dB is a ratio of 2^-3.3219.
    decay = exp2(-3.3219 / (controls[.decay] * rate))
  }

  public mutating func run(_ block: Block<Port>) {
    let input = block.input(0)
    for frame in 0..<block.frames {
      let sample = input[frame]
      peak = max(peak * decay, abs(sample))
      if peak < 1e-10 { peak = 0 }
      _ = power.next(min(sample * sample, 1e10))
    }
  }

  public mutating func writeOutputs(to controls: Controls<Port>) {
    controls.set(.peak, to: decibels(amplitude: peak))
    controls.set(.rms, to: 0.5 * decibels(amplitude: power.value))
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Meter>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Meter {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "meter", name: "Example Meter", pluginClass: .analyser,
        comment: "Shows the peak and the RMS level of a signal.")
    }
  }
#endif
