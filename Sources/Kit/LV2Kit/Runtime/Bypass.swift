/// The bypass of an instance (lv2:enabled): its state, and the gains of its crossfade.
///
/// With x for the input and H for the effect, the output is
/// ```
/// x + outputGain·(H(inputGain·x) - inputGain·x)
/// ```
/// A fade-in raises the input gain, because an input that starts at full level makes the effect ring. A fade-out lowers
/// the output gain. It always continues to its end, because a reversal adds a corner to the envelope.
///
/// Both gains follow the polynomial 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷. Its first three derivatives are zero at both ends, so
/// that the fade of a tone adds no audible sidebands.
struct Bypass {
  enum State: UInt8 {
    /// The host has called activate(), and the instance has processed no frame since.
    case activated
    /// The output is the effect's output.
    case processing
    /// The input gain rises to 1.
    case fadingIn
    /// The output gain falls to 0. The input gain may still rise.
    case fadingOut
    /// The output is the input.
    case bypassed
  }

  enum Event {
    case activate
    /// The next frame has lv2:enabled on.
    case enable
    /// The next frame has lv2:enabled off.
    case disable
    /// The input gain of a fade-in has reached 1, or the output gain of a fade-out 0.
    case fadeEnd
  }

  /// The length of a fade in seconds.
  static var seconds: Double { 0.045 }

  private(set) var state = State.activated
  /// The length of a fade in frames, above 0.
  let length: Int
  /// The progress of the input gain, 0 to `length`.
  private var inputPosition: Int
  /// The progress of the output gain, 0 to `length`.
  private var outputPosition: Int
  private let step: Double

  /// - Parameter rate: the sample rate in hertz, above 1/`seconds`.
  init(rate: Double) {
    length = Int(rate * Self.seconds)
    inputPosition = length
    outputPosition = length
    step = 1 / Double(length)
  }

  /// Enters the state that follows `event`. An event that has no effect in the present state is ignored.
  @inline(__always)
  mutating func transition(on event: Event) {
    switch (state, event) {
    case (_, .activate): state = .activated
    case (.activated, .enable): (state, inputPosition, outputPosition) = (.processing, length, length)
    case (.activated, .disable): state = .bypassed
    case (.bypassed, .enable): (state, inputPosition, outputPosition) = (.fadingIn, 0, length)
    case (.processing, .disable), (.fadingIn, .disable): state = .fadingOut
    case (.fadingIn, .fadeEnd): state = .processing
    case (.fadingOut, .fadeEnd): state = .bypassed
    default: break
    }
  }

  /// Whether the effect is inaudible, so that its parameters can change without a ramp.
  @inline(__always)
  var isSilent: Bool { state == .activated || state == .bypassed }

  /// Whether the fade of the present state has reached its end.
  @inline(__always)
  var hasFadeEnded: Bool {
    state == .fadingIn && inputPosition == length || state == .fadingOut && outputPosition == 0
  }

  /// The number of frames until a fade-out ends that is in progress or that the next frame starts; or else `Int.max`.
  @inline(__always)
  func framesToBypass(enabled: Bool) -> Int {
    state == .fadingOut || !enabled ? outputPosition : .max
  }

  /// Advances both gains by `count` frames and writes them to buffers.
  @inline(never)
  mutating func advance(_ count: Int, inputGains: UnsafeMutablePointer<Float>, outputGains: UnsafeMutablePointer<Float>)
  {
    for frame in 0..<count {
      inputGains[frame] = nextInputGain()
      outputGains[frame] = nextOutputGain()
    }
  }

  /// Advances the input gain by one frame and returns it, 0 to 1.
  @inline(__always)
  mutating func nextInputGain() -> Float {
    if inputPosition < length { inputPosition += 1 }
    return gain(inputPosition)
  }

  /// Advances the output gain by one frame and returns it, 0 to 1.
  @inline(__always)
  mutating func nextOutputGain() -> Float {
    if state == .fadingOut { outputPosition -= 1 }
    return gain(outputPosition)
  }

  @inline(__always)
  private func gain(_ position: Int) -> Float {
    if position == length { return 1 }
    let t = Double(position) * step
    let square = t * t
    return Float(square * square * (35 + t * (-84 + t * (70 - t * 20))))
  }
}
