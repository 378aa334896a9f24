/// Decides how many frames after the end of the input belong to the output.
///
/// A tail "until silence" ends with its last frame above `threshold`, once `patience` seconds of silence have followed,
/// or at its limit.
struct TailDetector {
  /// Half a step of 16 bits, -96 dBFS.
  static let threshold: Float = 0x1p-16
  /// In seconds: longer than the pauses of common echo effects.
  static let patience = 5

  /// Frames that belong to the output so far, without silence that may still be followed by sound.
  private(set) var kept = 0
  private(set) var isEnded = false
  /// Whether there was still sound at the limit.
  private(set) var wasCut = false
  private let limit: Int
  private let patienceFrames: Int?
  private var silent = 0

  /// - Parameters:
  ///   - limit: in frames; the length of a fixed tail.
  ///   - rate: in hertz; nil for a fixed tail.
  init(limit: Int, rate: Int?) {
    self.limit = limit
    patienceFrames = rate.map { $0 * Self.patience }
    isEnded = limit == 0
  }

  /// The detector for a request. Without plug-ins there is no tail until silence.
  init(_ tail: RenderRequest.Tail, rate: Int, hasChain: Bool) {
    switch tail {
    case .fixed(let length): self.init(limit: length.frames(rate: rate), rate: nil)
    case .untilSilence(let limit): self.init(limit: hasChain ? limit.frames(rate: rate) : 0, rate: rate)
    }
  }

  /// Processes the next frames of the tail.
  ///
  /// - Parameter lastLoud: the index of the last frame above the threshold, or nil.
  /// - Returns: what to write: the number of earlier silent frames, and the number of these frames.
  mutating func process(_ count: Int, lastLoud: Int?) -> (pending: Int, frames: Int) {
    guard !isEnded else { return (0, 0) }
    guard let patienceFrames else {
      let frames = min(count, limit - kept)
      kept += frames
      isEnded = kept == limit
      return (0, frames)
    }
    let room = limit - kept - silent
    let loud = lastLoud.map { min($0 + 1, room) } ?? 0
    guard loud > 0 else {
      silent += count
      isEnded = silent >= patienceFrames || silent >= limit - kept
      return (0, 0)
    }
    let pending = silent
    kept += pending + loud
    silent = count - loud
    wasCut = kept == limit
    isEnded = wasCut
    return (pending, loud)
  }
}
