import DSP
import LV2Kit

/// A comb: the sound and its echo, so close that they ring.
public struct Comb: ~Copyable, Effect {
  public enum Port: Int, ControlSet {
    case delay, feedback, feedforward, damping, mix, gain, fundamental

    public static var count: Int { 7 }

    public var declaration: ControlPort {
      switch self {
      case .delay:
        .input(
          "delay", "Delay", 0.05...1000, initial: 10, unit: .milliseconds, scale: .logarithmic,
          comment: "The time between the echoes: short ones make a tone, long ones a rhythm.")
      case .feedback:
        .input(
          "feedback", "Feedback", -99...99, initial: 50, unit: .percent,
          comment: """
            How much of each echo comes back: the ringing. Below zero every other echo is turned over, which sounds an \
            octave lower and hollow.
            """)
      case .feedforward:
        .input(
          "feedforward", "Feedforward", -100...100, initial: 0, unit: .percent,
          comment: "How much of the delayed sound is added once: it digs notches between the teeth.")
      case .damping:
        .input(
          "damping", "Damping", 200...20_000, initial: 20_000, unit: .hertz, scale: .logarithmic,
          comment: "A lowpass in the loop: lower values let the highs die away sooner, as on a string. 20 kHz is off.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 50, unit: .percent,
          comment: "The share of the comb in the output; the rest is the sound that came in.")
      case .gain:
        .input(
          "gain", "Output Gain", -60...24, initial: 0, unit: .decibels, comment: "The level of the output.")
      case .fundamental:
        .output(
          "fundamental", "Fundamental", 0.4...20_000, unit: .hertz, scale: .logarithmic,
          comment: "The lowest tooth of the comb: the note that it plays.")
      }
    }
  }

  private let rate: Double
  private let left: MirroredMemory
  /// The second channel's, in stereo.
  private let right: MirroredMemory?
  private var kernel: CombKernel
  private var fundamental: Float = 0

  public static func uri(_ layout: Layout) -> StaticString {
    switch layout {
    case .mono: "urn:martlet:comb-mono"
    case .stereo: "urn:martlet:comb-stereo"
    }
  }

  public init?(rate: Double, channels: Int) {
    let capacity = CombKernel.capacity(longest: CombDesign.longest * 0.001 * rate)
    guard let left = MirroredMemory(capacity: capacity) else { return nil }
    let first = DelayLine(storage: left.samples, capacity: left.capacity, isMirrored: left.isMirrored)
    var second = first
    if channels == 2 {
      guard let right = MirroredMemory(capacity: capacity) else { return nil }
      second = DelayLine(storage: right.samples, capacity: right.capacity, isMirrored: right.isMirrored)
      self.right = consume right
    } else {
      right = nil
    }
    self.rate = rate
    kernel = CombKernel(rate: rate, lines: (first, second))
    self.left = left
  }

  public mutating func reset() { kernel.reset() }

  public mutating func head(for controls: Controls<Port>, atOnce: Bool) {
    let design = CombDesign(
      delay: Double(controls[.delay]), feedback: Double(controls[.feedback]),
      feedforward: Double(controls[.feedforward]),
      damping: Double(controls[.damping]), mix: Double(controls[.mix]), gain: Double(controls[.gain]))
    let (settings, tooth) = design.tuned(rate: rate)
    fundamental = Float(tooth)
    kernel.head(for: settings, atOnce: atOnce)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    kernel.process(block.inputs, block.outputs, channels: block.channels, frames: block.frames)
  }

  public mutating func report(to controls: Controls<Port>) {
    controls.set(.fundamental, to: fundamental)
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Comb>.run(handle, frames)
  }
}
