/// Each value in a block of the heap, which is overwritten and freed in the end: a plug-in that keeps a pointer is found
/// out. It begins where no block does, so that a plug-in that frees it is found out too.
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
