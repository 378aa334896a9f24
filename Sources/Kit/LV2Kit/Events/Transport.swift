/// The position of the host's transport at the first frame of a block.
///
/// Hosts send a position when it changes; the kit follows it frame by frame in between.
public struct Transport: Sendable {
  /// Whether the host has sent a position with a tempo.
  public internal(set) var isKnown = false
  /// 0 while the transport is stopped, 1 at normal speed.
  public internal(set) var speed: Double = 0
  /// Beats per minute, above 0.
  public internal(set) var beatsPerMinute: Double = 120
  /// The number of beats in a bar, above 0.
  public internal(set) var beatsPerBar: Double = 4
  /// The note value of a beat: 4 for a quarter.
  public internal(set) var beatUnit = 4
  /// The number of the bar, from 0.
  public internal(set) var bar: Int64 = 0
  /// The beat in the bar, 0 to below `beatsPerBar`.
  public internal(set) var barBeat: Double = 0
  /// The frame on the host's time line.
  public internal(set) var frame: Int64 = 0

  /// Whether the transport moves.
  @inline(__always) public var isRolling: Bool { speed != 0 }

  /// Moves the position by the time of `frames` frames.
  ///
  /// - Parameter rate: the sample rate in hertz.
  mutating func advance(_ frames: Int, rate: Double) {
    guard speed != 0 else { return }
    frame &+= Int64((Double(frames) * speed).rounded())
    barBeat += Double(frames) * speed * beatsPerMinute / (60 * rate)
    guard barBeat < 0 || barBeat >= beatsPerBar else { return }
    let bars = (barBeat / beatsPerBar).rounded(.down)
    // A host can send any tempo: more bars than an Int32 holds are not valid.
    guard abs(bars) < 0x1p31 else {
      barBeat = 0
      return
    }
    bar &+= Int64(bars)
    barBeat -= bars * beatsPerBar
  }
}
