/// The musical time of the recent past: at which frame was which beat.
///
/// The past is a line through points, each a frame and its beat. A host that follows a tempo ramp gives a new point in each of
/// its blocks. If its tempo changes little from one block to the next, the clock continues the ramp for another block: without
/// that, the echoes at the end of a block of 2048 frames would be several frames late.
///
/// SAFETY: the owner of the memory keeps `points` valid for `capacity` points during the lifetime of the clock.
public struct MusicalClock {
  /// The number of points, a power of two.
  public static var capacity: Int { 4096 }
  /// A smaller difference between the host's position and the expected one, in beats, is a rounding error.
  private static var precision: Double { 4e-6 }
  /// A larger one is a jump on the time line, which does not concern the echoes.
  private static var jump: Double { 0.1 }
  /// A ramp changes the tempo by at most this part in a block, which takes at most this time in seconds.
  private static var rampStep: Double { 0.05 }
  private static var rampTime: Double { 0.25 }
  /// The slowest and the fastest tempo, in quarters per minute.
  private static var slowest: Double { 1 }
  private static var fastest: Double { 2000 }

  /// A frame and its beat in each point, in a ring.
  private let points: UnsafeMutablePointer<SIMD2<Double>>
  private let rate: Double
  /// The least distance of two points of the past, in frames: `capacity` of them cover the longest delay.
  private let spacing: Double
  /// The numbers of the first and the last point, and of the point before the last place that was looked up.
  private var first = 0
  private var last = 0
  private var cursor = 0
  private var frame = 0.0
  /// Quarters per frame.
  private(set) var tempo: Double
  /// The change of the tempo per frame, and the number of frames after the last point in which it lasts.
  private var acceleration = 0.0
  private var rampFrames = 0.0
  /// The frame of the last change by the host.
  private var lastChange = 0.0
  /// What to add to a beat of the clock to get that of the host, or nil while the transport stands.
  private var hostOffset: Double?

  /// - Parameters:
  ///   - rate: the sample rate in hertz.
  ///   - longest: the longest delay, in frames.
  ///   - points: memory for `capacity` points.
  public init(rate: Double, longest: Double, points: UnsafeMutablePointer<SIMD2<Double>>) {
    self.points = points
    self.rate = rate
    spacing = (1.25 * longest / Double(Self.capacity)).rounded(.up)
    tempo = 120 / (60 * rate)
    points[0] = .zero
  }

  /// Forgets the past. The tempo remains.
  mutating func reset() {
    (first, last, cursor, frame, lastChange, hostOffset, acceleration) = (0, 0, 0, 0, 0, nil, 0)
    points[0] = .zero
  }

  mutating func advance(_ frames: Int) {
    frame += Double(frames)
    guard acceleration != 0, frame - self[last][0] >= rampFrames else { return }
    let end = self[last][0] + rampFrames
    let beat = musicalTime(at: end)
    acceleration = 0
    append(SIMD2(end, beat))
  }

  /// Takes over the position of the host at the present frame.
  ///
  /// - Parameters:
  ///   - quartersPerMinute: the tempo, limited to 1...2000.
  ///   - beat: the position in quarters, or nil if the transport stands.
  /// - Returns: whether the clock has changed.
  public mutating func follow(quartersPerMinute: Double, beat: Double?) -> Bool {
    let tempo = min(max(quartersPerMinute, Self.slowest), Self.fastest) / (60 * rate)
    let present = musicalTime(at: frame)
    let correction = beat.map { drift(toOffset: $0 - present) } ?? 0
    if beat == nil { hostOffset = nil }
    guard tempo != self.tempo || correction != 0 else { return false }
    setRamp(to: tempo)
    append(SIMD2(frame, present + correction))
    self.tempo = tempo
    return true
  }

  /// Continues a ramp to a tempo, if it is one.
  private mutating func setRamp(to tempo: Double) {
    let (frames, step) = (frame - lastChange, tempo - self.tempo)
    lastChange = frame
    let isRamp = frames >= spacing && frames <= Self.rampTime * rate && abs(step) < Self.rampStep * tempo
    (acceleration, rampFrames) = isRamp ? (step / frames, frames) : (0, 0)
  }

  /// What to add to the present beat for a difference between the host's beat and it.
  private mutating func drift(toOffset offset: Double) -> Double {
    let difference = offset - (hostOffset ?? offset)
    if hostOffset == nil || abs(difference) > Self.jump {
      hostOffset = offset
      return 0
    }
    return abs(difference) < Self.precision ? 0 : difference
  }

  private mutating func append(_ point: SIMD2<Double>) {
    // A point that follows soon after another replaces it; the line through its neighbors differs little.
    let isNear = last > first && point[0] - self[last - 1][0] < spacing
    if !isNear && point[0] > self[last][0] { last += 1 }
    if last - first >= Self.capacity { first += 1 }
    cursor = min(max(cursor, first), last)
    self[last] = point
  }

  private subscript(index: Int) -> SIMD2<Double> {
    get { points[index & (Self.capacity - 1)] }
    nonmutating set { points[index & (Self.capacity - 1)] = newValue }
  }

  /// The beat at a frame after the last point.
  private func musicalTime(at frame: Double) -> Double {
    let frames = frame - self[last][0]
    let ramp = min(frames, rampFrames)
    return self[last][1] + frames * tempo + 0.5 * acceleration * ramp * ramp
  }

  /// Whether the tempo has been the same for some quarters.
  func isSteady(for quarters: Double) -> Bool {
    acceleration == 0 && (last == first || musicalTime(at: frame) - quarters >= self[last][1])
  }

  /// The time since a past beat, in frames, at a frame of the near future.
  ///
  /// - Parameters:
  ///   - quarters: the musical time since that beat.
  ///   - ahead: frames from the present one.
  mutating func delay(_ quarters: Double, ahead: Int) -> Double {
    if isSteady(for: quarters) { return quarters / tempo }
    let beat = musicalTime(at: frame + Double(ahead)) - quarters
    while cursor < last && self[cursor + 1][1] <= beat { cursor += 1 }
    while cursor > first && self[cursor][1] > beat { cursor -= 1 }
    let start = self[cursor]
    var slope = tempo
    if cursor < last {
      let end = self[cursor + 1]
      slope = (end[1] - start[1]) / (end[0] - start[0])
    }
    return frame + Double(ahead) - (start[0] + (beat - start[1]) / slope)
  }
}
