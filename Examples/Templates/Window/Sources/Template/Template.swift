import LV2DSP
import LV2Kit

/// A lowpass with a window: replace its controls, `run`, and what `TemplateView` shows, by your own.
public struct Template: Effect {
  public enum Port: Int, ControlSet {
    case cutoff, resonance

    public var declaration: ControlPort {
      switch self {
      case .cutoff:
        .input(
          "cutoff", "Cutoff", 20...18_000, initial: 1000, unit: .hertz, scale: .logarithmic,
          smoothing: .milliseconds(30), comment: "The cutoff of the lowpass.")
      case .resonance:
        .input(
          "resonance", "Resonance", 0.5...12, initial: 0.7, scale: .logarithmic, smoothing: .milliseconds(30),
          comment: "The gain at the cutoff.")
      }
    }
  }

  /// The window in the product TemplateUI.
  public static var interface: StaticString? { "urn:example:template:ui" }

  private let rate: Float
  private var filter = StateVariableFilter()

  public init(_ setup: Setup) { rate = Float(setup.rate) }

  public mutating func reset() { filter.reset() }

  public mutating func run(_ block: Block<Port>) {
    let (cutoff, resonance) = (block.ramp(.cutoff), block.ramp(.resonance))
    for frame in 0..<block.frames {
      let lowpass = SVFCoefficients.lowpass(cutoff[frame] / rate, q: resonance[frame])
      block.output(0)[frame] = filter.next(block.input(0)[frame], lowpass)
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
        project: .template, file: "template", name: "Template", pluginClass: .lowpass,
        comment: "Removes high frequencies.", presets: [preset("Dark", [.cutoff: 400])])
    }
  }
#endif
