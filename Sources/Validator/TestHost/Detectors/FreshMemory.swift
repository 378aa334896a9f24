import CProbe
import Model

/// The content of the heap memory that a plug-in allocates, by the positions of its bytes in the order of the allocations.
package enum FreshMemory {
  package typealias Positions = Range<UInt64>

  /// The positions of each allocation begin with a multiple of this number.
  package static let unit = Int(PROBE_FILL_UNIT)

  /// Fills the bytes at these positions of the memory that is allocated from now on; all other new bytes become 0.
  ///
  /// - Parameter position: the byte whose block `watched` describes afterwards.
  package static func fill(with byte: UInt8, in ranges: [Positions], watching position: UInt64 = .max) {
    let ranges = ranges.map { probe_fill_range(begin: $0.lowerBound, end: $0.upperBound) }
    probe_heap_fill_ranges(byte, ranges, ranges.count, position)
  }

  /// The number of positions since the last `fill(with:in:watching:)`, without those of calloc().
  package static var count: UInt64 { probe_heap_positions() }

  /// A byte of a heap block.
  package struct Place: Sendable {
    /// The distance from the start of the block, in bytes.
    package let offset: Int
    /// The size of the block, in bytes.
    package let size: Int
    /// The stack of the allocation, innermost frame first.
    package let backtrace: [StackFrame]
  }

  /// The place of the watched position; nil if nothing was allocated there.
  package static var watched: Place? {
    var block = probe_heap_block()
    var offset: UInt64 = 0
    guard probe_heap_watched_block(&block, &offset) else { return nil }
    return Place(
      offset: Int(offset), size: Int(block.bytes), backtrace: StackFrame.stack(block.addresses).symbolized())
  }
}

extension FreshMemory.Positions {
  /// The parts of the range that are in none of the others, which are sorted.
  package func without(_ others: [Self]) -> [Self] {
    var parts: [Self] = []
    var start = lowerBound
    for other in others where other.overlaps(self) {
      if start < other.lowerBound { parts.append(start..<other.lowerBound) }
      start = other.upperBound
    }
    if start < upperBound { parts.append(start..<upperBound) }
    return parts
  }
}
