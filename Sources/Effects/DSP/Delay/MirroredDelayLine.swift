/// The past samples of one channel, in a ring buffer whose content appears twice in succession.
///
/// Sample i and sample i + capacity are equal, so every range of the past is contiguous in memory.
///
/// SAFETY: the owner of the memory keeps `storage` valid for 2·`capacity` samples during the lifetime of the delay line.
public struct MirroredDelayLine {
  private let storage: UnsafeMutablePointer<Double>
  private let capacity: Int
  /// Whether both halves are the same memory. Otherwise `commit` writes every sample twice.
  private let isMirrored: Bool
  /// The index of the next sample, below `capacity`.
  private var writeIndex = 0
  /// The number of samples before `writeIndex` that were written or cleared since the last reset.
  private var valid = 0

  /// - Parameters:
  ///   - storage: 2·`capacity` finite samples.
  ///   - capacity: above the sum of the longest delay, the longest block and `FractionalDelay.taps`.
  ///   - isMirrored: whether the second half of `storage` is the memory of the first.
  public init(storage: UnsafeMutablePointer<Double>, capacity: Int, isMirrored: Bool) {
    self.storage = storage
    self.capacity = capacity
    self.isMirrored = isMirrored
  }

  /// Makes all past samples zero in constant time: `prepare` clears older samples when they are needed.
  mutating func reset() { valid = 0 }

  /// Makes the samples from `farthest` to `nearest` frames back readable, with zeros for the time before the last reset.
  @inline(__always)
  mutating func prepare(nearest: Int, farthest: Int) { if farthest > valid { clear(nearest, farthest) } }

  private mutating func clear(_ nearest: Int, _ farthest: Int) {
    let position = self.position(history: farthest)
    let range = -farthest..<(-max(valid, min(nearest, farthest)))
    for index in range { position[index] = 0 }
    mirror(position, range)
    if nearest <= valid { valid = farthest }
  }

  /// The position of the next sample, after `history` contiguous samples of the past.
  @inline(__always)
  func position(history: Int) -> UnsafeMutablePointer<Double> {
    storage + (writeIndex < history ? writeIndex &+ capacity : writeIndex)
  }

  /// Appends the `count` samples that were written at `position`.
  @inline(__always)
  mutating func commit(_ position: UnsafeMutablePointer<Double>, _ count: Int) {
    mirror(position, 0..<count)
    writeIndex &+= count
    if writeIndex >= capacity { writeIndex &-= capacity }
    valid = min(valid &+ count, capacity)
  }

  @inline(__always)
  private func mirror(_ position: UnsafeMutablePointer<Double>, _ range: Range<Int>) {
    guard !isMirrored else { return }
    for index in range {
      let place = position + index
      let twin = place < storage + capacity ? place + capacity : place - capacity
      twin.pointee = place.pointee
    }
  }
}
