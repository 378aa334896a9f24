import DSP
import LV2Kit

/// A comb filter with feedback, feedforward and damping.
public struct Comb: ~Copyable, Effect {
  public enum Port: Int, ControlSet {
    case delay, feedback, feedforward, damping, mix, gain, fundamental

    public var declaration: ControlPort {
      switch self {
      case .delay:
        .input(
          "delay", "Delay", 0.05...1000, initial: 10, unit: .milliseconds, scale: .logarithmic,
          comment: "The delay time. Short times give a pitch, long times give echoes.")
      case .feedback:
        .input(
          "feedback", "Feedback", -99...99, initial: 50, unit: .percent,
          comment: """
            The gain of the delayed signal in the feedback loop. A negative value inverts every second echo, so that \
            the pitch is an octave lower.
            """)
      case .feedforward:
        .input(
          "feedforward", "Feedforward", -100...100, initial: 0, unit: .percent,
          comment: "The gain of the delayed signal in the output. It adds notches between the peaks.")
      case .damping:
        .input(
          "damping", "Damping", 200...20_000, initial: 20_000, unit: .hertz, scale: .logarithmic,
          comment:
            "The cutoff of a lowpass in the feedback loop: high frequencies decay faster. 20 kHz switches it off.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 50, unit: .percent,
          comment: "The proportion of the comb filter's signal in the output. The remainder is the dry input.")
      case .gain:
        .input("gain", "Output Gain", -60...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
      case .fundamental:
        .output(
          "fundamental", "Fundamental", 0.4...20_000, unit: .hertz, scale: .logarithmic,
          comment: "The frequency of the lowest peak of the comb filter: its pitch.")
      }
    }
  }

  private let rate: Double
  private let left: MirroredMemory
  /// The memory of the second channel; nil in mono.
  private let right: MirroredMemory?
  private var filter: CombFilter
  private var fundamental: Float = 0

  public init?(_ setup: Setup) {
    let capacity = CombFilter.capacity(longestDelay: CombDesign.longestDelay * 0.001 * setup.rate)
    guard let left = MirroredMemory(capacity: capacity) else { return nil }
    let first = left.delayLine
    var second = first
    if setup.layout.inputs == 2 {
      guard let right = MirroredMemory(capacity: capacity) else { return nil }
      second = right.delayLine
      self.right = consume right
    } else {
      right = nil
    }
    rate = setup.rate
    filter = CombFilter(rate: setup.rate, delayLines: (first, second))
    self.left = left
  }

  public mutating func reset() { filter.reset() }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    let (parameters, fundamental) = CombDesign { Double(controls[$0]) }.parameters(rate: rate)
    self.fundamental = Float(fundamental)
    filter.setTarget(parameters, immediately: immediately)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    filter.process(block.inputPair, block.outputPair, channels: block.layout.inputs, frames: block.frames)
  }

  public mutating func writeOutputs(to controls: Controls<Port>) {
    controls.set(.fundamental, to: fundamental)
  }

  @inline(__always) public static var interface: StaticString? { "urn:martlet:comb:ui" }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Comb>.run(handle, frames)
  }
}

extension CombDesign {
  /// The design for values of the ports.
  @inline(__always)
  public init(_ value: (Comb.Port) -> Double) {
    self.init(
      delay: value(.delay), feedback: value(.feedback), feedforward: value(.feedforward), damping: value(.damping),
      mix: value(.mix), gain: value(.gain))
  }
}

#if !hasFeature(Embedded)
  extension Comb {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: "comb", name: "Martlet Comb", pluginClass: .comb,
        comment: """
          A comb filter: adds delayed copies of the input, for resonant sounds such as metal, tubes and strings, or \
          for echoes. The fundamental shows the pitch of the comb filter. A change of the delay sounds like a change \
          of tape speed. The delay is at least two frames.
          """,
        presets: [
          preset("Default"),
          preset("Metallic Ring", [.delay: 2.3, .feedback: 85, .damping: 9000, .mix: 55, .gain: -2.5]),
          preset("Light Delay", [.delay: 120, .feedback: 25, .damping: 8000, .mix: 25]),
          preset("Wax Comb", [.delay: 6.5, .feedback: 65, .feedforward: 30, .damping: 2200, .mix: 70, .gain: -2]),
          preset("Hollow Tube", [.delay: 3.8, .feedback: -75, .damping: 5000, .mix: 50, .gain: -3.8]),
          preset("Plucked String", [.delay: 9.0909, .feedback: 90, .damping: 6000, .mix: 35, .gain: -3.7]),
          preset("Slapback", [.delay: 95, .feedback: 0, .feedforward: 60, .damping: 6000]),
          preset("Mains Hum Notches 50 Hz", [.delay: 20, .feedback: 0, .feedforward: -100, .mix: 100, .gain: -3]),
          preset("Mains Hum Notches 60 Hz", [.delay: 16.6667, .feedback: 0, .feedforward: -100, .mix: 100, .gain: -3]),
        ])
    }
  }
#endif
