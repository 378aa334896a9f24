/// The positions of the gains of all bands, for at most 256 frames.
///
/// SAFETY: the memory of `points` is valid during the calls that process these frames.
struct BandPositions {
  /// The memory for the positions.
  typealias Points = InlineArray<34, SIMD8<Double>>

  /// At the points of the grid: the last one before the first frame, and all in these frames.
  let points: UnsafeMutablePointer<SIMD8<Double>>
  /// Frames from the last point of the grid to the first frame.
  let phase: Int

  @inline(__always)
  init(_ points: UnsafeMutablePointer<Points>, phase: Int) {
    self.points = UnsafeMutableRawPointer(points).assumingMemoryBound(to: SIMD8<Double>.self)
    self.phase = phase
  }
}

/// Follows the levels of the input in eight bands: the positions of their gains between the static ones, 0, and the ends of their ranges, 1.
///
/// The positions change at the points of a grid, which starts with the sound and not with a block. The lanes are the bands.
struct GainFollowers {
  /// Points of the grid per second, within a factor of √2: every 16 frames at 48 kHz.
  private static var density: Double { 3000 }
  /// The times in which two bandpasses reach the threshold at the start of a burst, and fall below it after its end, in relation to the
  /// time in which the amplitude behind one of them decays by a factor of e. They depend on the level of the burst: from 14 to 30 dB
  /// above the threshold, they are 0.1 to 1.3 and 2 to 4.9.
  private static var rise: Double { 0.7 }
  private static var fall: Double { 3.5 }
  /// Positions below this value are 0 during a release: 0.0001 dB of 24 dB.
  private static var rest: Double { 4e-6 }
  /// Frames without a movement after which the gains rest: more than the two points of the grid that a movement takes to become audible.
  private static var restingFrames: Int { 1024 }

  /// Frames between two points of the grid, a power of two of at least eight.
  let stride: Int
  private let rate: Double
  private var detectors = BandDetectors()
  private var energies = (SIMD8<Float>.zero, SIMD8<Float>.zero)
  /// The position of a steady level is slope·level + offset, limited to 0 and 1.
  private var slope = SIMD8<Float>.zero
  private var offset = SIMD8<Float>.zero
  private var attack = SIMD8<Double>(repeating: 1)
  private var release = SIMD8<Double>(repeating: 1)
  private(set) var positions = SIMD8<Double>.zero
  /// Frames since a position of the first or the second four bands has moved, or since a new target of theirs.
  private var steadyFrames = SIMD2(repeating: 0)

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    stride = Self.stride(rate: rate)
    self.rate = rate
  }

  static func stride(rate: Double) -> Int {
    var stride = 8
    while Double(2 * stride) * Self.density < 1.4142135623730951 * rate { stride *= 2 }
    return stride
  }

  /// Sets the levels and the positions to zero.
  mutating func reset() {
    steadyFrames = SIMD2(repeating: 0)
    detectors.reset()
    energies = (.zero, .zero)
    positions = .zero
  }

  /// Sets the level and the position of a band to zero.
  mutating func reset(_ band: Int) {
    steadyFrames[band / 4] = 0
    detectors.reset(band)
    energies.0[band] = 0
    energies.1[band] = 0
    positions[band] = 0
  }

  /// Whether no gain of the first, and of the second four bands has moved for a while: they are static, below their thresholds, or at the
  /// ends of their ranges.
  var resting: SIMD2<Int> {
    SIMD2(steadyFrames[0] >= Self.restingFrames ? 1 : 0, steadyFrames[1] >= Self.restingFrames ? 1 : 0)
  }

  mutating func setTarget(_ band: Int, _ settings: BandSettings) {
    if settings.isDynamic || slope[band] != 0 { steadyFrames[band / 4] = 0 }
    guard settings.isDynamic else {
      (slope[band], offset[band]) = (0, 0)
      return
    }
    let dynamics = settings.dynamics
    let (scale, decay) = detectors.set(band, settings, rate: rate)
    // The mean of every fourth energy.
    let level = SIMD8(repeating: Float(scale * 4 / Double(stride))).decibelsOfPower[0]
    slope[band] = Float(dynamics.slope)
    offset[band] = Float(dynamics.slope * (Double(level) - dynamics.threshold))
    let delay = Double(DynamicGroup.delay(band)) / rate
    attack[band] = coefficient(dynamics.attack, delay: delay + Self.rise * decay)
    release[band] = coefficient(dynamics.release, delay: delay + Self.fall * decay)
  }

  /// The part of the way that a step of the grid covers, for a time in milliseconds until 63 % of it.
  ///
  /// A change of the level is audible on average the distance of two points later, and after `delay` seconds. The time contains both.
  private func coefficient(_ milliseconds: Double, delay: Double) -> Double {
    let point = Double(stride) / rate
    return 1 - exponential(-point / max(0.001 * milliseconds - point - delay, 0.25 * point))
  }

  /// Measures `frames` frames, at most 256.
  @inline(never)
  mutating func follow(_ inputs: Inputs<Float>, frames: Int, _ result: BandPositions) {
    var (frame, point, phase) = (0, 1, result.phase)
    result.points[0] = positions
    while frame < frames {
      if phase == 0 {
        result.points[point] = positions
        point += 1
      }
      let length = min(frames - frame, stride - phase)
      detectors.measure(inputs, frame..<frame + length, phase: phase, &energies)
      frame += length
      phase += length
      if phase == stride {
        finishPoint()
        phase = 0
      }
    }
    detectors.flush()
  }

  @inline(__always)
  private mutating func finishPoint() {
    let level = energies.0.larger(energies.1).decibelsOfPower
    energies = (.zero, .zero)
    let wanted = offset.adding(slope, times: level).larger(.zero).smaller(SIMD8(repeating: 1))
    let target = SIMD8<Double>(wanted)
    let factor = target.choosing(attack, above: positions, otherwise: release)
    let next = positions.adding(factor, times: target - positions)
    let resting = next.choosing(next, above: SIMD8(repeating: Self.rest), otherwise: .zero)
    let new = target.choosing(next, above: .zero, otherwise: resting)
    let (low, high) = (new.lowHalf == positions.lowHalf, new.highHalf == positions.highHalf)
    steadyFrames[0] = low ? min(steadyFrames[0] &+ stride, Self.restingFrames) : 0
    steadyFrames[1] = high ? min(steadyFrames[1] &+ stride, Self.restingFrames) : 0
    positions = new
  }
}
