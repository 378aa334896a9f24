import LV2DSP
import LV2Kit
import LV2Math

/// A limiter that looks ahead, so that its gain falls before a peak arrives.
public struct Limiter: ~Copyable, Effect {
  public enum Port: Int, ControlSet {
    case ceiling, lookahead, reduction

    public var declaration: ControlPort {
      switch self {
      case .ceiling:
        .input("ceiling", "Ceiling", -40...0, initial: -1, unit: .decibels, comment: "The largest output level.")
      case .lookahead:
        .input(
          "lookahead", "Look-Ahead", 1...10, initial: 3, unit: .milliseconds,
          properties: PortProperties(causesArtifacts: true),
          comment: "The time in which the gain falls before a peak. A change shifts the sound.")
      case .reduction:
        .output("reduction", "Reduction", 0...60, unit: .decibels, comment: "The present reduction of the gain.")
      }
    }
  }

  public static var reportsLatency: Bool { true }
  public private(set) var latency: Int
  public let maximumLatency: Int

  private let rate: Float
  private var left: DelayLine
  private var right: DelayLine
  /// The gains that the last frames require.
  private var required: DelayLine
  /// The smallest required gain within `latency` frames before each of the last frames.
  private var smallest: DelayLine
  /// The sum of the last `latency` values of `smallest`: their mean is the gain.
  private var sum: Double
  private var ceiling: Float = 1
  private var gain: Float = 1

  public init(_ setup: Setup) {
    rate = Float(setup.rate)
    latency = Int(0.003 * setup.rate)
    maximumLatency = Int(0.01 * setup.rate)
    left = DelayLine(longest: maximumLatency)
    right = DelayLine(longest: maximumLatency)
    required = DelayLine(longest: maximumLatency)
    smallest = DelayLine(longest: maximumLatency)
    sum = 0
    reset()
  }

  public mutating func reset() {
    left.reset()
    right.reset()
    for _ in 0...maximumLatency {
      required.write(1)
      smallest.write(1)
    }
    sum = Double(latency)
    gain = 1
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    ceiling = amplitude(decibels: controls[.ceiling])
    let frames = Int(0.001 * controls[.lookahead] * rate)
    if frames != latency { setLatency(frames) }
  }

  /// From here on, the gain is the mean over another time.
  private mutating func setLatency(_ frames: Int) {
    latency = frames
    sum = 0
    for age in 0..<frames { sum += Double(smallest.read(age)) }
  }

  public mutating func run(_ block: Block<Port>) {
    let isStereo = block.layout.outputs == 2
    for frame in 0..<block.frames {
      let first = block.input(0)[frame]
      let second = isStereo ? block.input(1)[frame] : first
      let (delayedLeft, delayedRight) = (left.read(latency - 1), right.read(latency - 1))
      left.write(first)
      right.write(second)
      advance(peak: max(abs(first), abs(second)))
      block.output(0)[frame] = limited(gain * delayedLeft)
      if isStereo { block.output(1)[frame] = limited(gain * delayedRight) }
    }
  }

  /// Moves the gain by one frame. It is the mean of a minimum over the same time, and therefore never above what the
  /// sample that leaves the delay requires.
  private mutating func advance(peak: Float) {
    required.write(peak > ceiling ? ceiling / peak : 1)
    var minimum: Float = 1
    for age in 0...latency { minimum = min(minimum, required.read(age)) }
    sum += Double(minimum) - Double(smallest.read(latency - 1))
    smallest.write(minimum)
    gain = Float(sum / Double(latency))
  }

  /// The sample within the ceiling, which a rounding of the gain can exceed by a few units in the last place.
  private func limited(_ sample: Float) -> Float { min(max(sample, -ceiling), ceiling) }

  public mutating func writeOutputs(to controls: Controls<Port>) {
    controls.set(.reduction, to: -decibels(amplitude: gain))
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Limiter>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Limiter {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "limiter", name: "Example Limiter", pluginClass: .limiter,
        comment: "Keeps the level below a ceiling, and looks ahead.")
    }
  }
#endif
