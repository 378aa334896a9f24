import ValidationModel

/// One access of a plug-in's to a port's memory that its buffer does not allow.
package struct OutOfBoundsAccess {
  package enum Access { case read, write }

  package var port: Int
  package var access: Access
  /// In bytes, from the first of the port's data.
  package var offset: Int
  /// Of the port's data, in bytes.
  package var size: Int
  package var block: Finding.Block
  package var count = 1
  /// The controls that were not at their defaults.
  package var controls: [Finding.ControlValue] = []
  /// Innermost first, not symbolised; empty where only the traces of the access were seen.
  package var stack: [StackFrame] = []

  package var isInside: Bool { (0..<size).contains(offset) }

  /// Where it was, to stand after the verb: "right past the end of the 256 bytes".
  package var place: String {
    switch offset {
    case ..<(-4): "\(-offset) bytes before the \(size) bytes"
    case ..<0: "right before the \(size) bytes"
    case size: "right past the end of the \(size) bytes"
    case size...: "\(offset - size) bytes past the end of the \(size) bytes"
    default: "byte \(offset) of the \(size) bytes"
    }
  }
}

extension [OutOfBoundsAccess] {
  /// Adds what is new; the same access at the same side of the same port is told once, and counted.
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
      if self[known].stack.isEmpty { self[known].stack = access.stack }
    }
  }
}
