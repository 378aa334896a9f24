import Glibc

/// Memory for C structs and strings that refer to each other; freed at once.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { free(block) } }

  /// Stores values of a trivial type one after the other.
  func store<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let block = UnsafeMutableRawPointer(calloc(max(1, values.count), MemoryLayout<Value>.stride)!)
    blocks.append(block)
    let memory = block.bindMemory(to: Value.self, capacity: values.count)
    memory.initialize(from: values, count: values.count)
    return memory
  }

  func store<Value>(_ value: Value) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(store([value])) }

  func store(_ text: String) -> UnsafeMutablePointer<CChar> { store(Array(text.utf8CString)) }
}
