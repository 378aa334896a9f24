/// The past of one channel, in memory that repeats itself: sample i and sample i + capacity are the same, so that any
/// stretch of the past lies in one piece.
///
/// SAFETY: the owner of the memory keeps `storage` valid, 2·`capacity` samples long, for as long as the line lives.
public struct DelayLine {
  private let storage: UnsafeMutablePointer<Double>
  private let capacity: Int
  /// Whether the memory repeats by itself; where it does not, `commit` writes every sample twice.
  private let isMirrored: Bool
  /// Where the next sample goes, below `capacity`.
  private var position = 0
  /// How many samples before `position` hold sound, or zeros that stand for the time before it.
  private var filled = 0

  /// - Parameters:
  ///   - storage: 2·`capacity` finite samples.
  ///   - capacity: above the longest delay, plus the longest stretch, plus `Interpolator.taps`.
  ///   - isMirrored: whether the second half of `storage` is the memory of the first.
  public init(storage: UnsafeMutablePointer<Double>, capacity: Int, isMirrored: Bool) {
    self.storage = storage
    self.capacity = capacity
    self.isMirrored = isMirrored
  }

  /// Forgets all, at once: what is older than this is cleared when, and if, it is read.
  mutating func reset() { filled = 0 }

  /// Makes the samples from `farthest` frames back to `nearest` fit to be read: zeros where nothing was written since
  /// the line was reset.
  @inline(__always)
  mutating func prepare(nearest: Int, farthest: Int) {
    if farthest > filled { clear(nearest, farthest) }
  }

  private mutating func clear(_ nearest: Int, _ farthest: Int) {
    let now = self.now(farthest)
    let range = -farthest..<(-max(filled, min(nearest, farthest)))
    for index in range { now[index] = 0 }
    mirror(now, range)
    if nearest <= filled { filled = farthest }
  }

  /// The place of the next sample, with `back` samples of the past in one piece before it.
  @inline(__always)
  func now(_ back: Int) -> UnsafeMutablePointer<Double> {
    storage + (position < back ? position &+ capacity : position)
  }

  /// Takes the `count` samples that were written from `now` on into the past.
  @inline(__always)
  mutating func commit(_ now: UnsafeMutablePointer<Double>, _ count: Int) {
    mirror(now, 0..<count)
    position &+= count
    if position >= capacity { position &-= capacity }
    filled = min(filled &+ count, capacity)
  }

  @inline(__always)
  private func mirror(_ now: UnsafeMutablePointer<Double>, _ range: Range<Int>) {
    guard !isMirrored else { return }
    for index in range {
      let place = now + index
      let twin = place < storage + capacity ? place + capacity : place - capacity
      twin.pointee = place.pointee
    }
  }
}
