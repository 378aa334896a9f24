/// The memory of the values that retrieve() returns during restore().
public protocol StateMemory: AnyObject {
  func store(_ bytes: [UInt8]) -> UnsafeRawPointer
  /// Called after restore(). The plug-in must not read the values afterwards.
  func close()
}

/// Stores each value in a heap block, and overwrites and frees the blocks after restore().
///
/// A plug-in that keeps a pointer then reads other values. The values do not begin at the start of their blocks, so a
/// plug-in that frees one crashes.
final class HeapStateMemory: StateMemory {
  private static let offset = 8
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  func store(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.offset + bytes.count, alignment: 16)
    UnsafeMutableRawBufferPointer(rebasing: block[Self.offset...]).copyBytes(from: bytes)
    blocks.append(block)
    return UnsafeRawPointer(block.baseAddress! + Self.offset)
  }

  func close() {
    for block in blocks {
      block.initializeMemory(as: UInt8.self, repeating: 0xDB)
      block.deallocate()
    }
    blocks = []
  }
}
