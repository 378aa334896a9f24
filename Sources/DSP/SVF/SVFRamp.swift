/// The parameters of a `Biquad` that moves in a straight line, a lane for each of several channels or frames.
struct BiquadLanes<Lanes: Vector> {
  private(set) var frequency: Lanes
  /// 1 - damping, and 1 - leak: what `band` and `low` keep of themselves.
  private(set) var keptBand: Lanes
  private(set) var keptLow: Lanes
  private(set) var leak: Lanes
  private(set) var direct: Lanes
  private(set) var bandGain: Lanes
  private(set) var lowGain: Lanes

  /// - Parameters:
  ///   - line: what the parameters follow.
  ///   - frames: for each lane, where on the line it stands.
  @inline(__always)
  init(_ line: BiquadLine, frames: Lanes) {
    let (start, slope) = (line.start, line.slope)
    frequency = Self.lanes(start.frequency, slope.frequency, frames)
    keptBand = Self.lanes(1 - start.damping, -slope.damping, frames)
    keptLow = Self.lanes(1 - start.leak, -slope.leak, frames)
    leak = Self.lanes(start.leak, slope.leak, frames)
    direct = Self.lanes(start.direct, slope.direct, frames)
    bandGain = Self.lanes(start.bandGain, slope.bandGain, frames)
    lowGain = Self.lanes(start.lowGain, slope.lowGain, frames)
  }

  @inline(__always)
  private static func lanes(_ start: Double, _ slope: Double, _ frames: Lanes) -> Lanes {
    fused(Lanes(repeating: start), Lanes(repeating: slope), frames)
  }

  /// Moves every lane on by a frame.
  @inline(__always)
  mutating func advance(by slope: Biquad) {
    frequency += Lanes(repeating: slope.frequency)
    keptBand = keptBand - slope.damping
    keptLow = keptLow - slope.leak
    leak += Lanes(repeating: slope.leak)
    direct += Lanes(repeating: slope.direct)
    bandGain += Lanes(repeating: slope.bandGain)
    lowGain += Lanes(repeating: slope.lowGain)
  }
}
