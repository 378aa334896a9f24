/// The parameters of a `Biquad` in four lanes, each of which stands for another frame of a `BiquadLine`.
struct BiquadLanes {
  private(set) var frequency: SIMD4<Double>
  /// 1 - damping: what `band` keeps of itself.
  private(set) var kept: SIMD4<Double>
  private(set) var leak: SIMD4<Double>
  private(set) var direct: SIMD4<Double>
  private(set) var bandGain: SIMD4<Double>
  private(set) var lowGain: SIMD4<Double>

  /// - Parameters:
  ///   - line: what the parameters follow.
  ///   - frames: for each lane, where on the line it stands.
  @inline(__always)
  init(_ line: BiquadLine, frames: SIMD4<Double>) {
    let (start, slope) = (line.start, line.slope)
    frequency = Self.lanes(start.frequency, slope.frequency, frames)
    kept = Self.lanes(1 - start.damping, -slope.damping, frames)
    leak = Self.lanes(start.leak, slope.leak, frames)
    direct = Self.lanes(start.direct, slope.direct, frames)
    bandGain = Self.lanes(start.bandGain, slope.bandGain, frames)
    lowGain = Self.lanes(start.lowGain, slope.lowGain, frames)
  }

  @inline(__always)
  private static func lanes(_ start: Double, _ slope: Double, _ frames: SIMD4<Double>) -> SIMD4<Double> {
    fused(SIMD4(repeating: start), SIMD4(repeating: slope), frames)
  }

  /// Moves every lane on by a frame.
  @inline(__always)
  mutating func advance(by slope: Biquad) {
    frequency += SIMD4(repeating: slope.frequency)
    kept = kept - slope.damping
    leak += SIMD4(repeating: slope.leak)
    direct += SIMD4(repeating: slope.direct)
    bandGain += SIMD4(repeating: slope.bandGain)
    lowGain += SIMD4(repeating: slope.lowGain)
  }
}
