import CProbe
import ValidationModel

/// The blocks of the allocation ledger that are not freed.
package struct HeapBlocks {
  private let blocks: [probe_heap_block]

  package init() {
    let room = probe_heap_blocks(nil, 0)
    blocks = [probe_heap_block](unsafeUninitializedCapacity: room) { buffer, count in
      count = min(room, probe_heap_blocks(buffer.baseAddress, room))
    }
  }

  /// The symbolized stack of the call site that allocated the most bytes; nil if there is no block.
  package var largestSite: [StackFrame]? {
    var bytes: [[UnsafeMutableRawPointer?]: UInt64] = [:]
    for block in blocks { bytes[block.addresses, default: 0] += block.bytes }
    let largest = bytes.max { $0.value < $1.value }?.key
    return largest.map { StackFrame.stack($0).symbolized() }
  }
}

extension probe_heap_block {
  /// The stack of the allocation, innermost first.
  package var addresses: [UnsafeMutableRawPointer?] {
    withUnsafeBytes(of: frames) { bytes in
      Array(bytes.bindMemory(to: UnsafeMutableRawPointer?.self).prefix(Int(depth)))
    }
  }
}
