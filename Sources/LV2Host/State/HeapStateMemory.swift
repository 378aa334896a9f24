/// Each value in a block of the heap, which is overwritten and freed in the end: a plug-in that keeps a pointer is found
/// out.
final class HeapStateMemory: StateMemory {
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  func store(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    block.copyBytes(from: bytes)
    blocks.append(block)
    return UnsafeRawPointer(block.baseAddress!)
  }

  func close() {
    for block in blocks {
      block.initializeMemory(as: UInt8.self, repeating: 0xDB)
      block.deallocate()
    }
    blocks = []
  }
}
