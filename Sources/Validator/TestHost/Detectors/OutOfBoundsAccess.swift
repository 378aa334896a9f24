import Model
import Support

/// An access of a plug-in to the memory of a port that the port type forbids.
package struct OutOfBoundsAccess {
  package enum Access { case read, write }

  package var port: Int
  package var access: Access
  /// In bytes, from the start of the port data.
  package var offset: Int
  /// The size of the port data, in bytes.
  package var size: Int
  package var block: Finding.Block
  package var count = 1
  /// The values of a control input before and after run(), if it changed.
  package var change: (from: Float, to: Float)?
  /// The controls with other values than their defaults.
  package var controls: [Finding.ControlValue] = []
  /// Innermost first, not symbolized; empty if only a changed canary revealed the access.
  package var stack: [StackFrame] = []

  package var isInside: Bool { (0..<size).contains(offset) }

  /// The place of the access as the object of a sentence: "directly past the end of the 256 bytes".
  package var place: String {
    switch offset {
    case ..<(-4): "memory \((-offset).counted("byte")) before the \(size.counted("byte"))"
    case ..<0: "directly before the \(size.counted("byte"))"
    case size: "directly past the end of the \(size.counted("byte"))"
    case size...: "memory \((offset - size).counted("byte")) past the end of the \(size.counted("byte"))"
    default: "byte \(offset) of the \(size.counted("byte"))"
    }
  }
}

extension [OutOfBoundsAccess] {
  /// Adds accesses; an access of the same kind on the same side of the same port only increases the count.
  package mutating func add(_ found: [OutOfBoundsAccess]) {
    for access in found {
      let known = firstIndex {
        $0.port == access.port && $0.access == access.access && $0.isInside == access.isInside
          && ($0.offset < 0) == (access.offset < 0)
      }
      guard let known else {
        append(access)
        continue
      }
      self[known].count += access.count
      if self[known].change == nil, let change = access.change {
        self[known].change = change
        self[known].block = access.block
        self[known].controls = access.controls
        if !access.stack.isEmpty { self[known].stack = access.stack }
      }
      if self[known].stack.isEmpty { self[known].stack = access.stack }
    }
  }
}
