import LV2DSP
import LV2Kit

/// Repeats the input alternately on the left and on the right, in time with the transport of the host.
public struct PingPong: ~Copyable, Effect {
  public static var events: EventKinds { EventKinds(time: true) }
  /// The window in the product PingPongUI.
  public static var interface: StaticString? { "urn:example:pingpong:ui" }

  /// The longest time between echoes in seconds: a half at 30 quarters per minute.
  private static var longest: Double { 4 }
  private let rate: Double
  private var left, right: DelayLine
  private var lowLeft, lowRight: OnePole
  /// The delay in frames, which follows the interval and the tempo as a tape does.
  private var delay: OnePole
  private var isFirstBlock = true
  private var seconds = 0.375

  public init(_ setup: Setup) {
    rate = setup.rate
    left = DelayLine(longest: Int(Self.longest * setup.rate))
    right = DelayLine(longest: Int(Self.longest * setup.rate))
    lowLeft = OnePole(cutoff: 0.1)
    lowRight = OnePole(cutoff: 0.1)
    delay = OnePole(seconds: 0.1, rate: setup.rate)
  }

  public mutating func reset() {
    left.reset()
    right.reset()
    (lowLeft.value, lowRight.value) = (0, 0)
    isFirstBlock = true
  }

  public mutating func run(_ block: Block<Port>) {
    updateTime(block.choice(.interval, as: Interval.self), block.transport)
    let (feedback, damping) = (block.ramp(.feedback), block.ramp(.damping))
    let (width, mix) = (block.ramp(.width), block.ramp(.mix))
    for frame in 0..<block.frames {
      let dry = (left: block.input(0)[frame], right: block.input(1)[frame])
      // The last written sample has a delay of 0, one frame before this one.
      let time = delay.next(Float(seconds * rate)) - 1
      let cutoff = damping[frame] / Float(rate)
      lowLeft.setCutoff(cutoff)
      lowRight.setCutoff(cutoff)
      let echo = (left: lowLeft.next(finite(left.read(time))), right: lowRight.next(finite(right.read(time))))
      // The input begins on the left. Each echo on one side is repeated on the other.
      let gain = 0.01 * feedback[frame]
      left.write(0.5 * (dry.left + dry.right) + gain * echo.right)
      right.write(gain * echo.left)
      let (middle, side) = (0.5 * (echo.left + echo.right), 0.005 * width[frame] * (echo.left - echo.right))
      let wet = 0.01 * mix[frame]
      block.output(0)[frame] = dry.left + wet * (middle + side - dry.left)
      block.output(1)[frame] = dry.right + wet * (middle - side - dry.right)
    }
  }

  private mutating func updateTime(_ interval: Interval, _ transport: Transport) {
    let beats = interval.quarters * Double(transport.beatUnit) / 4
    seconds = min(max(60 * beats / transport.beatsPerMinute, 0.001), Self.longest)
    if isFirstBlock { delay.value = Float(seconds * rate) }
    isFirstBlock = false
  }

  /// The sample, or 0 if samples near the largest number have become infinite: these would never leave the loop. A level below
  /// -300 dB is 0, because the smallest numbers cost a processor many times the time of others.
  private func finite(_ sample: Float) -> Float { abs(sample) > 1e-15 && sample.isFinite ? sample : 0 }

  public mutating func writeOutputs(to controls: Controls<Port>) { controls.set(.time, to: Float(seconds)) }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<PingPong>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension PingPong {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "pingpong", name: "Example Ping-Pong", pluginClass: .delay,
        comment: "Repeats the input alternately on the left and on the right, in time with the tempo of the host.",
        presets: [
          preset("Dub", [.interval: 4, .feedback: 70, .damping: 2000, .mix: 40]),
          preset("Slap", [.interval: 0, .feedback: 10, .damping: 12_000, .width: 60, .mix: 25]),
        ])
    }
  }
#endif
