import LV2DSP
import LV2Kit
import LV2Math

/// A gain and a polarity switch for eight channels, such as those of a surround mix.
public struct Trim: Effect {
  public enum Port: Int, ControlSet {
    case gain, invert

    public var declaration: ControlPort {
      switch self {
      case .gain: .input("gain", "Gain", -60...24, initial: 0, unit: .decibels, comment: "The gain of all channels.")
      case .invert: .toggle("invert", "Invert", initial: false, comment: "Inverts the polarity of all channels.")
      }
    }
  }

  private var target: Float = 1
  private var gain: OnePole

  public init(_ setup: Setup) { gain = OnePole(seconds: 0.01, rate: setup.rate, value: 1) }

  public mutating func reset() { gain.value = target }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    target = amplitude(decibels: controls[.gain]) * (controls[.invert] > 0 ? -1 : 1)
    if immediately { gain.value = target }
  }

  public mutating func run(_ block: Block<Port>) {
    for frame in 0..<block.frames {
      let gain = gain.next(target)
      for channel in 0..<block.layout.outputs { block.output(channel)[frame] = gain * block.input(channel)[frame] }
    }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Trim>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Trim {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "trim", name: "Example Trim", pluginClass: .amplifier,
        comment: "A gain and a polarity switch for eight channels.")
    }
  }
#endif
