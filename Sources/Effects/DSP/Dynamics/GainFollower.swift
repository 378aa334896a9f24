/// Follows the level of the input in a band: the position of the gain between the static one, 0, and the end of its range, 1.
///
/// The position changes at the points of a grid, which starts with the sound and not with a block.
struct GainFollower {
  /// Points of the grid per second, within a factor of √2: every 16 frames at 48 kHz.
  private static var density: Double { 3000 }
  /// The largest number of points in 256 frames.
  static var pointCapacity: Int { 65 }
  /// Positions below this value are 0 during a release: 0.0001 dB of 24 dB.
  private static var rest: Double { 4e-6 }

  /// Frames between two points of the grid, a power of two of at least four.
  let stride: Int
  private let rate: Double
  private var detector = BandDetector()
  /// The parts of the inputs in the two channels of the detector.
  private var mix = (SIMD2<Double>(1, 0), SIMD2<Double>(0, 1))
  private var threshold = 0.0
  private var slope = 0.0
  private var attack = 1.0
  private var release = 1.0
  private var energy = SIMD2<Double>.zero
  private(set) var position = 0.0
  private(set) var isActive = false

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    stride = Self.stride(rate: rate)
    self.rate = rate
  }

  static func stride(rate: Double) -> Int {
    var stride = 4
    while Double(2 * stride) * Self.density < 1.4142135623730951 * rate { stride *= 2 }
    return stride
  }

  mutating func reset() {
    detector.reset()
    (energy, position) = (.zero, 0)
  }

  mutating func setTarget(_ settings: BandSettings) {
    if isActive && !settings.isDynamic { detector.reset() }
    isActive = settings.isDynamic
    guard isActive else { return }
    let dynamics = settings.dynamics
    detector.set(settings, rate: rate)
    mix = settings.channel.detectorMix
    (threshold, slope) = (dynamics.threshold, dynamics.slope)
    (attack, release) = (coefficient(dynamics.attack), coefficient(dynamics.release))
  }

  /// The part of the way that a step of the grid covers, for a time in milliseconds until 63 % of it.
  ///
  /// A change is audible on average the distance of two points after its cause, which the time contains.
  private func coefficient(_ milliseconds: Double) -> Double {
    let point = Double(stride) / rate
    return 1 - exponential(-point / max(0.001 * milliseconds - point, 0.25 * point))
  }

  /// Measures `frames` frames, at most 256, the first of them `phase` frames after a point of the grid.
  ///
  /// - Parameter positions: becomes the position at each point of the grid, for the frames that follow it.
  /// - Returns: whether all of them are 0.
  @inline(never)
  mutating func follow(
    _ inputs: Inputs<Float>, phase start: Int, frames: Int, _ positions: inout InlineArray<65, Double>
  ) -> Bool {
    var (frame, point, phase, isAtRest) = (0, 0, start, true)
    while frame < frames {
      if phase == 0 {
        positions[point] = position
        if position != 0 { isAtRest = false }
        point += 1
      }
      let length = min(frames - frame, stride - phase)
      if isActive { energy += detector.energy(inputs, mix, frame..<frame + length) }
      frame += length
      phase += length
      if phase == stride {
        finishPoint()
        phase = 0
      }
    }
    detector.flush()
    return isAtRest
  }

  private mutating func finishPoint() {
    let level = decibels(power: max(energy[0], energy[1]) / Double(stride))
    energy = .zero
    let target = isActive ? min(max((level - threshold) * slope, 0), 1) : 0
    position += (target > position ? attack : release) * (target - position)
    if target == 0 && position < Self.rest { position = 0 }
  }
}

extension BandChannel {
  /// The parts of the left and the right input in the two channels of a detector. Bands for both channels follow the louder one.
  fileprivate var detectorMix: (SIMD2<Double>, SIMD2<Double>) {
    switch self {
    case .stereo: (SIMD2(1, 0), SIMD2(0, 1))
    case .left: (SIMD2(1, 1), SIMD2(0, 0))
    case .right: (SIMD2(0, 0), SIMD2(1, 1))
    case .mid: (SIMD2(0.5, 0.5), SIMD2(0.5, 0.5))
    case .side: (SIMD2(0.5, 0.5), SIMD2(-0.5, -0.5))
    }
  }
}
