/// Decides how much of what comes after the input's end is kept.
///
/// A tail "until silence" ends with its last frame above `threshold`, once `patience` seconds of silence have followed
/// it (an echo may pause that long), or at its limit.
struct TailGate {
  /// Half a step of 16 bits, -96 dBFS.
  static let threshold: Float = 0x1p-16
  /// In seconds.
  static let patience = 5

  /// Frames that have been kept, the silent ones that a later sound may still need not counted.
  private(set) var kept = 0
  private(set) var isClosed = false
  /// Whether the sound went on at the limit.
  private(set) var wasCut = false
  private let limit: Int
  private let patienceFrames: Int?
  private var silent = 0

  /// - Parameters:
  ///   - limit: in frames; of a fixed tail, its length.
  ///   - rate: in hertz; nil for a fixed tail.
  init(limit: Int, rate: Int?) {
    self.limit = limit
    patienceFrames = rate.map { $0 * Self.patience }
    isClosed = limit == 0
  }

  /// Takes in the next frames of the tail.
  ///
  /// - Parameters:
  ///   - count: how many frames there are.
  ///   - lastLoud: the position of the last one above the threshold, or nil.
  /// - Returns: what to write now: first so many frames of silence that were held back, then so many of these.
  mutating func take(_ count: Int, lastLoud: Int?) -> (held: Int, frames: Int) {
    guard !isClosed else { return (0, 0) }
    guard let patienceFrames else {
      let frames = min(count, limit - kept)
      kept += frames
      isClosed = kept == limit
      return (0, frames)
    }
    let room = limit - kept - silent
    let loud = lastLoud.map { min($0 + 1, room) } ?? 0
    guard loud > 0 else {
      silent += count
      isClosed = silent >= patienceFrames || silent >= limit - kept
      return (0, 0)
    }
    let held = silent
    kept += held + loud
    silent = count - loud
    if kept == limit {
      isClosed = true
      wasCut = true
    }
    return (held, loud)
  }
}

extension TailGate {
  /// The gate for what the user asked; without plug-ins there is no tail.
  static func make(_ tail: RenderRequest.Tail, rate: Int, hasChain: Bool) -> TailGate {
    switch tail {
    case .fixed(let length): TailGate(limit: length.frames(rate: rate), rate: nil)
    case .untilSilence(let limit): TailGate(limit: hasChain ? limit.frames(rate: rate) : 0, rate: rate)
    }
  }
}
