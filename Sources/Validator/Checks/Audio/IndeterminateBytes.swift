import Support
import TestHost

/// The bytes of new memory that a result depends on, in units of `FreshMemory.unit`.
struct IndeterminateBytes {
  /// The number of units that are searched.
  static let maximum = 8
  /// The first step of a search after the last place, in units. Members of the next element of an array are often near.
  private static let step: UInt64 = 16

  /// The positions of the units, in the order of the allocations.
  private(set) var positions: [FreshMemory.Positions] = []
  /// Whether there can be more of them.
  private(set) var isLimited = false

  /// Searches the units. Each search is for the first one that changes the result together with those after the last one.
  ///
  /// - Parameters:
  ///   - count: the number of bytes that the plug-in allocates.
  ///   - limit: the largest number of units that are searched.
  ///   - differs: whether the result differs if only these bytes have another content than 0.
  init(of count: UInt64, atMost limit: Int, _ differs: ([FreshMemory.Positions]) throws -> Bool) rethrows {
    let unit = UInt64(FreshMemory.unit)
    let units = (count + unit - 1) / unit
    func positions(_ units: Range<UInt64>) -> FreshMemory.Positions {
      units.lowerBound * unit..<units.upperBound * unit
    }
    var start: UInt64 = 0
    while self.positions.count < limit, start < units, try differs([positions(start..<units)]) {
      // The result differs with the units up to `high`, and not with those up to `low`.
      var (low, high, step) = (start, units, Self.step)
      while low + step < high {
        if try differs([positions(start..<low + step)]) {
          high = low + step
        } else {
          (low, step) = (low + step, step * 2)
        }
      }
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if try differs([positions(start..<middle)]) { high = middle } else { low = middle }
      }
      self.positions.append(positions(high - 1..<high))
      start = high
    }
    isLimited = self.positions.count == limit
  }

  /// Positions without which the result does not differ.
  var sufficient: [FreshMemory.Positions] {
    guard isLimited, let first = positions.first else { return positions }
    return [first.lowerBound..<UInt64.max]
  }

  /// The places of the bytes.
  ///
  /// - Parameter allocate: makes the same allocations again, and watches a position.
  func places(_ allocate: (_ watched: UInt64) throws -> Void) rethrows -> [FreshMemory.Place] {
    try positions.compactMap { unit in
      try allocate(unit.lowerBound)
      return FreshMemory.watched
    }
  }
}

extension [FreshMemory.Place] {
  /// The places for a sentence: `bytes 4 to 11 of the 64 bytes that f (plugin.c:12) allocates`.
  var text: String {
    var blocks: [(place: Element, bytes: [Range<Int>])] = []
    for place in self {
      let bytes = place.offset..<Swift.min(place.offset + FreshMemory.unit, place.size)
      guard let last = blocks.last, last.place.isInSameBlock(as: place), let previous = last.bytes.last else {
        blocks.append((place, [bytes]))
        continue
      }
      if previous.upperBound == bytes.lowerBound {
        blocks[blocks.count - 1].bytes[last.bytes.count - 1] = previous.lowerBound..<bytes.upperBound
      } else {
        blocks[blocks.count - 1].bytes.append(bytes)
      }
    }
    return blocks.map { block in
      let ranges = block.bytes.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)" }
      let bytes = "byte".inNumber(block.bytes.reduce(0) { $0 + $1.count })
      return "\(bytes) \(ranges.listed()) of the \(block.place.size.counted("byte")) that "
        + "\(block.place.allocator) allocates"
    }.joined(separator: "; ") + (count < IndeterminateBytes.maximum ? "" : "; perhaps also others")
  }
}

extension FreshMemory.Place {
  /// Whether the other place, which is allocated later, is in the same block.
  fileprivate func isInSameBlock(as other: Self) -> Bool {
    other.offset > offset && other.size == size && other.backtrace == backtrace
  }

  /// The function that allocates the block, not that of the C++ library which it calls.
  fileprivate var allocator: String {
    guard let frame = backtrace.first(where: { $0.file != nil }) ?? backtrace.first else { return "the plug-in" }
    let line = frame.file.map { file in " (\(file.split(separator: "/").last ?? ""):\(frame.line ?? 0))" } ?? ""
    // Without the parameters of a function of C++.
    let name = frame.function?.split(separator: "(").first.map { "\($0)()" }
    return (name ?? "the plug-in") + line
  }
}
