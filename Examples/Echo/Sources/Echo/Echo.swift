import LV2DSP
import LV2Kit

/// Repeats the input in time with the host's transport.
public struct Echo: ~Copyable, Effect {
  public enum Interval: Int, Choice {
    case sixteenth, eighth, dottedEighth, quarter

    public var label: StaticString {
      switch self {
      case .sixteenth: "1/16"
      case .eighth: "1/8"
      case .dottedEighth: "1/8 dotted"
      case .quarter: "1/4"
      }
    }

    /// The length in quarters.
    var quarters: Double {
      switch self {
      case .sixteenth: 0.25
      case .eighth: 0.5
      case .dottedEighth: 0.75
      case .quarter: 1
      }
    }
  }

  public enum Port: Int, ControlSet {
    case interval, feedback, mix

    public var declaration: ControlPort {
      switch self {
      case .interval:
        .choice("interval", "Interval", of: Interval.self, initial: .dottedEighth, comment: "The time between echoes.")
      case .feedback:
        .input(
          "feedback", "Feedback", 0...90, initial: 40, unit: .percent, smoothing: .milliseconds(50),
          comment: "The level of each echo relative to the previous one.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 30, unit: .percent, smoothing: .milliseconds(50),
          comment: "The proportion of the echoes in the output.")
      }
    }
  }

  public static var events: EventKinds { EventKinds(time: true) }

  /// The longest delay in seconds: a quarter at 30 beats per minute.
  private static var longest: Double { 2 }
  private let rate: Double
  private var line: DelayLine
  /// The delay in frames, which follows the interval and the tempo as a tape does.
  private var delay: OnePole
  private var isFirstBlock = true

  public init(_ setup: Setup) {
    rate = setup.rate
    line = DelayLine(longest: Int(Self.longest * setup.rate))
    delay = OnePole(seconds: 0.1, rate: setup.rate)
  }

  public mutating func reset() {
    line.reset()
    isFirstBlock = true
  }

  public mutating func run(_ block: Block<Port>) {
    let transport = block.transport
    let quarters = block.choice(.interval, as: Interval.self).quarters
    let seconds = quarters * 60 / transport.beatsPerMinute * Double(transport.beatUnit) / 4
    let target = Float(min(max(seconds, 0.001), Self.longest) * rate)
    if isFirstBlock { delay.value = target }
    isFirstBlock = false
    let (feedback, mix) = (block.ramp(.feedback), block.ramp(.mix))
    let (input, output) = (block.input(0), block.output(0))
    for frame in 0..<block.frames {
      // The last written sample has a delay of 0, one frame before this one.
      let echo = line.read(delay.next(target) - 1)
      let sum = input[frame] + 0.01 * feedback[frame] * echo
      line.write(abs(sum) < 1e-15 ? 0 : sum)
      output[frame] = input[frame] + 0.01 * mix[frame] * (echo - input[frame])
    }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Echo>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Echo {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "echo", name: "Example Echo", pluginClass: .delay,
        comment: "Repeats the input in time with the tempo of the host.")
    }
  }
#endif
