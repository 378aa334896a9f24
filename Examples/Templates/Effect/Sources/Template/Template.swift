import LV2DSP
import LV2Kit
import LV2Math

/// A gain: replace its controls and `run` by your own.
public struct Template: Effect {
  public enum Port: Int, ControlSet {
    case gain

    public var declaration: ControlPort {
      switch self {
      case .gain: .input("gain", "Gain", -60...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
      }
    }
  }

  private var target: Float = 1
  private var gain: OnePole

  public init(_ setup: Setup) { gain = OnePole(seconds: 0.01, rate: setup.rate, value: 1) }

  public mutating func reset() { gain.value = target }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    target = amplitude(decibels: controls[.gain])
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
    Instance<Template>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Template {
    public static var document: EffectDocument {
      EffectDocument(
        project: .template, file: "template", name: "Template", pluginClass: .amplifier,
        comment: "Changes the level of the input.", presets: [preset("Half", [.gain: -6])])
    }
  }
#endif
